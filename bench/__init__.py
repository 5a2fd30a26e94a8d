"""Speed and size beside other packages, measured in turn in one run: ``python -m bench``."""
