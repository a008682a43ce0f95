// Reads the pages of the guide, and runs their commands in a shell against a server of their own.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { freePort } from "../../scripts/ports.ts";
import { installCurl } from "./curl.ts";
import { run } from "./programs.ts";
import { serve } from "./runtime/serve.ts";
import { startLocalWorker } from "./runtime/worker.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "docs/guide");
/** The ports of the server and of the receiver in the pages. */
const SERVER = "8787";
const RECEIVER = "9000";

/** A line that begins with `$ `, with the lines that continue it, and the output shown below it. */
export interface Command {
  readonly text: string;
  readonly output: string;
}

export interface Page {
  readonly name: string;
  readonly text: string;
  /** Of the blocks marked `sh`. */
  readonly commands: readonly Command[];
  /** Texts by name: blocks after a line that ends with "Save this as `name`:". */
  readonly files: ReadonlyMap<string, string>;
}

export const pages: readonly Page[] = readdirSync(folder)
  .filter((name) => name.endsWith(".md"))
  .map((name) => readPage(name, readFileSync(join(folder, name), "utf8")));

function readPage(name: string, text: string): Page {
  const commands = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) => commandsIn(block));
  const files = [...text.matchAll(/Save this as `([\w.-]+)`:\n\n```\w+\n([\s\S]*?)^```$/gm)];
  return { name, text, commands, files: new Map(files.map(([, file = "", content = ""]) => [file, content])) };
}

/** The commands that the other pages begin with. */
export const prelude: readonly Command[] = commandsIn(
  /^```sh\n([\s\S]*?)^```$/m.exec(readFileSync(join(folder, "first-issue.md"), "utf8"))?.[1] ?? "",
);

/** Indented lines belong to the command before them. */
function commandsIn(block: string): Command[] {
  const found = block.matchAll(/^\$ (.*(?:\n {4}.*)*)\n((?:(?!\$ ).*\n)*)/gm);
  return [...found].map(([, text = "", output = ""]) => ({ text, output }));
}

const SEPARATOR = "--- the next command";

const gitConfiguration = "[user]\nname = Ada\nemail = ada@example.com\n[init]\ndefaultBranch = main\n";

/** Runs commands in one shell, on an empty server. Returns the output of each, of stdout and stderr together. */
export async function runCommands(
  { files }: Pick<Page, "files">,
  commands: readonly Command[],
): Promise<readonly string[]> {
  const origin = await serve(await startLocalWorker({ ROOT_TOKEN: inject("rootToken"), HOOKS_ALLOW_LOCAL: "true" }));
  const [server, receiver] = [new URL(origin).port, String(await freePort())];
  const local = (text: string) => text.replace(/\b(?:8787|9000)\b/g, (port) => (port === SERVER ? server : receiver));
  const home = mkdtempSync(join(tmpdir(), "tributary-guide-"));
  const curl = await installCurl(home);
  try {
    for (const [name, content] of files) writeFileSync(join(home, name), local(content));
    prepare(home);
    const script = commands.map(({ text }) => `${local(text)}\necho '${SEPARATOR}'\n`).join("");
    const { stdout } = await run("sh", ["-c", `${supervision}${script}`], {
      cwd: home,
      environment: {
        HOME: home,
        PATH: `${home}:${dirname(process.execPath)}:${process.env.PATH}`,
        LC_ALL: "C",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_TERMINAL_PROMPT: "0",
      },
    });
    const printed = stdout.toString().replaceAll(`:${server}`, `:${SERVER}`).replaceAll(`:${receiver}`, `:${RECEIVER}`);
    return printed.split(`${SEPARATOR}\n`).slice(0, -1);
  } finally {
    curl.close();
    rmSync(home, { recursive: true });
  }
}

/** What a folder has in which the pages' packages were installed and `npm start` was run, and git's configuration. */
function prepare(home: string): void {
  writeFileSync(join(home, ".dev.vars"), `ROOT_TOKEN=${inject("rootToken")}\n`);
  writeFileSync(join(home, ".gitconfig"), gitConfiguration);
  mkdirSync(join(home, "node_modules"));
  symlinkSync(join(root, "node_modules/standardwebhooks"), join(home, "node_modules/standardwebhooks"));
  symlinkSync(join(root, "dist/client"), join(home, "node_modules/tributary-client"));
}

/**
 * Ends what a page leaves running, and a page that waits in vain. The ids go through a file, because dash lists no jobs in
 * `$(jobs -p)`.
 */
const supervision = `exec 2>&1
trap 'jobs -p > "$HOME/jobs"; kill $(cat "$HOME/jobs") 2>/dev/null' EXIT
trap 'exit 1' TERM
{ trap 'kill $!; exit' TERM; sleep 90 & wait $!; kill $$; } &
`;

const varying: readonly [RegExp, string][] = [
  [/trb_\w{36}/g, "TOKEN"],
  [/the-root-token-of-tests-in-process/g, "TOKEN"],
  [/whsec_[\w+/=]+/g, "SECRET"],
  [/v1,[\w+/]{43}=/g, "SIGNATURE"],
  [/msg_\d+_\d+/g, "MESSAGE"],
  [/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, "TIME"],
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, "UUID"],
  [/\b[\da-f]{7,40}\b/g, "HEX"],
  [/"duration_ms":\d+/g, '"duration_ms":0'],
  [/("webhook-timestamp":")\d+/g, "$1"],
  [/^Link: /gm, "link: "],
  [/[ \r]+$/gm, ""],
];

/** The text with a fixed word for each id, time and secret of one run. */
export const withoutVariance = (text: string): string =>
  varying.reduce((sum, [pattern, word]) => sum.replace(pattern, word), text).trimEnd();

/** The outputs that a page's text stands for: `…` is the rest of a line, or a part of it. */
export function patternOf(output: string): RegExp {
  const escaped = withoutVariance(output).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("…", ".*")}$`);
}
