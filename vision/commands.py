"""The commands that read photographs: `glade teach`, `read`, `bench`, `copies` and `print markers`.

OpenCV and scikit-image are imported when a command runs, so that the others start fast."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.errors import GladeError
from assistant.store import store_folder
from assistant.strict_json import file_name, on_one_line

if TYPE_CHECKING:
    from vision.bench import SetResult
    from vision.copies import LearnedCopy
    from vision.reading import Reading


def add_commands(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add this package's commands; `shared` holds the options that every command has."""
    teach = commands.add_parser("teach", parents=[shared], help="learn a copy of a game from its photographs")
    teach.add_argument("lesson", metavar="COPY/teach.json", help="says what the photographs show (see the contract)")
    teach.set_defaults(run=run_teach)

    read = commands.add_parser("read", parents=[shared], help="what lies on each space of a photograph")
    read.add_argument("photos", nargs="+", metavar="PHOTO")
    read.add_argument("--copy", metavar="NAME", help="the learned copy (default: the only one)")
    read.add_argument("--json", action="store_true", help="one JSON document per line and photograph")
    read.add_argument("--corners", metavar='"x,y x,y x,y x,y"', help="the board's corners, clockwise from its top left")
    read.add_argument("--expansions", metavar="LIST", help="Evergreen: modules in play, comma-separated, or none")
    read.add_argument("--overlay", metavar="OUT.png", help="draw the reading over the photograph")
    read.set_defaults(run=run_read, several="photos")

    rerun = commands.add_parser("rerun", parents=[shared], help="repeat a wrong reading that the web app has saved")
    rerun.add_argument("bundles", nargs="+", metavar="BUNDLE.zip")
    rerun.add_argument("--json", action="store_true", help="one JSON document per line and file")
    rerun.set_defaults(run=run_rerun, several="bundles")

    bench = commands.add_parser("bench", parents=[shared], help="accuracy and time on labelled photo sets")
    bench.add_argument("folders", nargs="+", metavar="COPY_DIR", help="a photo set with truth (see the contract)")
    bench.add_argument("--json", action="store_true", help="the figures as one JSON document")
    bench.add_argument("--sheet", metavar="OUT.png", help="draw every wrong or doubted space")
    bench.set_defaults(run=run_bench, several="folders")

    copies = commands.add_parser("copies", parents=[shared], help="list or remove learned copies")
    actions = copies.add_subparsers(title="actions", metavar="ACTION")
    copies.set_defaults(run=run_copies, remove=None)
    listing = actions.add_parser("list", parents=[shared], help="the learned copies")
    listing.set_defaults(run=run_copies, remove=None)
    removing = actions.add_parser("remove", parents=[shared], help="forget a learned copy")
    removing.add_argument("remove", metavar="NAME")
    removing.set_defaults(run=run_copies)


def add_printables(printables: Any, shared: argparse.ArgumentParser) -> None:
    """Add what this package prints to `glade print`."""
    markers = printables.add_parser("markers", parents=[shared], help="corner markers to lay around a board")
    markers.add_argument("-o", "--out", metavar="OUT.pdf", default="glade-markers.pdf")
    markers.add_argument("--paper", choices=("a4", "letter"), default="a4")
    markers.add_argument("--side", metavar="MM", type=float, help="side of a marker's black square, 15 to 60 (40)")
    markers.set_defaults(run=run_print_markers)


def run_print_markers(args: argparse.Namespace) -> int:
    """Write the corner markers as a PDF."""
    from vision.errors import VisionError
    from vision.marker_sheet import DEFAULT_SIDE_MM, MAX_SIDE_MM, MIN_SIDE_MM, marker_pdf

    side = DEFAULT_SIDE_MM if args.side is None else args.side
    if not MIN_SIDE_MM <= side <= MAX_SIDE_MM:
        raise VisionError("out-of-range", f"--side is {args.side:g} mm; {MIN_SIDE_MM:g} to {MAX_SIDE_MM:g} mm fit")
    try:
        Path(args.out).write_bytes(marker_pdf(side, args.paper))
    except OSError as err:
        raise _cannot_write(args.out, err) from err
    print(f"Wrote {args.out}: print it at 100 %.")
    return 0


