// Names of previews: made from branches, and short enough for every name that contains them.
import { createHash } from "node:crypto";
import { Failure } from "../failure.ts";

/** Characters of a label of a host name, which is `<preview>-<Worker>`. */
const LONGEST_LABEL = 63;
const HASH_LENGTH = 6;

/** The names in the account that previews have, beside production's. */
export interface PreviewNames {
  /** The Worker whose previews they are. It serves nothing itself. */
  readonly worker: string;
  /** The D1 database that lists the previews. */
  readonly registry: string;
  /** The D1 database of one preview. */
  database(preview: string): string;
  /** Characters of a preview's name. */
  readonly longest: number;
}

export function namesBeside(production: { readonly workerName: string; readonly databaseName: string }): PreviewNames {
  const worker = `${production.workerName}-previews`;
  const database = (preview: string) => `${production.databaseName}-preview-${preview}`;
  const longest = LONGEST_LABEL - Math.max(worker.length + 1, database("").length);
  if (longest < HASH_LENGTH + 2) {
    throw new Failure(
      "The names in wrangler.toml leave no room for those of previews: shorten name and database_name to 40 characters.",
    );
  }
  return { worker, registry: `${production.databaseName}-previews`, database, longest };
}

/** Lower-case letters, digits and single dashes, of at most that length; empty for a text without letters and digits. */
export function slugOf(text: string, longest: number): string {
  const slug = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return slug.replace(/^-/, "").slice(0, longest).replace(/-$/, "");
}

/**
 * The names a branch's preview may have, best first: the slug, and the slug with a hash of the branch, for when another
 * branch has the same slug.
 */
export function candidateNames(branch: string, longest: number): readonly string[] {
  const hash = createHash("sha256").update(branch).digest("hex").slice(0, HASH_LENGTH);
  const slug = slugOf(branch, longest);
  const short = slugOf(branch, longest - HASH_LENGTH - 1);
  const hashed = short === "" ? `b-${hash}` : `${short}-${hash}`;
  return slug === "" ? [hashed] : [slug, hashed];
}

/** @throws Failure for a name that is no slug */
export function checkName(name: string, longest: number): string {
  if (name !== "" && slugOf(name, longest) === name) return name;
  throw new Failure(
    `${JSON.stringify(name)} cannot name a preview: use up to ${longest} lower-case letters, digits and single dashes.`,
  );
}
