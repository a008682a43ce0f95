// `npm run import:gitlab`, see docs/migration.md.
import { parseArgs } from "node:util";
import { Failure, run } from "./failure.ts";
import { type GitLabImportOptions, importFromGitLab } from "./gitlab-import/import.ts";

const USAGE =
  "npm run import:gitlab -- --from URL --token TOKEN (--project GROUP/PROJECT --into GROUP | --group GROUP) [--url URL] [--folder FOLDER]";
/** The URL of `npm start`. */
const LOCAL = "http://localhost:8787";

function options(): GitLabImportOptions {
  const values = readArguments();
  const { from, project, group, into } = values;
  const sourceToken = values.token ?? process.env.GITLAB_TOKEN;
  if (from === undefined || sourceToken === undefined || (project === undefined) === (group === undefined)) {
    throw new Failure(`Usage: ${USAGE}`);
  }
  if (!URL.canParse(from)) throw new Failure(`--from ${from} is no URL.`);
  const token = process.env.TRIBUTARY_TOKEN;
  if (token === undefined || token === "") {
    throw new Failure("Set TRIBUTARY_TOKEN to the token of an administrator of the server that imports.");
  }
  const path = project ?? group ?? "";
  return {
    from: new URL(from),
    sourceToken,
    what: project === undefined ? { group: path } : { project: path },
    into: into ?? null,
    url: values.url ?? process.env.TRIBUTARY_URL ?? LOCAL,
    token,
    folder: values.folder ?? `gitlab-import-${new URL(from).host}-${path}`.replaceAll(/[^\w.-]+/g, "-"),
    print: (line) => console.log(line),
  };
}

function readArguments() {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      options: { from: text, token: text, project: text, group: text, into: text, url: text, folder: text },
    }).values;
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\nUsage: ${USAGE}`);
  }
}

await run(async () => {
  await importFromGitLab(options());
});
