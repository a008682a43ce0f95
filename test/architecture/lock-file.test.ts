// package-lock.json, from which `npm ci` installs.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/project.ts";

interface Locked {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8")) as {
  packages: Readonly<Record<string, Locked>>;
};

/** Whether Node's search for `name` from `folder` upwards finds a locked package. */
function isLocked(folder: string, name: string): boolean {
  if (join(folder, "node_modules", name) in packages) return true;
  return folder !== "." && isLocked(dirname(folder), name);
}

// npm leaves out what its registry does not serve, and `npm ci` of npm 11 then refuses the file.
test("every dependency is locked, also those of other operating systems", () => {
  const missing = Object.entries(packages).flatMap(([folder, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isLocked(folder === "" ? "." : folder, name))
      .map((name) => `${folder} ${name}`),
  );
  expect(missing).toEqual([]);
});

test("no package is bound to the registry it once came from", () => {
  const bound = Object.entries(packages).filter(([, { resolved, link }]) => resolved !== undefined && link !== true);
  expect(bound.map(([folder]) => folder)).toEqual([]);
});
