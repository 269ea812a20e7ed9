# Everything a person or CI does here. `make help` lists it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Finds what is not accessible on a page; the browser tests run it.
AXE := 4.14.0

# The tests start Python some thousands of times: bytecode that is thrown away each time
# takes as long again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run setup test again quick fuzz lint bench clean

help:  ## Show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/	/'

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Proctor needs Python 3.11 or later; name one: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.dev: $(STAMP)
	PYTHON=$(PYTHON) ./scripts/system-packages
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	npm install --silent --ignore-scripts --no-audit --no-fund --prefix .cache/axe axe-core@$(AXE)
	touch $@

# A peer that does not install here is left out of the table, with a word.
$(VENV)/.bench: $(VENV)/.dev
	for peer in casbin cedarpy oso nah; do $(BIN)/python -m pip install --quiet $$peer || true; done
	npm install --silent --ignore-scripts --no-audit --no-fund --prefix .cache/peers cc-safety-net || true
	touch $@

run: $(STAMP)  ## Install the package, and answer a scripted agent in the web page
	$(BIN)/proctor demo --web

setup: $(VENV)/.dev  ## Make .venv with everything that work on Proctor needs

lint: $(VENV)/.dev  ## Lint, format check and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint  ## Lint, types and all tests
	$(BIN)/python -m pytest -n 3 --dist worksteal || { [ $$? -eq 1 ] && $(MAKE) --no-print-directory again; }

# Real programs, browsers and terminals beside each other on a busy machine: what failed there is
# run once more, alone and by name, and has to pass. Nothing to run is a failure.
again: $(VENV)/.dev
	@echo "once more, alone: what failed above"
	$(BIN)/python -m pytest -v -n 0 --last-failed --last-failed-no-failures none

quick: $(VENV)/.dev  ## The tests that take under two minutes in all
	$(BIN)/python -m pytest -n 2 -m 'not slow'

SECONDS ?= 60
SEED ?= 0
fuzz: $(VENV)/.dev  ## Fuzz the shell reader against bash and shfmt; SECONDS=600 for longer
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) --seed $(SEED)

bench: $(VENV)/.bench  ## Measure against peers in one run; writes bench/results.md; ONLY=NAME for one bench
	$(BIN)/python bench/run.py $(foreach name,$(ONLY),--only $(name)) $(if $(CORPUS),--corpus $(CORPUS)) $(if $(DISPUTED),--disputed $(DISPUTED))

clean:  ## Remove what the other targets made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
