# Tablelight. Each target sets up what it needs by itself; what stands already is left alone.
PYTHON_HERE := .venv/bin/python
PYTEST := $(PYTHON_HERE) -m pytest

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-long lint mutants clauses clauses-mutants nights storms bench endurance audit odds clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## everything that the targets below need, inside this folder
	@tools/set_up.sh

demo: setup ## a bare simulated board is flashed, set up, and plays a night, which is replayed on three runtimes
	@$(PYTHON_HERE) -m host_tools.demo

test: lint ## all the tests that take minutes at most
	@$(PYTEST) -n 2

test-long: setup ## a year of rounds, checks broken, bytes changed and power lost everywhere, a million frames: an hour and a half
	@TABLELIGHT_LONG=1 $(PYTEST) -n 2 --dist worksteal tests/long_run tests/broken_rules tests/log_images tests/link_fuzz
	@$(PYTHON_HERE) -m pip install -q --disable-pip-version-check -e '.[fuzz]'
	@PYTHONPATH=firmware $(PYTHON_HERE) -m tests.link_fuzz.coverage --seconds 300
	@PYTHONPATH=firmware $(PYTHON_HERE) -m tests.power_cuts

lint: setup ## the style of the code
	@$(PYTHON_HERE) -m ruff check -q .

mutants: setup ## one-line changes of the rules, each of which a test must catch
	@$(PYTHON_HERE) -m tests.mutants

clauses: setup ## each clause of the rules that software can meet, and the tests that carry its number
	@$(PYTHON_HERE) -m tests.clauses

clauses-mutants: setup ## changes the row or branch behind each clause; a test with its number must fail
	@$(PYTHON_HERE) -m tests.clauses.mutants

nights: setup ## 500 random nights, with the power cut at random moments
	@TABLELIGHT_NIGHTS=500 $(PYTEST) -n 2 tests/simulated_table/test_random_nights.py

storms: setup ## 2,000 rounds with bad hardware: bounces, stuck and torn inputs, displays that forget, resets
	@TABLELIGHT_ROUNDS=2000 $(PYTEST) -n 2 tests/simulated_table/test_hardware_nights.py

bench: setup ## size, heap, allocation, log bytes, speed and wear of the flash, against their limits
	@$(PYTEST) -s tests/budgets
	@PYTHONPATH=firmware $(PYTHON_HERE) -m tests.budgets.speed
	@PYTHONPATH=firmware $(PYTHON_HERE) -m tests.budgets.flash_cost
	@$(PYTHON_HERE) -m tests.budgets.start_up

endurance: setup ## 100,000 rounds, after which the heap must be what it was after 1,000
	@$(PYTHON_HERE) -m tests.budgets.endurance

audit: setup ## exact counts of all hands, against the rules' text
	@$(PYTHON_HERE) -m host_tools.audit_hands

odds: setup ## house edges and break-even meters, against the figures that are known
	@$(PYTHON_HERE) -m host_tools.odds.known_figures

clean: ## removes what setup and tests made
	@rm -rf .venv .tools .pytest_cache .ruff_cache .hypothesis build *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
