# Every command of the project. The first target that needs Python creates .venv by itself.

.DEFAULT_GOAL := help
PYTHON_IN := .venv/bin/python
PYTEST := $(PYTHON_IN) -m pytest
# One process per core, each with whole files of tests, in the order of tests/conftest.py.
PARALLEL := -n auto --dist loadfile --no-loadscope-reorder
# Tests start many processes, which must not compile every source again.
unexport PYTHONDONTWRITEBYTECODE
# Marks of tests that need more than Python; conftest.py derives them from `needs`.
MORE := browser or java or postgres
comma := ,
# For example: make test ARGS="-k hierarchy -x"
ARGS ?=

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: .venv/core ## Anonymize the built-in example into demo/
	$(PYTHON_IN) -m shoal demo --out demo

# The rooms whose tests need neither a server nor another process, without the files of laws and
# large tables that take longest.
QUICK := data engine hierarchies identifiers interactive methods privacy quality report risk search utility verify
LONG := hierarchies/test_relabel hierarchies/test_every_builder search/test_anytime search/test_evaluator \
	search/test_iterated_recoding engine/test_aggregate methods/test_subcombinations \
	methods/clustering/test_adult verify/test_laws verify/test_agreement verify/test_populations \
	verify/test_corruptions verify/test_promises verify/test_local_scale verify/test_large \
	verify/test_pseudonyms search/test_sweep data/test_shared_data hierarchies/test_automatic \
	methods/graph/test_networks risk/attacks/test_hashes
.PHONY: quick
quick: .venv/installed ## Run the unit tests of the rooms, while writing code
	$(PYTEST) $(PARALLEL) -m "not oracle and not slow and not ($(MORE))" \
		$(QUICK:%=tests/%) $(LONG:%=--ignore=tests/%.py) $(ARGS)

.PHONY: test
test: .venv/installed ## Run the tests that need nothing but Python and little time
	$(PYTEST) $(PARALLEL) -m "not oracle and not slow and not ($(MORE))" $(ARGS)

.PHONY: test-all
test-all: .venv/installed ## Run all tests that can run here: browser, Spark, PostgreSQL too
	$(PYTEST) $(PARALLEL) -m "not oracle" $(ARGS)

.PHONY: test-more
test-more: .venv/installed ## Run only what test-all adds to test
	$(PYTEST) $(PARALLEL) -m "not oracle and (slow or $(MORE))" $(ARGS)

.PHONY: system-packages
system-packages: ## Install what test-all can use, with apt: Chromium, Java, PostgreSQL
	@.ci/system-packages

.PHONY: check
check: .venv/installed ## Check formatting, style and types
	$(PYTHON_IN) -m ruff format --check .
	$(PYTHON_IN) -m ruff check .
	$(PYTHON_IN) -m mypy

.PHONY: format
format: .venv/installed ## Format the code and repair what can be repaired
	$(PYTHON_IN) -m ruff format .
	$(PYTHON_IN) -m ruff check --fix .

.PHONY: oracle
oracle: .venv/installed ## Compare with an independent tool's answers on real data
	@test -d "$${SHOAL_DATA:-../shared/data}" || { \
		echo "make oracle needs real data: there is no $${SHOAL_DATA:-../shared/data}." \
			"Put the datasets there, or set SHOAL_DATA to their folder." >&2; exit 1; }
	SHOAL_REQUIRE=data $(PYTEST) $(PARALLEL) -m oracle $(ARGS)

.PHONY: bench
bench: .venv/installed ## Measure time and memory
	$(PYTHON_IN) -m benchmarks $(ARGS)

.PHONY: fuzz
fuzz: .venv/installed ## Try random studies against definitions and brute force, for some minutes
	PYTHONPATH=tests $(PYTHON_IN) -m fuzz $(ARGS)

.PHONY: studies
studies: .venv/installed ## Do the papers' case studies again and write docs/studies
	$(PYTHON_IN) -m studies $(ARGS)

.PHONY: serve
serve: .venv/serve ## Start the web application
	$(PYTHON_IN) -m shoal serve

.PHONY: screenshots
screenshots: .venv/installed ## Take pictures of every page of the web application
	PYTHONPATH=tests $(PYTHON_IN) -m web.screenshots build/screenshots $(ARGS)

.PHONY: warm-up
warm-up: .venv/core ## Compile the kernels ahead of the first run
	$(PYTHON_IN) -m shoal warm-up

.PHONY: docs
docs: .venv/installed ## Write docs/reference anew from the code
	$(PYTHON_IN) docs/generate_reference.py

.PHONY: docs-site
docs-site: .venv/installed ## Build the documentation as a site that needs no network, into build/site
	$(PYTHON_IN) -m sphinx -q -W --keep-going -j auto -c docs/site . build/site
	@echo "Open build/site/index.html"

.PHONY: dist
dist: .venv/installed ## Build the wheel and the source archive into dist/
	$(PYTHON_IN) -m hatchling build --directory dist

.PHONY: clean
clean: ## Remove everything that the other targets made
	rm -rf .venv build demo dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks

# What is installed: for a run, for the web application, or for everything; more includes less.
INSTALL = @.ci/venv .venv && echo "Installing $(1) into .venv" && \
	$(PYTHON_IN) -m pip install --quiet --quiet --disable-pip-version-check -c constraints.txt -e '$(1)'

.venv/core: pyproject.toml constraints.txt
	$(call INSTALL,.)
	@touch $@

.venv/serve: pyproject.toml constraints.txt
	$(call INSTALL,.[serve$(comma)learn])
	@touch .venv/core $@

.venv/installed: pyproject.toml constraints.txt
	$(call INSTALL,.[dev])
	@touch .venv/core .venv/serve $@
