"""The commands that serve people: `glade serve`, `worker` and `demo`.

Flask is imported when a command runs, so that the others start fast."""

import argparse
from dataclasses import replace
from typing import Any


def add_commands(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add this package's commands; `shared` holds the options that every command has."""
    serve = commands.add_parser(
        "serve",
        parents=[shared],
        help="the web app for the phones at the table",
        description="Start the web app and print its address and QR code.",
    )
    add_server_options(serve)
    serve.set_defaults(run=run_serve)
    worker = commands.add_parser(
        "worker",
        parents=[shared],
        help="read photographs for web apps on other machines",
        description="Work off the queue of photographs that GLADE_QUEUE_URL (redis://...) names.",
    )
    worker.set_defaults(run=run_worker)
    demo = commands.add_parser(
        "demo",
        parents=[shared],
        help="sample photographs turned into score sheets",
        description="Turn one sample photograph of each game into its score sheet; with --serve, start the web app.",
    )
    demo.add_argument("--samples", metavar="DIR", help="the folder sample_photos (default: beside the program)")
    demo.add_argument("--serve", action="store_true", help="then start the web app with a sample game")
    add_server_options(demo)
    demo.set_defaults(run=run_demo)


def add_printables(printables: Any, shared: argparse.ArgumentParser) -> None:
    """Add what this package prints to `glade print`."""
    sheet = printables.add_parser("score-sheet", parents=[shared], help="an empty score sheet to write on")
    sheet.add_argument("game", nargs="?", choices=("evenglow", "evergreen"), default="evenglow")
    sheet.add_argument("-o", "--out", metavar="OUT.pdf", default="glade-score-sheet.pdf")
    sheet.add_argument("--players", metavar="N", type=int, choices=range(1, 5), default=4, help="columns, 1 to 4 (4)")
    sheet.set_defaults(run=run_print_sheet)


def run_print_sheet(args: argparse.Namespace) -> int:
    """Write an empty score sheet as a PDF."""
    from pathlib import Path

    from web.errors import WebError
    from web.sheet_pdf import blank_pdf

    try:
        Path(args.out).write_bytes(blank_pdf(args.game, args.players))
    except OSError as err:
        raise WebError("cannot-write", f"{args.out} cannot be written: {err.strerror}") from err
    print(f"Wrote {args.out}.")
    return 0


def add_server_options(parser: argparse.ArgumentParser) -> None:
    """The options of whatever starts the web app."""
    parser.add_argument("--host", metavar="H", help="address to listen on (default: every network of this machine)")
    parser.add_argument("--port", metavar="P", type=int, help="port to listen on (default: 8027)")
    parser.add_argument(
        "--public-url", metavar="URL", help="the address phones use, where it is not this machine's own"
    )


def run_serve(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    from web.serve import serve

    return serve(server_config(args))


def run_worker(args: argparse.Namespace) -> int:
    """Read photographs until told to stop."""
    from web.config import from_environment
    from web.serve import work

    return work(from_environment(args.store))


def run_demo(args: argparse.Namespace) -> int:
    """Show the samples, and serve if asked."""
    from pathlib import Path

    from web.demo import SAMPLES, run

    return run(server_config(args), Path(args.samples) if args.samples else SAMPLES, then_serve=args.serve)


def server_config(args: argparse.Namespace) -> Any:
    """The settings: the environment, overruled by the options."""
    from web.config import from_environment

    config = from_environment(args.store)
    chosen = {"host": args.host, "port": args.port, "public_url": args.public_url and args.public_url.rstrip("/")}
    return replace(config, **{name: value for name, value in chosen.items() if value is not None})