def run_teach(args: argparse.Namespace) -> int:
    """Learn a copy and keep it in the store; nothing is kept when anything is wrong."""
    from vision.material import learn_and_keep

    copy = learn_and_keep(store_folder(args.store), Path(args.lesson))
    print(
        f'Learned "{copy.name}" ({copy.game}, layout {copy.layout.id}): {", ".join(copy.pieces) or "the board only"}.'
    )
    for warning in copy.warnings:
        print(f"Please check: {warning}")
    return 0


def run_read(args: argparse.Namespace) -> int:
    """Print what lies on each space; a photograph that fails is reported and the others go on."""
    from vision.pipeline import read_board

    try:
        corners = None if args.corners is None else _parse_corners(args.corners)
        expansions = _parse_expansions(args.expansions)
        copy = _copy_to_read_with(store_folder(args.store), args.copy, Path(args.photos[0]))
    except GladeError as err:
        if args.json:  # every photograph fails for this, and each has its document
            for name in args.photos:
                print(json.dumps(_document(Path(name).name, None, err)))
        raise
    status = 0
    reading: Reading | None
    error: GladeError | None
    for index, name in enumerate(args.photos):
        try:
            reading = read_board(Path(name), copy, corners_xy=corners, expansions=expansions)
            error = reading.failure
        except GladeError as err:
            reading, error = None, err
        if error is not None:
            status = 1
            _tell(f"{file_name(name)}: {error.message}")
        if args.json:
            print(json.dumps(_document(Path(name).name, reading, error)), flush=True)
        elif reading is not None and error is None:
            print(("\n" if index else "") + _table(reading, copy), end="", flush=True)
        if args.overlay and reading is not None:  # the reading stands, whatever becomes of its picture
            try:
                _write_overlay(_numbered(Path(args.overlay), index, len(args.photos)), Path(name), reading, copy)
            except GladeError as err:
                status = 1
                _tell(f"{file_name(name)}: {err.message}")
    return status


def run_rerun(args: argparse.Namespace) -> int:
    """Read the photographs of bundles again; 1 where one comes out otherwise than it was saved."""
    from vision.bundle import differences, doubts, open_bundle

    status = 0
    for name in args.bundles:
        try:
            bundle = open_bundle(Path(name))
            again = bundle.read_again().to_json()
        except GladeError as err:
            status = 1
            _tell(f"{file_name(name)}: {err.message}")
            if args.json:
                print(json.dumps({"bundle": name, "error": {"code": err.code, "message": err.message}}), flush=True)
            continue
        differing = differences(bundle.reading, again)
        asked = doubts(bundle.reading) ^ doubts(again)
        differing += [f"{area} {space}: asked about only once" for area, space in sorted(asked)]
        corrected = [] if bundle.correction is None else differences(again, bundle.correction)
        status = max(status, int(bool(differing)))
        if args.json:
            answer = {"bundle": name, "same": not differing, "differing": differing, "corrected": corrected}
            print(json.dumps({**answer, "versions": bundle.facts.get("versions", {}), "reading": again}), flush=True)
            continue
        print(f"{file_name(name)}: {'the same reading' if not differing else 'another reading'}")
        for title, lines in (("saved - now", differing), ("read - corrected", corrected)):
            if lines:
                print("\n".join([f"  {title}", *(on_one_line(f"    {line}") for line in lines)]))
        if bundle.correction is None:
            print("  nobody has corrected it")
    return status


