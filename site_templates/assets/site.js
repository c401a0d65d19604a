// Sorting and filtering for tables that are complete without it. State of the filters lives in the address.
"use strict";

const cellKey = (row, column) => {
  const cell = row.cells[column];
  return cell && cell.hasAttribute("data-sort") ? Number(cell.getAttribute("data-sort")) : null;
};

// No evidence comes last both ways; zero is a value; equals keep the order they were published in.
const compare = (a, b, direction) => {
  if (a.key === null || b.key === null) return (a.key === null) - (b.key === null) || a.index - b.index;
  return direction * (a.key - b.key) || a.index - b.index;
};

const sortTable = (table, header, direction) => {
  const column = header.cellIndex;
  for (const body of table.tBodies) {
    const rows = body.published;
    const entries = rows.map((row, index) => ({ row, index, key: cellKey(row, column) }));
    if (direction) entries.sort((a, b) => compare(a, b, direction));
    body.append(...entries.map((entry) => entry.row));
  }
  for (const other of table.tHead.querySelectorAll("[aria-sort]")) other.removeAttribute("aria-sort");
  if (direction) header.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
};

const makeSortable = (table) => {
  for (const body of table.tBodies) body.published = [...body.rows].filter((row) => !row.classList.contains("group"));
  for (const header of table.tHead.querySelectorAll("th[data-key]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => {
      const now = header.getAttribute("aria-sort");
      sortTable(table, header, now === "descending" ? 1 : now === "ascending" ? 0 : -1);
    });
  }
};

const address = () => new URLSearchParams(location.search);

const remember = (name, value) => {
  const query = address();
  if (value) query.set(name, value);
  else query.delete(name);
  const text = query.toString();
  try {
    history.replaceState(null, "", location.pathname + (text ? "?" + text : "") + location.hash);
  } catch {
    // A browser may refuse this for a file on disk; the filter still works.
  }
};

const addSelect = (bar, name, label, values, apply) => {
  const holder = document.createElement("label");
  const select = document.createElement("select");
  select.append(new Option("all", ""));
  for (const [value, text] of values) select.append(new Option(text, value));
  select.value = address().get(name) || "";
  if (select.selectedIndex < 0) select.value = "";
  select.addEventListener("change", () => { remember(name, select.value); apply(); });
  holder.append(label, select);
  bar.append(holder);
  return select;
};

const seen = (nodes, name, text) => {
  const found = new Map();
  for (const node of nodes) if (node.dataset[name]) found.set(node.dataset[name], text(node));
  return [...found];
};

const filterBoards = (bar) => {
  const figures = [...document.querySelectorAll("figure[data-split]")];
  const bodies = [...document.querySelectorAll("[data-condition]")];
  const matches = (select, value) => !select.value || select.value === value;
  const apply = () => {
    for (const figure of figures) figure.hidden = !(matches(split, figure.dataset.split) && matches(family, figure.dataset.family));
    for (const body of bodies) body.hidden = !matches(condition, body.dataset.condition);
  };
  const split = addSelect(bar, "split", "Split", seen(figures, "split", (node) => node.dataset.split), apply);
  const family = addSelect(bar, "family", "Family", seen(figures, "family", (node) => node.dataset.family.replace("_", " ")), apply);
  const condition = addSelect(bar, "condition", "Condition", seen(bodies, "condition", (node) => node.dataset.condition), apply);
  apply();
};

const filterRows = (bar, table) => {
  const rows = [...table.tBodies[0].rows];
  const text = document.createElement("input");
  const count = document.createElement("output");
  const apply = () => {
    const wanted = text.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      row.hidden = !((!family.value || row.dataset.family === family.value) && row.textContent.toLowerCase().includes(wanted));
      shown += !row.hidden;
    }
    count.textContent = shown + " of " + rows.length;
  };
  const family = addSelect(bar, "family", "Family", seen(rows, "family", (row) => row.dataset.family.replace("_", " ")), apply);
  const holder = document.createElement("label");
  text.type = "search";
  text.value = address().get("q") || "";
  text.addEventListener("input", () => { remember("q", text.value.trim()); apply(); });
  holder.append("Find", text);
  bar.append(holder, count);
  apply();
};

for (const table of document.querySelectorAll("table[data-sortable]")) makeSortable(table);
for (const bar of document.querySelectorAll("[data-filters]")) {
  const table = document.querySelector("table[data-filterable]");
  if (table) filterRows(bar, table);
  else filterBoards(bar);
  bar.hidden = false;
}

// A line that moved to the page of its condition is followed there.
const wanted = decodeURIComponent(location.hash.slice(1));
if (wanted && !document.getElementById(wanted)) {
  for (const row of document.querySelectorAll("table.overview tr[data-condition]")) {
    const inside = wanted.startsWith(row.closest("figure").id + "-") && wanted.endsWith("-" + row.dataset.condition);
    if (inside) location.replace(row.querySelector("th a").href + "#" + wanted);
  }
}
const rows = document.querySelector("#differences + p a");
if (rows && wanted.startsWith("LINE/") && !document.getElementById(wanted)) location.replace(rows.href + "#" + wanted);
