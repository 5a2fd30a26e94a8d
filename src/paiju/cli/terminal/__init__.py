"""The game at a terminal: the picture of the table, the questions and their keys, the pages between the hands."""
