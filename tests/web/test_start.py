"""Starting the web app: a store, a database or a setting that cannot be used ends in one line and status 1."""

from pathlib import Path

import pytest

from vision.opencv_builds import installed_builds
from web.cli import main


@pytest.mark.parametrize(
    ("setting", "options", "says"),
    [
        ({"GLADE_DATABASE_URL": "postgresql://glade@127.0.0.1:1/x"}, [], "the database cannot be used: "),
        ({"GLADE_DATABASE_URL": "nonsense"}, [], "the database cannot be used: "),
        ({"GLADE_DATABASE_URL": "mysql://glade@127.0.0.1:1/x"}, [], "the database cannot be used: "),
        ({"GLADE_QUEUE_URL": "http://127.0.0.1:1"}, [], "GLADE_QUEUE_URL must begin with redis://"),
        ({}, ["--port", "99999"], "the port must be from 1 to 65535, not 99999"),
        ({}, ["--port", "0"], "the port must be from 1 to 65535, not 0"),
        ({}, ["--host", "no-such-host.invalid"], "cannot listen on no-such-host.invalid"),
        ({}, ["--store", __file__], f"the store {__file__} cannot be used: "),
    ],
)
def test_what_cannot_be_used_ends_the_start_in_one_line(
    setting: dict[str, str],
    options: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in setting.items():
        monkeypatch.setenv(name, value)
    assert main(["serve", "--store", str(tmp_path / "store"), "--host", "127.0.0.1", *options]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(f"glade: {says}")


def test_a_mixture_of_opencv_packages_ends_the_start_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(installed_builds()) == 1  # the environment of these tests is a clean one
    second = tmp_path / "packages" / "opencv_contrib_python-5.0.0.dist-info"
    second.mkdir(parents=True)
    (second / "METADATA").write_text("Metadata-Version: 2.1\nName: opencv-contrib-python\nVersion: 5.0.0\n")
    monkeypatch.syspath_prepend(str(second.parent))
    for command in ("serve", "worker"):
        assert main([command, "--store", str(tmp_path / "store")]) == 1
        [line] = capsys.readouterr().err.splitlines()
        assert line.startswith("glade: several packages of OpenCV are installed")
        assert "opencv-contrib-python, opencv-python-headless" in line
