"""What can be wrong with a photograph, a taught copy or what a person says about them.

GladeError (assistant.errors)
+-- VisionError            anything `vision` refuses
    +-- PhotoError         a picture file that cannot be used: not a picture, damaged, too large
    +-- BoardNotFound      the taught board is not in the picture, or not whole
    +-- CornersNotUsable   four corners that no board can have in a photograph
    +-- TeachError         teach.json or its photographs do not teach a copy
    +-- CopyError          a learned copy that is not there, or is damaged
    +-- BundleError        a file that is no wrong reading saved by Glade
"""

from assistant.errors import InputError


class VisionError(InputError):
    """What `vision` was given is wrong; the message says what happened, the likely cause, and what to do."""


class PhotoError(VisionError):
    """A picture file that cannot be used."""


class BoardNotFound(VisionError):
    """The board of the copy was not found with certainty."""


class CornersNotUsable(VisionError):
    """Four corners that cross, lie nearly on one line or enclose nearly nothing."""


class TeachError(VisionError):
    """A teach.json or its photographs do not teach a copy."""


class CopyError(VisionError):
    """A learned copy that does not exist or cannot be read."""


class BundleError(VisionError):
    """A file with a wrong reading that cannot be used."""
