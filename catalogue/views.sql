-- Questions with answers. Every figure is a count beside its denominator n, within one tier, split, family and eval class:
-- nothing here divides, averages or adds across any of them (catalogue/database.py refuses a view that does).
CREATE OR REPLACE VIEW judged AS
SELECT r.run, u.system, d.tier, d.split, d.family, r.eval_class, r.document, r.condition, r.label, r.outcomes, r.passed, r.n,
    r.unjudged, r.grader, r.reason, coalesce(s.state, 'not_kept') AS state
FROM results r
JOIN runs u ON u.id = r.run AND u.origin = 'ours'
JOIN documents d ON d.id = r.document AND d.status = 'golden' AND d.runnable
LEFT JOIN run_documents s ON s.run = r.run AND s.document = r.document AND s.condition = r.condition;

-- Scoreboards by class. n is passed + failed + missing + could_not_complete; what a system never answered stays in it. Where n is 0
-- nothing passed and nothing failed to: that is no evidence, so null.
CREATE OR REPLACE VIEW scoreboards AS
SELECT run, system, tier, split, family, eval_class, condition,
    count(DISTINCT document) AS documents,
    CASE WHEN sum(n) > 0 THEN sum(passed)::BIGINT END AS passed,
    sum(n)::BIGINT AS n,
    coalesce(sum(length(outcomes) - length(translate(outcomes, 'F', ''))) FILTER (state <> 'could_not_complete'), 0)::BIGINT AS failed,
    coalesce(sum(length(outcomes) - length(translate(outcomes, 'M', ''))) FILTER (state <> 'could_not_complete'), 0)::BIGINT AS missing,
    coalesce(sum(n - passed) FILTER (state = 'could_not_complete'), 0)::BIGINT AS could_not_complete,
    sum(unjudged)::BIGINT AS unjudged,
    sum(length(outcomes) - length(translate(outcomes, 'X', '')))::BIGINT AS excluded,
    sum(length(outcomes) - length(translate(outcomes, 'A', '')))::BIGINT AS true_absent,
    sum(length(outcomes) - length(translate(outcomes, 'I', '')))::BIGINT AS invented
FROM judged GROUP BY ALL ORDER BY ALL;

-- What is covered: labels that count, by layout and key. Absent cells are absent rows, never zeros.
CREATE OR REPLACE VIEW coverage AS
SELECT d.tier, d.split, d.family, l.eval_class, d.layout,
    CASE WHEN contains(l.key, '/') THEN regexp_replace(l.key, '^(LINE|VAT)/[^/]+', '\1/*') ELSE l.key END AS key, l.authority,
    -- A key that is not folded is there once a document, so that only folded ones need counting apart.
    coalesce(nullif(count(DISTINCT CASE WHEN contains(l.key, '/') THEN l.document END), 0), count(*)) AS documents, count(l.expected) AS with_value, count(*) AS n
FROM labels l JOIN documents d ON d.id = l.document
WHERE l.scored AND d.runnable AND d.status = 'golden'
GROUP BY ALL ORDER BY ALL;

-- How many labels pin each axis, of those that count.
CREATE OR REPLACE VIEW axis_pins AS
SELECT d.tier, d.split, d.family, l.eval_class, a.axis,
    count(*) FILTER (list_contains(l.axes, a.axis)) AS pinned, count(*) AS n
FROM labels l JOIN documents d ON d.id = l.document
CROSS JOIN (SELECT unnest(['value', 'sign', 'currency', 'unit', 'scale', 'period', 'role', 'evidence']) AS axis) a
WHERE l.scored AND d.runnable AND d.status = 'golden'
GROUP BY ALL ORDER BY ALL;

-- What could be asserted and is not, cheapest first: an axis of a value that is known, then a label that is not scored.
-- It sees labels only: what no label names (`ground-truth catalogue gaps` says the rest) leaves no row here.
CREATE OR REPLACE VIEW gaps AS
SELECT 'axis' AS kind, 1 AS effort, d.tier, d.split, d.family, l.eval_class, l.document, l.key,
    'no ' || a.axis || ' pinned' AS missing
