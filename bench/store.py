"""The origin of the entries of a harness, which nothing shows."""


class Origin:
    """Stands for an origin of rows."""

    def __init__(self, *_: str) -> None: ...
