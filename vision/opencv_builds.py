"""OpenCV comes in several packages that all install into the same folder `cv2`; two of them half overwrite each other.

Nothing here imports OpenCV: a mixture may crash while it is imported.
"""

from importlib.metadata import PackageNotFoundError, distribution

from vision.errors import VisionError

WANTED = "opencv-python-headless"
BUILDS = ("opencv-contrib-python", "opencv-contrib-python-headless", "opencv-python", "opencv-python-headless")


def installed_builds() -> list[str]:
    """The packages of OpenCV that are installed where Glade runs."""
    return [name for name in BUILDS if _is_installed(name)]


def _is_installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


def require_one_opencv() -> None:
    """Refuse to start on a mixture of OpenCV packages, which would fail later and elsewhere.

    Raises
    ------
    VisionError
        Several are installed; the message says how to leave one. That none is there shows when it is imported.
    """
    builds = installed_builds()
    if len(builds) > 1:
        raise VisionError(
            "several-opencv-packages",
            f"several packages of OpenCV are installed and overwrite each other ({', '.join(builds)}): remove them "
            f"with pip uninstall {' '.join(builds)}, then pip install {WANTED}",
        )