FROM labels l JOIN documents d ON d.id = l.document
CROSS JOIN (SELECT unnest(['role', 'evidence']) AS axis) a
WHERE l.scored AND l.expected IS NOT NULL AND l.kind = 'field' AND NOT list_contains(l.axes, a.axis)
UNION ALL
SELECT 'label', 2, d.tier, d.split, d.family, l.eval_class, l.document, l.key, l.exclusion_reason
FROM labels l JOIN documents d ON d.id = l.document WHERE NOT l.scored
UNION ALL
SELECT 'document', 3, d.tier, d.split, d.family, NULL, d.id, NULL, coalesce(d.reason, 'no label that counts')
FROM documents d WHERE d.status = 'unlabelled' OR NOT d.runnable
ORDER BY ALL;

-- Every two runs of a system and tier, the earlier as baseline. `chosen` is the baseline where nobody names one:
-- the latest of the same scope, or of the full one.
CREATE OR REPLACE VIEW pairs AS
SELECT later.id AS run, earlier.id AS baseline,
    (earlier.scope IN (later.scope, 'full')) AND row_number() OVER (
        PARTITION BY later.id ORDER BY (earlier.scope IN (later.scope, 'full')) DESC, earlier.date DESC, earlier.id DESC) = 1 AS chosen
FROM runs later
JOIN runs earlier ON earlier.system = later.system AND earlier.tier = later.tier AND (later.date, later.id) > (earlier.date, earlier.id)
WHERE later.origin = 'ours' AND earlier.origin = 'ours';

-- Assertions that were right in the run before (a value read, or nothing where there is nothing) and are wrong in this
-- one, in some replicate at least. A single letter, by far the commonest, needs no counting.
CREATE OR REPLACE VIEW worse AS
SELECT p.run, p.baseline, p.chosen, b.document, b.condition, b.eval_class, b.label, a.outcomes AS was, b.outcomes AS now_is, b.reason,
    length(translate(b.outcomes, 'PA', '')) < length(b.outcomes) AS wavers
FROM pairs p
JOIN results b ON b.run = p.run AND b.outcomes NOT IN ('P', 'A', 'U', 'X')
    AND length(translate(b.outcomes, 'FMI', '')) < length(b.outcomes)
JOIN results a ON a.run = p.baseline AND a.document = b.document AND a.condition = b.condition AND a.label = b.label
    AND (a.outcomes IN ('P', 'A') OR length(translate(a.outcomes, 'PA', '')) = 0);

-- Documents of which some label was edited between two runs that keep theirs.
CREATE OR REPLACE VIEW edited AS
SELECT DISTINCT p.run, p.baseline, n.document
FROM pairs p
JOIN graded_labels n ON n.run = p.run
JOIN graded_labels o ON o.run = p.baseline AND o.document = n.document AND o.key = n.key
WHERE (n.expected, n.scored) IS DISTINCT FROM (o.expected, o.scored);

-- The same, expected beside actual, with what made it so. What a stalled parser left open is in `stalled`: it could
-- not complete and did not fail.
CREATE OR REPLACE VIEW regressions AS
SELECT w.run, w.baseline, w.chosen, d.tier, d.split, d.family, w.eval_class, w.document, w.condition, w.label, w.was, w.now_is,
    coalesce(g.expected, l.expected) AS expected,
    CASE WHEN contains(w.label, '/') OR w.label = 'SCHEMA' THEN NULL
        ELSE json_extract_string(try_cast(s.answer AS JSON), '$.' || w.label) END AS actual,
    w.reason,
    CASE WHEN w.wavers THEN 'flake'
        WHEN (g.expected, g.scored) IS DISTINCT FROM (h.expected, h.scored) AND g.key IS NOT NULL AND h.key IS NOT NULL THEN 'label'
        -- An answer that is the same, letter for letter, is no fault of the system: the ruler moved. A row is aligned by all labels
        -- of its table, so another label of the document may have done it; where labels of a run are not kept nobody can say.
        WHEN s.answer = t.answer AND later.rubric = earlier.rubric AND (g.key IS NULL OR h.key IS NULL OR e.document IS NOT NULL) THEN 'label'
        WHEN s.answer = t.answer THEN 'grader'
        WHEN later.rubric <> earlier.rubric AND (later.fingerprint = earlier.fingerprint OR NOT contains(w.label, '/')
            AND json_extract_string(try_cast(s.answer AS JSON), '$.' || w.label) = json_extract_string(try_cast(t.answer AS JSON), '$.' || w.label))
            THEN 'grader'
        WHEN later.fingerprint <> earlier.fingerprint THEN 'system'
        ELSE 'unexplained' END AS attribution
