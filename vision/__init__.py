"""From a photograph to a reading: which piece lies on every space, how it is turned, and how sure Glade is."""
