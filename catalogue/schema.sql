-- The index over data/: disposable, rebuilt in seconds, never committed. It observes; it refers to
-- nothing outside itself, so no table has a foreign key. Null means no evidence, never zero.
-- Labels and results hold millions of rows, so their keys are checked by every load (catalogue/load.py)
-- and not by an index, which would take longer to build than all else.
CREATE TABLE IF NOT EXISTS documents (
    id        VARCHAR PRIMARY KEY,
    family    VARCHAR NOT NULL CHECK (family IN ('invoice', 'pay_application')),
    tier      VARCHAR NOT NULL CHECK (tier IN ('synthetic', 'specimen', 'real')),
    split     VARCHAR NOT NULL CHECK (split = 'public'), -- of the private split no document is known here
    status    VARCHAR NOT NULL CHECK (status IN ('golden', 'unlabelled')),
    layout    VARCHAR NOT NULL,
    locale    VARCHAR NOT NULL,
    cluster   VARCHAR NOT NULL,
    bytes     BIGINT  NOT NULL,
    runnable  BOOLEAN NOT NULL,
    reason    VARCHAR,
    source    VARCHAR NOT NULL,
    licence   VARCHAR NOT NULL,
    native    JSON    NOT NULL,
    CHECK (runnable OR length(trim(coalesce(reason, ''))) > 0)
);

CREATE TABLE IF NOT EXISTS labels ( -- keyed by document and key
    document  VARCHAR NOT NULL,
    key       VARCHAR NOT NULL,
    kind      VARCHAR NOT NULL CHECK (kind IN ('field', 'line_item_structure', 'qa_check', 'derived_relation')),
    expected  VARCHAR,
    axes      VARCHAR[] NOT NULL,
    authority VARCHAR NOT NULL CHECK (authority IN
        ('generator', 'primary_document', 'issuer_embedded', 'vendor_api', 'constructed', 'unpopulated')),
    scored    BOOLEAN NOT NULL,
    exclusion_reason VARCHAR,
    not_consulted VARCHAR[] NOT NULL,
    prefilled_by  VARCHAR,
    confirmed     BOOLEAN NOT NULL,
    native    JSON    NOT NULL,
    eval_class VARCHAR GENERATED ALWAYS AS (CASE kind WHEN 'field' THEN 'document_extraction'
        WHEN 'line_item_structure' THEN 'line_item_structure' WHEN 'qa_check' THEN 'document_qa' ELSE 'product_logic' END) VIRTUAL,
    CHECK (scored OR length(trim(coalesce(exclusion_reason, ''))) > 0),
    -- What a system answered is no label: it is unpopulated, and out of every denominator, until a person confirms it.
    CHECK (authority <> 'unpopulated' OR NOT scored),
    CHECK (prefilled_by IS NULL OR confirmed OR authority = 'unpopulated'),
    CHECK (NOT scored OR prefilled_by IS NOT NULL OR list_contains(not_consulted, 'system_output'))
);

CREATE TABLE IF NOT EXISTS runs (
    id        VARCHAR PRIMARY KEY,
    date      VARCHAR NOT NULL CHECK (regexp_full_match(date, '\d{4}-\d\d-\d\d')),
    system    VARCHAR NOT NULL,
    reader    VARCHAR NOT NULL,
    extractor VARCHAR NOT NULL,
    fingerprint VARCHAR NOT NULL,
    tier      VARCHAR NOT NULL CHECK (tier IN ('synthetic', 'specimen', 'real')),
    edition   VARCHAR NOT NULL,
    rubric    INTEGER NOT NULL,
    scope     VARCHAR NOT NULL CHECK (scope IN ('smoke', 'regression', 'full', 'custom')),
    mode      VARCHAR NOT NULL CHECK (mode IN ('reingest', 'rescore')),
    trigger   VARCHAR NOT NULL CHECK (trigger IN ('cli', 'scheduled')),
    label     VARCHAR NOT NULL,
    origin    VARCHAR NOT NULL CHECK (origin IN ('ours', 'inspect')),
    simulated BOOLEAN NOT NULL,
    supersedes VARCHAR,
    native    JSON    NOT NULL
);

CREATE TABLE IF NOT EXISTS run_documents (
    run       VARCHAR NOT NULL,
    document  VARCHAR NOT NULL,
    condition VARCHAR NOT NULL CHECK (condition IN
        ('clean', 'garbled', 'light', 'heavy', 'photo', 'fax', 'stamp', 'correction', 'faint')),
    state     VARCHAR NOT NULL CHECK (state IN ('complete', 'could_not_complete', 'failed', 'unusable', 'not_kept')),
    status    VARCHAR CHECK (status IN ('ok', 'truncated', 'refused', 'error', 'timeout', 'unparseable')),
    parser    VARCHAR NOT NULL,
    replicates INTEGER NOT NULL CHECK (replicates > 0),
    answers   INTEGER CHECK (answers BETWEEN 1 AND replicates), -- how many different ones
    seconds   DECIMAL(12, 3), -- of the first replicate
    cpu_seconds DECIMAL(12, 3),
    cost_usd  DECIMAL(24, 12), -- usage of the first replicate times list price: exact, never what was spent
    cost_reason VARCHAR,
    detail    VARCHAR NOT NULL,
    answer    VARCHAR, -- of the first replicate
    PRIMARY KEY (run, document, condition),
    CHECK (cost_usd IS NOT NULL OR length(trim(coalesce(cost_reason, ''))) > 0),
    -- A parser that stalled could not complete: that is no failure of it, and no success.
    CHECK ((state = 'could_not_complete') = (coalesce(status, '') = 'timeout')),
    CHECK ((state = 'complete') = (coalesce(status, '') = 'ok')),
    CHECK ((state = 'not_kept') = (status IS NULL))
);

CREATE TABLE IF NOT EXISTS results ( -- keyed by run, document, condition and label
    run       VARCHAR NOT NULL,
    document  VARCHAR NOT NULL,
    condition VARCHAR NOT NULL CHECK (condition IN
        ('clean', 'garbled', 'light', 'heavy', 'photo', 'fax', 'stamp', 'correction', 'faint')),
    label     VARCHAR NOT NULL,
    eval_class VARCHAR NOT NULL CHECK (eval_class IN
        ('document_extraction', 'line_item_structure', 'document_qa', 'product_logic', 'imported')),
    outcomes  VARCHAR NOT NULL CHECK (regexp_full_match(outcomes, '[PFMUXAI]+')),
    grader    VARCHAR NOT NULL,
    reason    VARCHAR NOT NULL,
    -- What is counted follows from the letters and cannot be written: unjudged and excluded ones are in no denominator.
    passed    BIGINT GENERATED ALWAYS AS (length(outcomes) - length(translate(outcomes, 'P', ''))) VIRTUAL,
    n         BIGINT GENERATED ALWAYS AS (length(outcomes) - length(translate(outcomes, 'PFM', ''))) VIRTUAL,
    unjudged  BIGINT GENERATED ALWAYS AS (length(outcomes) - length(translate(outcomes, 'U', ''))) VIRTUAL
);

CREATE TABLE IF NOT EXISTS graded_labels ( -- the labels a run was graded by, where it keeps them
    run       VARCHAR NOT NULL,
    document  VARCHAR NOT NULL,
    key       VARCHAR NOT NULL,
    expected  VARCHAR,
    scored    BOOLEAN NOT NULL
);

CREATE TABLE IF NOT EXISTS sources (
    file      VARCHAR PRIMARY KEY,
    sha256    VARCHAR NOT NULL,
    code      VARCHAR NOT NULL, -- of the records it was checked by
    records   BIGINT  NOT NULL
);
