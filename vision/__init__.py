"""From a photograph to a reading: which piece lies on every space, how it is turned, and how sure Glade is."""

import os

# NumPy's linear algebra waits in busy loops between its threads: on the small matrices here that doubles the work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when NumPy is first imported, which is after this
