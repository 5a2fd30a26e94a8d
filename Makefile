# Every command sets up what it needs in .venv and compiles what has changed. Needs make, a C compiler and Python 3.11 or newer.
#
#   make PYTHON=python3.12 test         another Python (an existing .venv of another version is made anew)
#   make test ARGS="-k pung -x"         arguments for pytest, paiju or the benchmarks
#   PAIJU_DEV=1 make test-compiled      quick compiles (-O1, one extension a module) while working on the engine
#   PAIJU_PURE=1 make play              no compiler at all

VENV ?= .venv
PURE_SCALE ?= 0.05
NIGHTLY_SCALE ?= 50
# one process more than there are processors: some always wait for a browser, a database or a clock
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) + 1)
ARGS ?=

# The first Python that is new enough; else python3, which is then told what it lacks.
ifndef PYTHON
PYTHON := $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; exit; }; done; echo python3)
endif
TAG := $(shell $(PYTHON) -c 'import sys; print("%s-%d.%d" % ((sys.implementation.name,) + tuple(sys.version_info[:2])))' 2>/dev/null)

PY = $(VENV)/bin/python
SOURCES := src/paiju/game/hand.py $(shell find src/paiju/core src/paiju/variants src/paiju/analysis/reach src/paiju/analysis/worth -name '*.py' ! -name __init__.py 2>/dev/null)
FLAVOUR := $(if $(filter-out 0,$(PAIJU_DEV)),dev,release)
COMPILED := $(VENV)/.compiled-$(FLAVOUR)
READY := $(if $(filter-out 0,$(PAIJU_PURE)),$(VENV)/.installed,$(COMPILED))
NO_SO := $(if $(shell find src/paiju/core -name '*.so' 2>/dev/null),,FORCE)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: FORCE help play terminal build dev test test-compiled test-pure check quick-checks lint types snippets docs docs-fresh dist-check \
	format coverage bench nightly clean

help:
	@echo "make play         install compiled, start the server and print the address to play at"
	@echo "make terminal     the same game in this terminal"
	@echo "make test         the test suite, on the compiled and on the interpreted build"
	@echo "make check        everything a change must pass: lint, types, tests, examples, docs, packaging"
	@echo "make build        compile the engine in place;  PAIJU_DEV=1 for quick compiles"
	@echo "make bench        performance, with its comparison packages"
	@echo "make nightly      the big random runs"
	@echo "make coverage     coverage of the interpreted build"
	@echo "make docs         generated documents;  make format  sort imports and repair what ruff can"
	@echo "make clean        remove everything that was built, .venv too"

# ---- setting up -------------------------------------------------------------------------------------------------------------------

# -- the environment
$(VENV)/.python-$(TAG):
	@command -v $(PYTHON) >/dev/null || { echo "paiju: there is no $(PYTHON). Install Python 3.11 or newer (Debian, Ubuntu: apt-get install python3 python3-venv python3-dev; macOS: brew install python@3.12)." >&2; exit 1; }
	@$(PYTHON) tools/preflight.py $(VENV)
	@echo "== creating $(VENV) with $$($(PYTHON) --version) =="
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

# -- the package itself, in place, with its run-time dependencies; the engine is compiled in the next step
$(VENV)/.installed: pyproject.toml setup.py $(VENV)/.python-$(TAG)
	@echo "== installing paiju and its dependencies =="
	@$(PY) tools/requirements.py build > $(VENV)/build.txt
	@$(PY) -m pip install -qq --disable-pip-version-check -r $(VENV)/build.txt
	@PAIJU_PURE=1 $(PY) -m pip install -qq --disable-pip-version-check --no-build-isolation -e '.[server]'
	@touch $@

# -- the list of sources, rewritten only when a file appears or goes
$(VENV)/.sources: FORCE $(VENV)/.installed
	@echo $(sort $(SOURCES)) | cmp -s - $@ || echo $(sort $(SOURCES)) > $@

# -- the engine; the stamp is dated by the start of the build, so an edit made meanwhile counts
$(COMPILED): $(SOURCES) $(VENV)/.sources $(VENV)/.installed $(NO_SO)
	@$(PYTHON) tools/preflight.py $(VENV)
	@echo "== compiling $(words $(SOURCES)) modules ($(FLAVOUR)) =="
	@rm -f $(VENV)/.compiled-*
	@touch $(VENV)/.compiling
	@PAIJU_PURE= $(PY) setup.py -q build_ext --inplace
	@mv $(VENV)/.compiling $@

$(VENV)/.dev: pyproject.toml $(VENV)/.python-$(TAG)
	@echo "== installing the development tools =="
	@$(PY) tools/requirements.py dev > $(VENV)/dev.txt
	@$(PY) -m pip install -qq --disable-pip-version-check -r $(VENV)/dev.txt
	@touch $@

