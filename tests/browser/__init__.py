"""Stories told in Chromium: what people do at the table, against a real server process."""
