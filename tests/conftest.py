"""What all tests share: the import path, numba's one expected warning, repeatable hypothesis."""

import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # so that tests can import tests.twins and the like

# Every run tries the same examples: a failure is a change of the rules, never of luck.
settings.register_profile(
    "lab",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("lab")


def pytest_configure(config: pytest.Config) -> None:
    """Allow the one warning that first-class functions print; all others are errors."""
    config.addinivalue_line(
        "filterwarnings", "ignore::numba.core.errors.NumbaExperimentalFeatureWarning"
    )


# A shell that starts the tests in the background has them ignore Ctrl-C, and nohup the end of the
# terminal; some tests send both.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
