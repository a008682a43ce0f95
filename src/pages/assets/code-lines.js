// Pure parts of highlight.js: the language of a file, the lines of highlighted code, and the lines that a hash names.

/** Languages by file name, extension or the name that Markdown has after a fence. Others have their own name. */
const aliases = {
  bash: "bash",
  bash_profile: "bash",
  bashrc: "bash",
  c: "c",
  "c#": "csharp",
  "c++": "cpp",
  cc: "cpp",
  cfg: "ini",
  cjs: "javascript",
  conf: "ini",
  console: "bash",
  containerfile: "dockerfile",
  cpp: "cpp",
  cs: "csharp",
  csharp: "csharp",
  css: "css",
  cts: "typescript",
  cxx: "cpp",
  dart: "dart",
  diff: "diff",
  docker: "dockerfile",
  dockerfile: "dockerfile",
  ebuild: "bash",
  editorconfig: "ini",
  elixir: "elixir",
  ex: "elixir",
  exs: "elixir",
  gemfile: "ruby",
  gemspec: "ruby",
  gitconfig: "ini",
  gitmodules: "ini",
  go: "go",
  golang: "go",
  gql: "graphql",
  graphql: "graphql",
  h: "cpp",
  haskell: "haskell",
  hh: "cpp",
  hpp: "cpp",
  hs: "haskell",
  htm: "xml",
  html: "xml",
  ini: "ini",
  java: "java",
  javascript: "javascript",
  js: "javascript",
  json: "json",
  jsonc: "json",
  jsx: "javascript",
  kotlin: "kotlin",
  ksh: "bash",
  kt: "kotlin",
  kts: "kotlin",
  less: "less",
  lua: "lua",
  makefile: "makefile",
  markdown: "markdown",
  md: "markdown",
  mjs: "javascript",
  mk: "makefile",
  mts: "typescript",
  nix: "nix",
  patch: "diff",
  perl: "perl",
  php: "php",
  pl: "perl",
  plist: "xml",
  pm: "perl",
  podfile: "ruby",
  powershell: "powershell",
  proto: "protobuf",
  protobuf: "protobuf",
  ps1: "powershell",
  psm1: "powershell",
  py: "python",
  pyi: "python",
  python: "python",
  r: "r",
  rake: "ruby",
  rakefile: "ruby",
  rb: "ruby",
  rs: "rust",
  rss: "xml",
  ruby: "ruby",
  rust: "rust",
  scala: "scala",
  scss: "scss",
  sh: "bash",
  shell: "bash",
  sql: "sql",
  svg: "xml",
  swift: "swift",
  toml: "ini",
  ts: "typescript",
  tsx: "typescript",
  typescript: "typescript",
  vagrantfile: "ruby",
  vue: "xml",
  xhtml: "xml",
  xml: "xml",
  xsd: "xml",
  xsl: "xml",
  yaml: "yaml",
  yml: "yaml",
  zsh: "bash",
};

/** Every language of {@link aliases}. */
export const languages = [...new Set(Object.values(aliases))].sort();

/** Grammars that another one uses within its own. */
export const embedded = { xml: ["css", "javascript"], markdown: ["xml"] };

/** @returns the language of a fence, such as `ts`; undefined if there is no grammar for it */
export const languageOfName = (name) => {
  const known = name.toLowerCase();
  return Object.hasOwn(aliases, known) ? aliases[known] : undefined;
};

/** @returns the language of a file by its name */
export function languageOfFile(name) {
  const [base = "", ...extensions] = name.replace(/^\./, "").split(".");
  return languageOfName(extensions.at(-1) ?? base) ?? languageOfName(base);
}

const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/**
 * The lines of highlight.js's HTML, as runs of text with the classes of the innermost span that they are in.
 *
 * @returns {{ classes: string, text: string }[][]} null for anything but spans with classes, text and known entities
 */
export function linesOf(html) {
  const lines = [[]];
  const open = [];
  let at = 0;
  for (const [token, opened, closed, text] of html.matchAll(/<span class="([\w -]*)">|(<\/span>)|([^<]+)/g)) {
    at += token.length;
    if (opened !== undefined) open.push(opened);
    else if (closed !== undefined) open.pop();
    else addText(lines, decoded(text), open.at(-1) ?? "");
  }
  return at === html.length && open.length === 0 ? lines : null;
}

const decoded = (text) => text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => entities[name]);

function addText(lines, text, classes) {
  const [first, ...others] = text.split("\n");
  if (first !== "") lines.at(-1).push({ classes, text: first });
  for (const line of others) lines.push(line === "" ? [] : [{ classes, text: line }]);
}

/** The text of {@link linesOf}, to compare with what was highlighted. */
export const textOfLines = (lines) => lines.map((runs) => runs.map(({ text }) => text).join("")).join("\n");

/** @returns the first and the last line of `#L10-20` or `#L10-L20`; null for other hashes */
export function rangeOf(hash) {
  const [, first, last] = /^#L(\d{1,7})-L?(\d{1,7})$/.exec(hash) ?? [];
  if (first === undefined) return null;
  return [Math.min(Number(first), Number(last)), Math.max(Number(first), Number(last))];
}
