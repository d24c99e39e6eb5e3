"""What all tests share."""

import pytest

from tests.test_cranfield import CRANFIELD

MISSING = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--draw", action="store_true", help="redraw the carets of tests/rules/*.yaml; review the diff"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave acceptance out where the collection is not there."""
    left_out = [item for item in items if item.get_closest_marker("acceptance") and not CRANFIELD.is_dir()]
    config.stash[MISSING] = len(left_out)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.stash.get(MISSING, 0):
        terminalreporter.write_line(
            "Cranfield acceptance was not run: ../shared/data/cranfield is not there."
        )
