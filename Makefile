# A checkout needs Python 3.11, 3.12 or 3.13 and make; everything else is installed into .venv.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
OUT := out
RING := examples/data/ring4.dfg.json examples/data/ring4.arch.json

.DEFAULT_GOAL := help
.PHONY: help setup browser test lint docs demo clean

help:
	@echo "make setup   create $(VENV) and install the package with its development tools"
	@echo "make browser get a headless Chromium, for the tests and measurements of reports"
	@echo "make test    run all tests"
	@echo "make lint    ruff, mypy and import-linter"
	@echo "make docs    build the pages of docs/ as a site in $(OUT)/site; open index.html there"
	@echo "make demo    map a 4x4 matrix-vector product onto a ring, and verify the answer"
	@echo "make clean   remove $(VENV), $(OUT) and all caches"

setup: $(STAMP)

# Reinstalled only when the dependencies may have changed; the sources are linked, not copied.
$(STAMP): pyproject.toml
	@echo "installing into $(VENV), which takes some minutes and 6 GB"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,solvers,plots,pictures,anneal,learn,rl,partition,programs,cluster,browser,notebooks,docs]'
	touch $@

# Optional: without one, the tests that need it are skipped.
browser: $(STAMP)
	-$(BIN)/playwright install chromium
	$(BIN)/python tests/browser/fetch.py

test: $(STAMP)
	$(BIN)/python -m pytest -q -n auto --maxprocesses 4 --dist loadfile

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

docs: $(STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

demo: $(STAMP)
	mkdir -p $(OUT)
	$(BIN)/python -m solvers.min_cycles $(RING) --certificate $(OUT)/ring4 --picture $(OUT)/ring4.svg
	$(BIN)/python -m solvers.verify $(OUT)/ring4

clean:
	rm -rf $(VENV) $(OUT) build dist .pytest_cache .ruff_cache .mypy_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
