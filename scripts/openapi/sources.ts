// The sources of the description.
import { Failure } from "../failure.ts";
import { hashSources } from "../source-hash.ts";

const folders = ["src", "scripts/openapi"];
/** A change of the pages, which nothing that the API imports may import, does not describe the API again. */
const leftOut = ["src/pages"];

/** The hash of all sources. The lock file stands for the dependencies. */
export const keyOfSources = (): string => hashSources("", folders, ["package-lock.json", "tsconfig.json"], leftOut);

const isInOneOf = (path: string, among: readonly string[]) => among.some((folder) => path.startsWith(`${folder}/`));
const isKeyed = (path: string) => isInOneOf(path, [...folders, "node_modules"]) && !isInOneOf(path, leftOut);

/**
 * @param read what the description was made of, by paths relative to the project's folder
 * @throws Failure if the key lacks one of them: after a change of it the description would be taken for current
 */
export function assertKeyed(read: readonly string[]): void {
  const file = read.find((path) => !isKeyed(path));
  if (file !== undefined) {
    throw new Failure(
      `The API depends on ${file}, whose changes would not describe it again (${import.meta.filename}).`,
    );
  }
}
