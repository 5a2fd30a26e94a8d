"""``python -m paiju`` is the command ``paiju``."""


def run() -> None:
    """The command; Ctrl-C ends it without a word, even while it is being imported."""
    try:
        from paiju.cli import main

        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    run()
