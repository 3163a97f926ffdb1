# Two commands do all the set-up on a machine with Python 3.11 or newer, git and make:
#   make run    a batch of games: result table and picture
#   make test   all checks and the fast tests; the widgets in Chromium, if there is one
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
FIRST := results/first-run

.PHONY: run picture ranks warm test test-browser test-slow test-lowest check lab clean

$(VENV)/ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Burgundy Lab needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

run: $(VENV)/ready
	rm -rf $(FIRST)
	$(BIN)/burgundy simulate --players 2 --strategies balanced,farmer --estates 1 \
		--games 20000 --seed 1 --jobs -1 --out $(FIRST)
	$(BIN)/burgundy report $(FIRST)

# The picture at the top of the README.
picture: run
	cp $(FIRST)/scoring-paths.png docs/scoring-paths.png

# Ranks of the shipped strategies, kept in burgundy_lab/experiments/ranks.json.
ranks: $(VENV)/ready
	$(BIN)/python -c "from burgundy_lab.experiments.ranks import main; main()"

check: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

# The rules are compiled once before the tests that run in parallel.
test: check
	@$(MAKE) --no-print-directory warm
	@$(MAKE) --no-print-directory test-browser
	$(BIN)/python -m pytest -n auto --dist loadfile -m "not slow and not browser"

# Two at a time; the board game takes longest.
warm: $(VENV)/ready
	$(BIN)/burgundy warm & $(BIN)/burgundy warm --game solo && wait $$!
	$(BIN)/burgundy warm --game cards && $(BIN)/burgundy warm --game cards-solo

# The explorer in a real JupyterLab and a real browser.
CHROMIUM := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)

test-browser: $(VENV)/ready
ifeq ($(CHROMIUM),)
	@echo "browser tests left out: no Chromium found; install one (Debian: apt-get install chromium) and run make test-browser"
else
	$(BIN)/python -m pytest -m browser
endif

test-slow: $(VENV)/ready
	@$(MAKE) --no-print-directory warm
	$(BIN)/python -m pytest -n auto --dist worksteal -m slow
	@$(MAKE) --no-print-directory test-lowest

# Runs, tables, plots and commands with the lowest versions that pyproject.toml promises.
LOWEST := .venv-lowest
test-lowest: $(VENV)/ready
	$(PYTHON) -m venv --clear $(LOWEST)
	$(BIN)/python -m tests.lowest > $(LOWEST)/lowest.txt
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check \
		--requirement $(LOWEST)/lowest.txt --editable . pytest pytest-xdist hypothesis choix
	$(LOWEST)/bin/python -m pytest -n auto --dist loadfile -m "not slow and not browser" \
		-W ignore::DeprecationWarning -W ignore::FutureWarning \
		tests/experiments tests/analysis tests/cli tests/explorer

lab: $(VENV)/ready
	$(BIN)/burgundy lab

clean:
	rm -rf $(VENV) $(LOWEST) build *.egg-info $(FIRST)
