# Ground Truth: every verb a person needs. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
PY := .venv/bin/python
JOBS ?= $(shell nproc)

.PHONY: help setup check keys test audit sweep specimen private-edition private-run open retire publish publish-equal candidate release takedown kill-test serve reproduce compare corpus-gate kill-matrix redteam snapshots mutants price-audit rehearse bench format lock clean

help: ## list the verbs
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "  make %-16s %s\n", $$1, $$2}'

setup: .venv/.publish ## install what publishing needs (a .venv from pinned, hashed versions)

.venv/.publish: requirements/publish.lock .ci/install
	@bash .ci/install publish

.venv/.test: requirements/test.lock .venv/.publish .ci/install
	@bash .ci/install test

.venv/.bench: requirements/bench.lock .venv/.test .ci/install
	@bash .ci/install bench

.venv/.sweep: requirements/sweep.lock .venv/.publish .ci/install
	@bash .ci/install sweep

check: .venv/.test ## lint, types, house rules
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m pytest tests/house -q
	$(PY) -m graders --jobs $(JOBS) --confirm data/kill-matrix/kill-matrix.json

keys: .venv/.test ## search every file and every commit for keys (make check does it too)
	$(PY) -m tests.house.keys

test: .venv/.test ## run every test, the browser's included
	$(PY) -m pytest -n $(JOBS) --dist loadfile

sweep: .venv/.sweep ## measure a system: make sweep SYSTEM=text-rules, or PROGRAM='./my-extractor' SYSTEM=my-extractor
	$(PY) -m generator check --jobs $(JOBS)
	$(PY) -m systems sweep $(if $(PROGRAM),--program '$(PROGRAM)' --slug $(or $(SYSTEM),my-extractor),$(SYSTEM)) --jobs $(JOBS)

specimen: .venv/.sweep ## measure a system on third parties' invoices: make specimen SYSTEM=text-rules FROM=../shared/documents
	$(PY) -m systems specimen $(SYSTEM) --from $(FROM) --jobs $(JOBS)

private-edition: .venv/.sweep ## commit to a new private split with fresh keys (they stay outside git)
	$(PY) -m generator.private new-edition

private-run: .venv/.sweep ## measure a system on the private split: make private-run SYSTEM=text-rules
	$(PY) -m generator.private run $(SYSTEM) --jobs $(JOBS)

open: .venv/.sweep ## lay one private document open for anyone to check: make open N=17 (it leaves the split)
	$(PY) -m generator.private open $(N)

retire: .venv/.sweep ## publish a past edition's keys, documents and answers: make retire EDITION=edition-1
	$(PY) -m generator.private retire $(EDITION)

publish: .venv/.publish ## rebuild the site from what is committed; refuse if anything is wrong
	$(PY) -m publish --jobs $(JOBS)

kill-test: .venv/.test ## kill publishes at every step, file operation and at random moments under a reader; count
	$(PY) -m tests.publish.atomic.kill

candidate: publish ## publish, and record what stands for review before a release
	$(PY) -m publish.release candidate $(if $(BUILDER),--builder '$(BUILDER)')

release: publish ## release the reviewed candidate and tag it, or list everything that is missing
	$(PY) -m publish.release release

takedown: .venv/.publish ## serve a release no more: make takedown RELEASE=<id> REASON='…' [PRIVATE=1: it gave something private away]
	$(PY) -m publish.release takedown $(RELEASE) --reason '$(REASON)' $(if $(PRIVATE),--private)

publish-equal: .venv/.test ## compute and render in other surroundings too, or under another Python, and compare bytes: make publish-equal [PYTHON=python3.13]
	$(PY) -m generator check --jobs $(JOBS)
	$(PY) -m tests.publish.equal $(PYTHON)

serve: .venv/.publish ## read the site at http://127.0.0.1:8000
	$(PY) -m http.server --bind 127.0.0.1 --directory site 8000

reproduce: ## recompute every published row with the standard library only
	python3 reproduce.py --site site

snapshots: .venv/.test ## render the golden pages of the three-document corpus again
	$(PY) -m tests.snapshots.refresh

compare: .venv/.publish ## what differs from a revision, as Markdown for a pull request: make compare BASE=main [FAIL=1: exit 1 on a regression]
	@$(PY) -m analysis compare $(if $(FAIL),--fail-on-regression) '$(or $(BASE),main)'

corpus-gate: .venv/.publish ## hold every recorded run against data/gate/gate-v1.toml; no coverage is a failure
	@$(PY) -m analysis gate $(RUN)

kill-matrix: .venv/.publish ## feed every grader its mutants and equivalent spellings; record the counts
	$(PY) -m graders --jobs $(JOBS) --json data/kill-matrix/kill-matrix.json

audit: .venv/.publish ## simulate our own methods on our own design; goes on where it stopped
	$(PY) -m analysis audit --jobs $(JOBS)

price-audit: .venv/.publish ## read every list price strictly, and name those older than 90 days
	@$(PY) -m analysis prices

redteam: .venv/.publish ## break the staged site in every listed way and see that the gate notices; goes on where it stopped
	$(PY) -m tests.redteam --jobs $(JOBS)

mutants: .venv/.test ## change one constant or inequality of stats at a time and see that a test notices
	$(PY) tests/stats/mutants/run.py --jobs $(JOBS)

rehearse: .venv/.publish ## take a simulated sweep through grading, figures and pages into build/rehearsal; the gate must refuse it
	$(PY) -m generator check --jobs $(JOBS)
	$(PY) -m publish.rehearse

bench: .venv/.bench ## measure speed as ratios in one run
	$(PY) tests/bench/speed.py
	$(PY) tests/bench/generator.py
	$(PY) tests/bench/catalogue.py

format: .venv/.test ## format the code
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

lock: ## pin the newest allowed versions again (needs uv)
	uv pip compile -q pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url -o requirements/publish.lock
	for extra in test sweep bench; do uv pip compile -q pyproject.toml --extra $$extra -c requirements/publish.lock --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url -o requirements/$$extra.lock; done

clean: ## remove what can be built again (never data/)
	rm -rf build site releases .venv
