// Colours files and blocks of code in the page, and marks the lines that the address names: `#L10-20`. It only adds
// spans with classes: nothing of what it reads is inserted as HTML.
import { embedded, languageOfFile, languageOfName, linesOf, rangeOf, textOfLines } from "./code-lines.js";

/** Characters. Longer texts take browsers too long. */
const MOST_CHARACTERS = 200_000;

const grammars = new Map();

/** highlight.js with the grammar of the language. */
async function withGrammar(language) {
  const { default: hljs } = await import("./hljs/core.js");
  await Promise.all([language, ...(embedded[language] ?? [])].map((name) => register(hljs, name)));
  return hljs;
}

function register(hljs, name) {
  const known =
    grammars.get(name) ?? import(`./hljs/${name}.js`).then((module) => hljs.registerLanguage(name, module.default));
  grammars.set(name, known);
  return known;
}

/** @returns null for code that stays as it is */
async function highlighted(text, language) {
  if (language === undefined || text.length > MOST_CHARACTERS) return null;
  const hljs = await withGrammar(language);
  const lines = linesOf(hljs.highlight(text, { language, ignoreIllegals: true }).value);
  return lines !== null && textOfLines(lines) === text ? lines : null;
}

const nodesOf = (runs) =>
  runs.map(({ classes, text }) => {
    if (classes === "") return text;
    const span = document.createElement("span");
    span.className = classes;
    span.textContent = text;
    return span;
  });

async function colourFile(table) {
  const cells = [...table.rows].map((row) => row.cells[1]);
  const text = cells.map((cell) => cell.textContent).join("\n");
  const lines = await highlighted(text, languageOfFile(table.dataset.name ?? ""));
  if (lines === null || lines.length !== cells.length) return;
  for (const [index, cell] of cells.entries()) cell.replaceChildren(...nodesOf(lines[index]));
}

async function colourBlock(code) {
  const language = languageOfName(/(?:^|\s)language-(\S+)/.exec(code.className)?.[1] ?? "");
  const lines = await highlighted(code.textContent, language);
  if (lines === null) return;
  code.replaceChildren(...lines.flatMap((runs, index) => [...(index === 0 ? [] : ["\n"]), ...nodesOf(runs)]));
}

function markLines() {
  for (const row of document.querySelectorAll("tr.marked")) row.classList.remove("marked");
  const [first, last] = rangeOf(location.hash) ?? [1, 0];
  for (let number = first; number <= last; number++) {
    const row = document.getElementById(`L${number}`);
    if (row === null) return;
    row.classList.add("marked");
    if (number === first) row.scrollIntoView({ block: "center" });
  }
}

/** Shift and a click on a second number name a range. */
function chooseRange(event) {
  const link = event.target instanceof Element ? event.target.closest("td.line a") : null;
  const first = /^#L(\d+)/.exec(location.hash)?.[1];
  const last = /^#L(\d+)$/.exec(link?.getAttribute("href") ?? "")?.[1];
  if (!event.shiftKey || first === undefined || last === undefined) return;
  event.preventDefault();
  location.hash = `#L${Math.min(first, last)}-${Math.max(first, last)}`;
}

addEventListener("hashchange", markLines);
document.addEventListener("click", chooseRange);
markLines();
for (const table of document.querySelectorAll("table.code[data-name]")) void colourFile(table);
for (const code of document.querySelectorAll("pre > code[class*=language-]")) void colourBlock(code);
