-- The index over data/: disposable, rebuilt in seconds, never committed. It observes; it refers to
-- nothing outside itself, so no table has a foreign key.
CREATE TABLE IF NOT EXISTS documents (
    id        VARCHAR PRIMARY KEY,
    family    VARCHAR NOT NULL CHECK (family IN ('invoice', 'pay_application')),
    tier      VARCHAR NOT NULL CHECK (tier IN ('synthetic', 'specimen', 'real')),
    split     VARCHAR NOT NULL CHECK (split = 'public'),
    layout    VARCHAR NOT NULL,
    locale    VARCHAR NOT NULL,
    runnable  BOOLEAN NOT NULL,
    reason    VARCHAR,
    native    JSON    NOT NULL,
    CHECK (runnable OR reason IS NOT NULL)
);

CREATE TABLE IF NOT EXISTS labels (
    document  VARCHAR NOT NULL,
    key       VARCHAR NOT NULL,
    kind      VARCHAR NOT NULL CHECK (kind IN ('field', 'line_item_structure', 'qa_check', 'derived_relation')),
    expected  VARCHAR,
    authority VARCHAR NOT NULL,
    scored    BOOLEAN NOT NULL,
    exclusion_reason VARCHAR,
    native    JSON    NOT NULL,
    PRIMARY KEY (document, key),
    CHECK (scored OR exclusion_reason IS NOT NULL)
);

CREATE TABLE IF NOT EXISTS runs (
    id        VARCHAR PRIMARY KEY,
    date      VARCHAR NOT NULL,
    system    VARCHAR NOT NULL,
    edition   VARCHAR NOT NULL,
    simulated BOOLEAN NOT NULL,
    native    JSON    NOT NULL
);

CREATE TABLE IF NOT EXISTS verdicts (
    run       VARCHAR NOT NULL,
    document  VARCHAR NOT NULL,
    condition VARCHAR NOT NULL CHECK (condition IN ('clean', 'light', 'heavy')),
    label     VARCHAR NOT NULL,
    outcomes  VARCHAR NOT NULL CHECK (regexp_full_match(outcomes, '[PFMUXAI]+')),
    grader    VARCHAR NOT NULL,
    reason    VARCHAR NOT NULL,
    PRIMARY KEY (run, document, condition, label)
);

-- What is covered: labels that can be judged, by layout and key. Null means no evidence, so absent
-- cells are absent rows, never zeros.
CREATE OR REPLACE VIEW coverage AS
SELECT d.tier, d.family, d.layout, l.key, count(*) AS n, count(l.expected) AS with_value
FROM labels l JOIN documents d ON d.id = l.document
WHERE l.scored AND d.runnable AND l.kind = 'field'
GROUP BY ALL ORDER BY ALL;

-- Assertions that passed in a run and do not pass in a later run of the same system.
CREATE OR REPLACE VIEW regressions AS
SELECT later.id AS run, earlier.id AS baseline, a.document, a.condition, a.label, a.outcomes AS was, b.outcomes AS now_is, b.reason
FROM runs earlier
JOIN runs later ON later.system = earlier.system AND (later.date, later.id) > (earlier.date, earlier.id)
JOIN verdicts a ON a.run = earlier.id
JOIN verdicts b ON b.run = later.id AND b.document = a.document AND b.condition = a.condition AND b.label = a.label
WHERE regexp_full_match(a.outcomes, 'P+') AND NOT regexp_full_match(b.outcomes, 'P+')
ORDER BY ALL;
