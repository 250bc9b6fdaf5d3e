"""The web app and the `glade` command: both show what `assistant` counts and what `vision` reads."""