def run_bench(args: argparse.Namespace) -> int:
    """Teach each set in a store of its own, read its boards, and print the figures."""
    from vision.bench import bench_set, peak_memory_mb, summary

    results = [bench_set(Path(folder)) for folder in args.folders]
    total = summary([photo for result in results for photo in result.photos])
    memory = peak_memory_mb()
    if args.json:
        sets = [
            {"set": r.name, "teach_ms": round(r.teach_ms), "load_ms": round(r.load_ms), **summary(r.photos)}
            for r in results
        ]
        print(json.dumps({"sets": sets, "total": total, "peak_memory_mb": memory}))
    else:
        _print_bench(results, total, memory)
    if args.sheet:
        from vision.bench_sheet import draw_sheet

        try:
            count = draw_sheet(results, Path(args.sheet))
        except OSError as err:
            raise _cannot_write(args.sheet, err) from err
        print(f"{count} wrong or doubted spaces drawn in {args.sheet}", file=sys.stderr)
    return 0


def run_copies(args: argparse.Namespace) -> int:
    """List the learned copies, or forget one."""
    from vision.copies import list_copies, load_copy, remove_copy

    store = store_folder(args.store)
    if args.remove is not None:
        remove_copy(store, args.remove)
        print(f'Forgot "{args.remove}".')
        return 0
    for name in list_copies(store):
        try:
            copy = load_copy(store, name)
            print(f"{name}  {copy.game}, layout {copy.layout.id}, {len(copy.pieces)} kinds")
        except GladeError as err:
            print(f"{name}  {err.message}")
    return 0


def _copy_to_read_with(store: Path, name: str | None, photo: Path) -> "LearnedCopy":
    """The copy that was named; else that of the photo set the photograph lies in, which is learned when it is not yet
    or its files have changed; else the only one in the store."""
    from vision.copies import list_copies, load_copy
    from vision.errors import CopyError
    from vision.lesson import load_lesson
    from vision.material import learn_and_keep, was_taught_from

    names = list_copies(store)
    if name is not None:
        return load_copy(store, name)
    for folder in (photo.parent, photo.parent.parent):
        lesson_file = folder / "teach.json"
        if not lesson_file.is_file():
            continue
        known = load_lesson(lesson_file).copy
        if known in names:
            is_current = was_taught_from(store, known, lesson_file)
            if is_current is None:
                _tell(
                    f'reading with the copy "{known}" as the store has it, which may differ from {lesson_file}; '
                    "glade teach learns it from there"
                )
            if is_current is not False:
                return load_copy(store, known)
        changed = ", which has changed" if known in names else ""
        _tell(f'learning "{known}" from {lesson_file}{changed} first; this happens once')
        return learn_and_keep(store, lesson_file)
    if len(names) == 1:
        return load_copy(store, names[0])
    if names:
        raise CopyError("no-copy-named", f"say which copy with --copy (known: {', '.join(names)})")
    raise CopyError("no-copies", "no copy is learned yet: teach one first (glade teach COPY/teach.json)")


def _tell(sentence: str) -> None:
    print(on_one_line(f"glade: {sentence}"), file=sys.stderr)


def _parse_corners(text: str) -> list[list[float]]:
    from vision.errors import CornersNotUsable

    try:
        corners = [[float(number) for number in point.split(",")] for point in text.split()]
    except ValueError:
        corners = []
    if len(corners) != 4 or any(len(point) != 2 for point in corners):
        raise CornersNotUsable("corners-not-usable", 'give --corners as "x,y x,y x,y x,y", clockwise from the top left')
    return corners


def _parse_expansions(text: str | None) -> tuple[str, ...] | None:
    """The modules named; None where nothing was said."""
    from assistant.evergreen.pieces import Expansion
    from assistant.strict_json import did_you_mean

    if text is None:
        return None
    names = tuple(name.strip() for name in text.split(",") if name.strip() and name.strip() != "none")
    for name in names:
        if name not in tuple(Expansion):
            raise GladeError(
                "unknown-expansion", f'unknown expansion "{name[:40]}"{did_you_mean(name, tuple(Expansion))}'
            )
    return names


