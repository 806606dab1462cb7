# A checkout needs Python 3.11 to 3.14 and make; everything else is installed into .venv.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -q -n auto --maxprocesses 4 --dist worksteal --durations=10
OUT := out
RING := examples/data/ring4.dfg.json examples/data/ring4.arch.json

# What is installed: the package alone, with all extras and the tools of its tests, and what CI
# needs besides. A stamp is remade when the dependencies may have changed; the sources are linked,
# not copied.
BASE := $(VENV)/.base
TEST := $(VENV)/.test
ALL := $(VENV)/.all

.DEFAULT_GOAL := help
.PHONY: help setup setup-all browser kernels test test-all accept lint docs demo clean

help:
	@echo "make demo      install 0.17 GB into $(VENV), map a 4x4 matrix-vector product, verify it"
	@echo "make test      install all extras (2 GB or more, torch among them), run the first tier"
	@echo "make test-all  run the second tier: what is slow, such as large oracles and processes"
	@echo "make setup     only install what make test needs"
	@echo "make accept    rewrite all expected outputs of tests and pages; then look at the difference"
	@echo "make lint      ruff, mypy and import-linter"
	@echo "make kernels   compile the inner loops again, after a change of them"
	@echo "make docs      build the pages of docs/ as a site in $(OUT)/site; open index.html there"
	@echo "make browser   get a headless Chromium, for the tests of pages"
	@echo "make clean     remove $(VENV), $(OUT) and all caches"

setup: $(TEST)

setup-all: $(ALL)

$(BASE): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e .
	-$(BIN)/python -m shell.kernels.build
	touch $@

$(TEST): $(BASE)
	@echo "installing all extras, which takes some minutes"
	$(PIP) -e '.[all,dev]'
	touch $@

$(ALL): $(TEST)
	$(PIP) -e '.[all,dev,browser,docs,notebooks]'
	touch $@

# Installing does it; this is for a change of them.
kernels: $(BASE)
	-$(BIN)/python -m shell.kernels.build

# Optional: without one, the tests that need it are skipped.
browser: $(ALL)
	-$(BIN)/playwright install chromium
	$(BIN)/python tests/browser/fetch.py

test: $(TEST) kernels
	$(PYTEST) --tier first

test-all: $(ALL) kernels
	$(PYTEST) --tier second

accept: $(ALL)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m tests.accept

lint: $(TEST)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

docs: $(ALL)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

demo: $(BASE)
	mkdir -p $(OUT)
	$(BIN)/python -m solvers.min_cycles $(RING) --certificate $(OUT)/ring4 --picture $(OUT)/ring4.svg
	$(BIN)/python -m solvers.verify $(OUT)/ring4

clean:
	rm -rf $(VENV) $(OUT) build dist */_kernels.abi3.so .pytest_cache .ruff_cache .mypy_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
