# make run: set everything up and start Glade.  make test: set up, check, test.
# Needs Python 3.11 or newer, make and a C library; everything else goes into .venv.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
BIN = $(VENV)/bin
RUN_DONE = $(VENV)/.run-installed
TEST_DONE = $(VENV)/.test-installed

.PHONY: run test check format benchmark load latency clean

run: $(RUN_DONE)
	$(BIN)/glade demo --serve

test: check
	$(BIN)/python -m pytest -n 2 --dist loadgroup

check: $(TEST_DONE)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(TEST_DONE)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

benchmark: $(TEST_DONE)
	$(BIN)/python -m pytest -n 0 --benchmark-enable --benchmark-only --benchmark-columns=median,iqr,rounds

# 20 phones at one table for two minutes, on a server of its own
load: $(TEST_DONE)
	$(BIN)/python -m tests.load

# a sample photograph on its way from the upload to the live event with its reading
latency: $(TEST_DONE)
	$(BIN)/python -m tests.latency

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Glade needs Python 3.11 or newer." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(RUN_DONE): $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(TEST_DONE): $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	touch $@ $(RUN_DONE)

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .benchmarks build *.egg-info
