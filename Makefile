# Everything a person or CI does here. `make help` lists it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# uv is five times as fast as pip here; it trusts the certificates that the system does.
UV := $(BIN)/python -m uv
export UV_SYSTEM_CERTS := 1
STARTED := $(shell date +%s)
# Half of the tests wait for other processes: four workers keep two cores busy.
WORKERS := -n 4 --dist worksteal
QUICK := $(addprefix tests/,terms normalise policy rehearse test_architecture.py test_cases.py \
  test_config.py test_documents.py test_errors.py test_hiding.py test_tables.py)
# `full` has the tests try far more: see tests/amounts.py.
export PROCTOR_TESTS
# Finds what is not accessible on a page; the browser tests run it.
AXE := 4.14.0

# The tests start Python some thousands of times: bytecode that is thrown away each time
# takes as long again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run setup test tests collect again quick full fuzz mutants lint style types bench clean

help:  ## Show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/	/'

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Proctor needs Python 3.11 or later; name one: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet uv
	$(UV) pip install --quiet --editable . || $(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.dev: $(STAMP)
	$(UV) pip install --quiet --editable '.[dev]' || $(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

# Programs that the tests call: by apt and by npm.
$(VENV)/.programs: $(STAMP)
	PYTHON=$(PYTHON) ./scripts/system-packages
	npm install --silent --ignore-scripts --no-audit --no-fund --prefix .cache/axe axe-core@$(AXE)
	touch $@

# A peer that does not install here is left out of the table, with a word.
$(VENV)/.bench: $(VENV)/.dev
	for peer in casbin cedarpy oso nah; do $(UV) pip install --quiet $$peer || true; done
	npm install --silent --ignore-scripts --no-audit --no-fund --prefix .cache/peers cc-safety-net || true
	touch $@

# Not for daily use: `proctor install` refuses an environment inside a project. See README.md.
run: $(STAMP)  ## Install the package, and answer a scripted agent in the web page
	$(BIN)/proctor demo --web

setup: $(VENV)/.dev $(VENV)/.programs  ## Make .venv with everything that work on Proctor needs

lint: style types  ## Lint, format check, declared dependencies and types

style: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/deptry src

types: $(VENV)/.dev
	$(BIN)/mypy

# Every worker of the tests loads all test files: compiling them once beforehand spares each worker
# a minute in a fresh clone.
collect: $(VENV)/.dev $(VENV)/.programs
	@$(BIN)/python -m pytest --collect-only -q | tail -1

# The types are checked while tests wait for other processes.
test:  ## Lint, types and all tests, in under ten minutes on two cores
	@rm -f build/flaky.txt
	@$(MAKE) --no-print-directory --jobs=2 style collect
	@$(MAKE) --no-print-directory --jobs=2 --keep-going types tests
	@echo "make test took $$(($$(date +%s) - $(STARTED))) s"

tests: $(VENV)/.dev $(VENV)/.programs
	$(BIN)/python -m pytest $(WORKERS) || { [ $$? -eq 1 ] && $(MAKE) --no-print-directory again; }

# Real programs, browsers and terminals beside each other on a busy machine: what failed there is
# run once more, alone, and has to pass. What passes only then is a defect too: see build/flaky.txt.
again: $(VENV)/.dev
	@echo "once more, alone: what failed above"
	$(BIN)/python -m pytest -v -n 0 --last-failed --last-failed-no-failures none --second-try

quick: $(VENV)/.dev  ## The tests that need no other program, in under a minute
	$(BIN)/python -m pytest -n 2 --dist worksteal $(QUICK)

full:  ## All of `make test` with far more generated input and faults, then fuzzing: nightly, before a release
	@$(MAKE) --no-print-directory test PROCTOR_TESTS=full
	@$(MAKE) --no-print-directory fuzz SECONDS=300

SECONDS ?= 60
SEED ?= 0
fuzz: $(VENV)/.dev  ## Fuzz the shell reader against bash and shfmt, and search for slow inputs; SECONDS=600 for longer
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) --seed $(SEED)

mutants: $(VENV)/.dev $(VENV)/.programs  ## Change the code in 300 places, and count what the tests notice
	$(BIN)/python -m tests.mutants --seed $(SEED)

bench: $(VENV)/.bench  ## Measure against peers in one run; writes bench/results.md; ONLY=NAME for one bench
	$(BIN)/python bench/run.py $(foreach name,$(ONLY),--only $(name)) $(if $(CORPUS),--corpus $(CORPUS)) $(if $(DISPUTED),--disputed $(DISPUTED))

clean:  ## Remove what the other targets made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
