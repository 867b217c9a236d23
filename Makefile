# Two commands do everything on a fresh machine: "make run" and "make test".
# They need python3 (3.11 or newer) with its venv module.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
# make run TLS=1 serves HTTPS.
TLS ?=
# Where make gallery draws.
GALLERY ?= build/gallery
LOCALE ?= en

# Compiled files make every start three seconds faster; pip writes them for what the server needs.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run deb test test-all test-postgresql gallery check audit lock bench torture clean

run: $(VENV)/run.installed
	@$(BIN)/python -m scorecard run --port $(PORT) $(if $(TLS),--tls)

# A package for the Debian of this machine, in dist.
deb: $(VENV)/test.installed
	$(BIN)/python -m build --quiet --wheel --no-isolation
	.debian/build $(BIN)/python

PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal --durations=25

# Everything but what takes long by its nature, with the checks beside it.
test: $(VENV)/test.installed
	$(BIN)/python -m tests.browser.browsers
	$(BIN)/python -m tests.programs
	$(BIN)/python -m tests.house $(PYTEST) -m "not long"

# And that: databases of every release, the wheel in an empty environment, and, in short, what
# tries to lose data.
test-all: $(VENV)/test.installed
	$(BIN)/python -m tests.browser.browsers
	$(BIN)/python -m tests.programs
	$(PYTEST) -m long
	$(BIN)/python -m pytest -n 2 --dist worksteal --hypothesis-profile=thorough -m hypothesis

# Services and web once more, on PostgreSQL in place of SQLite.
test-postgresql: $(VENV)/test.installed
	SCORECARD_TEST_DATABASE=postgresql $(PYTEST) tests/services tests/web tests/database/test_postgresql.py

# Every page and state, in every size, light and dark: LOCALE=de in German, LOCALE=xl in the
# longest words that any language has.
gallery: $(VENV)/test.installed
	$(BIN)/python -m tests.browser.browsers
	$(BIN)/python -m tests.browser.pictures $(GALLERY) --language $(LOCALE)

# Formatting, lint, types, contracts, sizes and known faults, all at once.
check: $(VENV)/test.installed
	$(BIN)/python -m tests.house

# Looks every locked dependency up in the database of known faults, and keeps what was found.
audit: $(VENV)/test.installed
	$(BIN)/python -m tests.house.audit --record

bench: $(VENV)/test.installed
	$(BIN)/python -m tests.benchmarks.save_count
	$(BIN)/python -m tests.benchmarks.table_page
	$(BIN)/python -m tests.benchmarks.first_load
	$(BIN)/python -m tests.benchmarks.slow_line
	$(BIN)/python -m tests.benchmarks.pictures
	$(BIN)/python -m tests.benchmarks.live_updates
	$(BIN)/python -m tests.benchmarks.phones
	$(BIN)/python -m tests.benchmarks.durability
	$(BIN)/python -m tests.benchmarks.score
	$(BIN)/python -m tests.benchmarks.seasons 1000 10000
	$(BIN)/python -m tests.benchmarks.sizes
	$(BIN)/python -m tests.benchmarks.databases.room

# Everything that tries to lose data, in full; "make test-all" has the short forms. It takes hours.
torture: $(VENV)/test.installed
	$(BIN)/python -m tests.torture
	$(BIN)/python -m tests.fuzzing.api
	$(BIN)/python -m tests.fuzzing.bodies --count 100000
	$(BIN)/python -m tests.fuzzing.wandering
	$(BIN)/python -m pytest tests/services/history/test_model.py --hypothesis-profile=torture

# The lock files name no registry and no path; regenerate them after changing pyproject.toml.
lock: $(VENV)/test.installed
	$(BIN)/uv pip compile --quiet --upgrade --generate-hashes --python-version 3.11 --universal \
		--all-extras pyproject.toml -o .requirements/run.txt
	$(BIN)/uv pip compile --quiet --upgrade --generate-hashes --python-version 3.11 --universal \
		-c .requirements/run.txt --group test pyproject.toml -o .requirements/test.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/run.installed: .requirements/run.txt | $(BIN)/python
	@echo "Setting up what Scorecard needs, in $(VENV): a minute, once."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(VENV)/test.installed: .requirements/test.txt $(VENV)/run.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r $<
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Scorecard needs Python 3.11 or newer." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
		|| { rm -rf $(VENV); echo "Install Python's venv module (Debian: apt install python3-venv)." >&2; exit 1; }
