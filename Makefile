# `make demo` and `make test` each work on a fresh clone with nothing but Python >= 3.11 (with
# venv), make and git; all that they install goes into .venv.
#
#   make demo     play a campaign by mail on this machine, with servers of its own
#   make test     the tests                            (ARGS="tests/unit -k dice" for some of them)
#   make lint     ruff, mypy --strict, import-linter
#   make bench    the figures of the README
#   make venv     only install, for working on the code
#   make lock     remake the pinned requirements       (the one target that picks new versions)
#   make clean    remove all that was made here

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
UV_VERSION := 0.13.9

# One file is one worker's, so that what a file's tests share (servers, a built wheel) is made once;
# in the order of the folders, whose last has the many small files that fill both workers evenly.
PYTEST_FLAGS := -n auto --dist loadfile --no-loadscope-reorder
ARGS ?=

.PHONY: demo test lint bench venv lock clean
.DELETE_ON_ERROR:

demo: $(VENV)/installed
	$(BIN)/pbem demo $(ARGS)

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest $(PYTEST_FLAGS) $(ARGS)

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/installed-dev
	$(BIN)/pbem bench decisions space-freighter
	$(BIN)/pbem bench decisions star-traders
	$(BIN)/pbem bench game
	$(BIN)/pbem bench settle
	$(BIN)/pbem bench age
	$(BIN)/pbem bench idle
	$(BIN)/pbem bench thousand
	$(BIN)/pbem bench memory

venv: $(VENV)/installed-dev

# The stamps: a second call finds them newer than what they were made of, and installs nothing.
$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("pbem needs Python 3.11 or newer, and $(PYTHON) is %d.%d; say: make PYTHON=python3.12 ..." % sys.version_info[:2])'
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

# Editable, so that demo and tests run this checkout. tests/tooling/test_wheel.py builds the wheel
# and runs that.
$(VENV)/installed: requirements.txt pyproject.toml $(VENV)/made
	$(PIP) install --quiet --require-hashes -r requirements.txt
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/installed-dev: requirements-dev.txt $(VENV)/installed
	$(PIP) install --quiet --require-hashes -r requirements-dev.txt
	@touch $@

# Settings of uv on this machine (another index, for instance) must not reach the files.
COMPILE := env -u UV_INDEX -u UV_INDEX_URL -u UV_DEFAULT_INDEX -u UV_EXTRA_INDEX_URL -u UV_FIND_LINKS \
	.venv-lock/bin/uv --no-config pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--no-header --upgrade

lock:
	$(PYTHON) -m venv --clear .venv-lock
	.venv-lock/bin/python -m pip install --quiet uv==$(UV_VERSION)
	$(COMPILE) --extra demo --group build -o requirements.txt pyproject.toml
	$(COMPILE) --extra demo --group dev -c requirements.txt -o requirements-dev.txt pyproject.toml
	rm -rf .venv-lock

clean:
	rm -rf $(VENV) .venv-lock build dist pbem-demo
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