FROM worse w
JOIN documents d ON d.id = w.document AND d.status = 'golden' AND d.runnable
JOIN runs later ON later.id = w.run
JOIN runs earlier ON earlier.id = w.baseline
LEFT JOIN labels l ON l.document = w.document AND l.key = w.label
LEFT JOIN graded_labels g ON g.run = w.run AND g.document = w.document AND g.key = w.label
LEFT JOIN graded_labels h ON h.run = w.baseline AND h.document = w.document AND h.key = w.label
LEFT JOIN run_documents s ON s.run = w.run AND s.document = w.document AND s.condition = w.condition
LEFT JOIN run_documents t ON t.run = w.baseline AND t.document = w.document AND t.condition = w.condition
LEFT JOIN edited e ON e.run = w.run AND e.baseline = w.baseline AND e.document = w.document
WHERE coalesce(s.state, 'not_kept') <> 'could_not_complete'
ORDER BY ALL;

CREATE OR REPLACE VIEW stalled AS
SELECT s.run, d.tier, d.split, d.family, s.document, s.condition, s.parser, s.seconds, s.detail
FROM run_documents s JOIN documents d ON d.id = s.document
WHERE s.state = 'could_not_complete' ORDER BY ALL;

-- Labels against which systems agree that share neither reader nor extractor: to be read again, blind. The value
-- they agree on is left out on purpose. Where a text layer lies its readers agree on the lie, so garbled pages have no say.
CREATE OR REPLACE VIEW label_suspicion AS
WITH latest AS (
    SELECT system, tier, arg_max(id, (date, id)) AS run FROM runs WHERE origin = 'ours' AND mode = 'reingest' GROUP BY ALL
), wrong AS (
    SELECT j.tier, j.split, j.family, j.eval_class, j.document, j.condition, j.label, u.system, u.reader, u.extractor,
        json_extract_string(try_cast(s.answer AS JSON), '$.' || j.label) AS value
    FROM latest t
    JOIN judged j ON j.run = t.run AND j.n > 0 AND j.passed = 0 AND contains(j.outcomes, 'F') AND NOT contains(j.label, '/')
    JOIN runs u ON u.id = t.run
    JOIN run_documents s ON s.run = t.run AND s.document = j.document AND s.condition = j.condition
    WHERE j.eval_class = 'document_extraction' AND j.condition <> 'garbled'
)
SELECT a.tier, a.split, a.family, a.eval_class, a.document, a.label, a.system AS one, b.system AS other,
    list(DISTINCT a.condition ORDER BY a.condition) AS conditions
FROM wrong a JOIN wrong b ON b.document = a.document AND b.label = a.label AND b.condition = a.condition AND b.value = a.value
    AND a.system < b.system AND a.reader <> b.reader AND a.extractor <> b.extractor
GROUP BY ALL ORDER BY ALL;

-- The gate's statements by run: one line for each run and family it could speak of, null where there is no evidence.
CREATE OR REPLACE VIEW statements AS
SELECT u.id AS run, u.system, u.tier, f.split, f.family, c.eval_class, c.statement, s.passed, s.n
FROM runs u
JOIN (SELECT DISTINCT tier, split, family FROM documents WHERE status = 'golden') f ON f.tier = u.tier
CROSS JOIN (VALUES ('header fields', 'document_extraction'), ('line items', 'line_item_structure'), ('relations', 'product_logic'))
    c(statement, eval_class)
LEFT JOIN (SELECT run, tier, split, family, eval_class, sum(passed)::BIGINT AS passed, sum(n)::BIGINT AS n
    FROM judged WHERE condition = 'clean' GROUP BY ALL HAVING sum(n) > 0) s
    ON s.run = u.id AND s.tier = f.tier AND s.split = f.split AND s.family = f.family AND s.eval_class = c.eval_class
WHERE u.origin = 'ours' ORDER BY ALL;

-- Another harness's log: its own assertions on its own items, in no denominator of ours.
CREATE OR REPLACE VIEW imported AS
SELECT r.run, u.system, u.label AS task, u.origin, r.label AS scorer, sum(r.passed)::BIGINT AS passed,
    sum(r.n)::BIGINT AS asked, sum(r.unjudged)::BIGINT AS unjudged
FROM results r JOIN runs u ON u.id = r.run WHERE u.origin <> 'ours' GROUP BY ALL ORDER BY ALL;