def _numbered(path: Path, index: int, count: int) -> Path:
    return path if count == 1 else path.with_name(f"{path.stem}-{index + 1}{path.suffix}")


def _write_overlay(path: Path, photo: Path, reading: "Reading", copy: "LearnedCopy") -> None:
    from vision.decode import read_photo
    from vision.overlay import draw_overlay, encode_png

    try:
        path.write_bytes(encode_png(draw_overlay(read_photo(photo), reading, copy)))
    except OSError as err:
        raise _cannot_write(path, err) from err


def _cannot_write(path: Path | str, err: OSError) -> GladeError:
    return GladeError("cannot-write", f"{path} cannot be written: {err.strerror}")


def _document(name: str, reading: "Reading | None", error: GladeError | None) -> dict[str, object]:
    document: dict[str, object] = {"photo": name} if reading is None else reading.to_json()
    if error is not None:
        document["error"] = {"code": error.code, "message": error.message}
    return document


def _table(reading: "Reading", copy: "LearnedCopy") -> str:
    location = reading.location
    assert location is not None
    board = f"board by {location.method}, sure to {location.confidence:.0%}"
    lines = [f"{on_one_line(reading.photo)}: {copy.name} ({copy.game}), {board}"]
    doubtful = 0
    for name, spaces in reading.board.areas.items():
        lines.append(f"  {name}")
        for space, read in spaces.items():
            doubtful += read.review
            what = read.piece or "-"
            if read.rotation is not None and read.piece is not None:
                what += f" turned {read.rotation}"
            others = ", ".join(other.piece or "empty" for other in read.alternatives[:2])
            mark = f"  ? please check{f' (or {others})' if others else ''}" if read.review else ""
            lines.append(f"    {space:>4}  {what:<24} {read.confidence:4.2f}{mark}")
    for harvest in reading.board.harvests:
        lines.append(
            f"  harvest token in {harvest.garden} on {', '.join(harvest.spaces)}{' ?' if harvest.review else ''}"
        )
    if reading.game == "evergreen":
        lines.append(f"  Sun: {reading.board.sun or 'not seen'}")
    lines.extend(f"  Note: {note}" for note in reading.notes)
    lines.append(f"  {doubtful} to check." if doubtful else "  Nothing to check.")
    return "\n".join(lines) + "\n"


def _print_bench(results: "list[SetResult]", total: dict[str, object], memory: float | None) -> None:
    from vision.bench import summary

    columns = {result.name: summary(result.photos) for result in results}
    if len(results) > 1:
        columns["total"] = total
    width = max(len(name) for name in columns) + 2
    rows = [key for key in total if key not in ("time_ms", "times_opencv_decode", "location_error_pitch", "sun")]
    print(f"{'':<30}" + "".join(f"{name:>{width}}" for name in columns))
    for row in rows:
        print(
            f"{row.replace('_', ' '):<30}" + "".join(f"{_shown(figures[row]):>{width}}" for figures in columns.values())
        )
    for row in ("location_error_pitch", "times_opencv_decode"):
        for part in next(iter(columns.values()))[row]:  # type: ignore[attr-defined]
            label = f"{row.replace('_', ' ')} {part}"
            cells = "".join(f"{_shown(figures[row][part]):>{width}}" for figures in columns.values())  # type: ignore[index]
            print(f"{label:<30}{cells}")
    for stage, values in total["time_ms"].items():  # type: ignore[attr-defined]
        for part in values:
            cells = "".join(f"{figures['time_ms'][stage][part]:>{width}}" for figures in columns.values())  # type: ignore[index]
            print(f"{f'{stage} ms {part}':<30}{cells}")
    for name, figures in columns.items():
        if figures["sun"]:
            print(f"Sun in {name}: {figures['sun']}")
    for result in results:
        print(f"{result.name}: taught in {result.teach_ms:.0f} ms, loaded in {result.load_ms:.0f} ms")
    if memory is not None:
        print(f"peak memory {memory} MB")


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4f}"
    return "-" if value is None else str(value)
