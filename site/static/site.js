// The pages work without this file. It adds sorting by a column and a filter by name.
"use strict";

/** A cell's value for sorting: a number or text; null when it is not known. */
function valueOf(cell, kind) {
  const text = cell.dataset.value ?? cell.textContent.trim();
  if (kind !== "number") return text.toLowerCase();
  const number = Number(text);
  return text === "" || Number.isNaN(number) ? null : number;
}

/** What is not known comes last in both directions. */
function compare(a, b, direction) {
  if (a === null || b === null) return (a === null) - (b === null);
  if (typeof a === "string") return direction * a.localeCompare(b, "en", { numeric: true });
  return direction * (a - b);
}

function sort(table, heading) {
  const column = heading.cellIndex;
  const first = heading.dataset.first ?? "descending";
  const other = first === "ascending" ? "descending" : "ascending";
  const order = heading.getAttribute("aria-sort") === first ? other : first;
  for (const th of heading.parentElement.cells) th.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", order);
  for (const body of table.tBodies) {
    const rows = [...body.rows].filter((row) => row.dataset.name !== undefined);
    const keys = new Map(rows.map((row) => [row, valueOf(row.cells[column], heading.dataset.kind)]));
    rows.sort((a, b) => compare(keys.get(a), keys.get(b), order === "ascending" ? 1 : -1));
    body.append(...rows);
  }
}

function addSorting(table) {
  for (const heading of table.tHead.rows[0].cells) {
    if (!heading.dataset.kind) continue;
    const button = document.createElement("button");
    button.type = "button";
    const label = heading.querySelector(".value") ?? heading;
    button.append(...label.childNodes);
    label.append(button);
    button.addEventListener("click", () => sort(table, heading));
  }
}

function addFilter(tools, table) {
  const rows = [...table.querySelectorAll("tr[data-name]")];
  const input = document.createElement("input");
  const count = document.createElement("span");
  input.type = "search";
  input.placeholder = `Filter ${tools.dataset.tools}`;
  input.setAttribute("aria-label", input.placeholder);
  count.setAttribute("role", "status");
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.dataset.name.toLowerCase().includes(wanted);
    count.textContent = wanted ? `${rows.filter((row) => !row.hidden).length} of ${rows.length}` : "";
  });
  tools.append(input, count);
}

for (const table of document.querySelectorAll("table[data-sort]")) {
  addSorting(table);
  const tools = table.previousElementSibling?.querySelector(".tools");
  if (tools) addFilter(tools, table);
}