$(VENV)/.bench: pyproject.toml $(VENV)/.python-$(TAG)
	@$(PY) tools/requirements.py bench > $(VENV)/bench.txt
	@$(PY) -m pip install -qq --disable-pip-version-check -r $(VENV)/bench.txt
	@touch $@

# -- what checks the page: types by tsc, accessibility by axe; left out where there is no npm
$(VENV)/.web: tests/web/package-lock.json $(VENV)/.python-$(TAG)
	@if command -v npm >/dev/null; then cd tests/web && npm ci --silent --no-audit --no-fund; else echo "== no npm: the page's types are not checked =="; fi
	@touch $@

build: $(COMPILED)

dev:
	@PAIJU_DEV=1 $(MAKE) build

STARTED = PAIJU_STARTED="$(if $(filter-out 0,$(PAIJU_PURE)),PAIJU_PURE=1 )make $@"

play: $(READY)
	@$(STARTED) exec $(PY) -m paiju serve $(ARGS)

terminal: $(READY)
	@$(STARTED) exec $(PY) -m paiju play $(ARGS)

# ---- tests ------------------------------------------------------------------------------------------------------------------------

test: test-compiled test-pure

test-compiled: $(VENV)/.dev $(VENV)/.web $(COMPILED)
	@echo "== tests, compiled build =="
	@PAIJU_PURE= PAIJU_EXPECT=compiled $(PY) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

# -- the doctests of src run here: an interpreted module still has its source
SAME_IN_BOTH := src/paiju/server tests/server tests/browser tests/test_web.py tests/table
test-pure: $(VENV)/.dev $(VENV)/.installed
	@echo "== tests, interpreted build, $(PURE_SCALE) of the random games =="
	@PAIJU_PURE=1 PAIJU_EXPECT=pure PAIJU_TEST_SCALE=$(PURE_SCALE) $(PY) -m pytest -n $(WORKERS) --dist worksteal \
		--doctest-modules --doctest-ignore-import-errors $(if $(ARGS),,src/paiju tests $(addprefix --ignore ,$(SAME_IN_BOTH))) $(ARGS)

nightly: $(VENV)/.dev $(COMPILED)
	@PAIJU_PURE= PAIJU_EXPECT=compiled PAIJU_TEST_PROFILE=nightly PAIJU_TEST_SCALE=$(NIGHTLY_SCALE) $(PY) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

coverage: $(VENV)/.dev $(VENV)/.installed
	@PAIJU_PURE=1 PAIJU_EXPECT=pure PAIJU_TEST_SCALE=$(PURE_SCALE) $(PY) -m coverage run -m pytest $(ARGS)
	@$(PY) -m coverage report

# ---- checks -----------------------------------------------------------------------------------------------------------------------

check: quick-checks dist-check test

quick-checks: lint types snippets docs-fresh

lint: $(VENV)/.dev
	@$(PY) -m ruff check --output-format=concise .
	@$(PY) tools/lint_mypyc.py
	@$(PY) tools/lint_crossing.py

types: $(VENV)/.dev $(VENV)/.web $(VENV)/.installed
	@$(PY) -m mypy
	@[ ! -e tests/web/node_modules ] || tests/web/node_modules/.bin/tsc -p tests/web/tsconfig.json

snippets: $(VENV)/.dev $(READY)
	@$(PY) tools/check_snippets.py

# -- a generator is tools/gen_*.py: it writes its documents, or with --check fails when they are not what it would write
docs: $(VENV)/.dev $(READY)
	@for generator in tools/gen_*.py; do [ ! -e "$$generator" ] || $(PY) "$$generator" || exit 1; done

docs-fresh: $(VENV)/.dev $(READY)
	@for generator in tools/gen_*.py; do [ ! -e "$$generator" ] || $(PY) "$$generator" --check || exit 1; done

dist-check: $(VENV)/.dev
	@$(PY) tools/dist_check.py

format: $(VENV)/.dev
	@$(PY) -m ruff check --fix .

# ---- performance ------------------------------------------------------------------------------------------------------------------

bench: $(VENV)/.bench
	@[ -f bench/__main__.py ] || { echo "paiju: there is no bench/__main__.py yet." >&2; exit 1; }
	@PAIJU_DEV= $(MAKE) build
	@PAIJU_PURE= $(PY) -m bench $(ARGS)

clean:
	@[ ! -f $(VENV)/pyvenv.cfg ] || rm -rf $(VENV)
	@rm -rf build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .coverage.* htmlcov
	@find src tests tools -name '*.so' -exec rm -f {} +
	@find src tests tools -name __pycache__ -prune -exec rm -rf {} +
