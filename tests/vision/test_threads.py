"""Reading keeps to one thread of linear algebra, unless the person who runs it says otherwise."""

import os
import subprocess
import sys

import pytest

ASKED = "import os, sys, vision; print(os.environ['OPENBLAS_NUM_THREADS'], 'numpy' in sys.modules)"


@pytest.mark.parametrize(("given", "used"), [(None, "1"), ("3", "3")])
def test_linear_algebra_has_one_thread_before_numpy_is_imported(given: str | None, used: str) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "OPENBLAS_NUM_THREADS"}
    if given is not None:
        environment["OPENBLAS_NUM_THREADS"] = given
    command = [sys.executable, "-c", ASKED]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert result.stdout.split() == [used, "False"]
