// `npm run preview:list`: all previews of the account.
import { branchesAtOrigin, localBranches } from "./branches.ts";
import { type PreviewRow, Registry } from "./registry.ts";
import { openAccount, type PreviewTools } from "./tools.ts";

/** @throws Failure */
export async function listPreviews(tools: PreviewTools): Promise<void> {
  const { names, databases } = await openAccount(tools);
  const rows = (await Registry.find(tools.wrangler, names, databases)?.list()) ?? [];
  if (rows.length === 0) {
    tools.print("There are no previews. npm run preview creates one for the current branch.");
    return;
  }
  const branches = { atOrigin: await branchesAtOrigin(tools.git), local: await localBranches(tools.git) };
  const lines = rows.map((row) => [
    row.name,
    row.branch ?? "-",
    branchState(row, branches),
    ageText(row.age),
    stateOrUrl(row),
  ]);
  tools.print(tableOf([["PREVIEW", "BRANCH", "BRANCH IS", "AGE", "URL"], ...lines]));
}

/** False for a branch that origin never had when it was deployed: it may exist on the machine of its author. */
export const isGone = ({ branch, at_origin }: PreviewRow, atOrigin: ReadonlySet<string>): boolean =>
  branch !== null && at_origin === 1 && !atOrigin.has(branch);

interface Branches {
  /** Null when they could not be read. */
  readonly atOrigin: ReadonlySet<string> | null;
  readonly local: ReadonlySet<string>;
}

function branchState(row: PreviewRow, { atOrigin, local }: Branches): string {
  if (row.branch === null) return "-";
  if (atOrigin?.has(row.branch)) return "at origin";
  if (atOrigin !== null && isGone(row, atOrigin)) return "gone";
  if (local.has(row.branch)) return "local";
  return atOrigin === null ? "unknown" : "not pushed";
}

function stateOrUrl({ name, state, url }: PreviewRow): string {
  if (state === "deleting") return `half deleted: npm run preview:delete -- ${name}`;
  if (state === "creating") return `unfinished: npm run preview on its branch, or npm run preview:delete -- ${name}`;
  return url ?? "no URL";
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function ageText(seconds: number): string {
  if (seconds >= 2 * DAY) return `${Math.floor(seconds / DAY)} days`;
  if (seconds >= 2 * HOUR) return `${Math.floor(seconds / HOUR)} hours`;
  return `${Math.floor(seconds / MINUTE)} min`;
}

/** Columns of equal width, two spaces apart. */
function tableOf(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
