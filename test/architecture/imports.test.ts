// Imports run one way: routes -> services -> db, and nothing knows who uses it. A folder here lists all it may import.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../../src");

interface Import {
  readonly file: string;
  /** A package, or a path below src. */
  readonly target: string;
  readonly typeOnly: boolean;
}

/** The rules, the most particular folder first. `types:` allows imports of types only. */
const allowed: [folder: string, targets: string[]][] = [
  ["db/schema/", ["drizzle-orm", "db/schema/"]],
  ["db/queries/", ["drizzle-orm", "db/", "permissions/visible.ts"]],
  ["db/", ["drizzle-orm", "@libsql/client/http", "db/"]],
  ["permissions/visible.ts", ["drizzle-orm", "types:db/schema/"]],
  ["permissions/token.ts", ["node:"]],
  ["permissions/abilities.ts", ["types:db/schema/"]],
  [
    "permissions/require.ts",
    ["db/queries/", "http/endpoint.ts", "http/errors.ts", "permissions/", "types:db/", "types:http/"],
  ],
  // git knows no database and no HTTP.
  ["git/repository-object.ts", ["cloudflare:workers", "git/"]],
  ["git/", ["node:", "git/", "object-storage/"]],
  ["object-storage/", ["object-storage/"]],
  [
    "jobs/",
    [
      "cloudflare:workers",
      "db/open.ts",
      "db/queries/hooks.ts",
      "env.ts",
      "git/open.ts",
      "git/repository-object.ts",
      "jobs/",
      "object-storage/",
      "services/",
      "types:db/",
      "types:git/",
    ],
  ],
  [
    "presenters/",
    [
      "presenters/",
      "services/time-tracking/duration.ts",
      "services/merge-requests/work-in-progress.ts",
      "services/notification-settings/levels.ts",
      "types:db/",
      "types:git/",
      "types:jobs/deliveries.ts",
    ],
  ],
  [
    "services/",
    [
      "db/queries/",
      "git/repository/ref-store.ts",
      "permissions/abilities.ts",
      "permissions/token.ts",
      "services/",
      "types:drizzle-orm",
      "types:db/",
      "types:git/",
      "types:permissions/",
    ],
  ],
  [
    "routes/git/",
    [
      "db/queries/",
      "git/transport/git-request.ts",
      "http/limits.ts",
      "http/request-body.ts",
      "middleware/authenticate-git.ts",
      "permissions/",
      "routes/",
      "types:db/",
      "types:git/",
    ],
  ],
  [
    "routes/",
    [
      "db/queries/",
      "http/",
      "permissions/",
      "presenters/",
      "routes/",
      "services/",
      "types:db/schema/",
      "types:db/",
      "types:git/",
    ],
  ],
  ["http/serve-endpoint.ts", ["hono", "db/queries/viewer.ts", "http/", "middleware/", "types:db/"]],
  ["http/on-error.ts", ["hono", "git/open.ts", "http/", "types:middleware/"]],
  [
    "http/",
    [
      "valibot",
      "http/",
      "node:buffer",
      "types:db/",
      "types:git/open.ts",
      "types:jobs/couriers.ts",
      "types:jobs/notifiers.ts",
      "types:middleware/",
      "types:permissions/",
    ],
  ],
  [
    "middleware/",
    [
      "hono",
      "db/",
      "env.ts",
      "git/open.ts",
      "http/",
      "jobs/couriers.ts",
      "jobs/notifiers.ts",
      "middleware/",
      "node:buffer",
      "permissions/token.ts",
      "types:permissions/",
    ],
  ],
  ["env.ts", ["valibot", "permissions/token.ts", "types:git/open.ts", "types:jobs/"]],
  ["app.ts", ["hono", "http/", "middleware/", "routes/index.ts", "routes/git/router.ts"]],
  ["index.ts", ["app.ts", "jobs/"]],
];

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

function importsOf(file: string): Import[] {
  const text = readFileSync(join(source, file), "utf8");
  const statements = text.matchAll(/^(?:import|export) (type )?(?:[^;"]*? from )?"([^"]+)";|import\("([^"]+)"\)/gm);
  return [...statements].map(([statement, type, path, dynamic]) => {
    const target = path ?? dynamic ?? "";
    const named = /\{([^}]*)\}/.exec(statement)?.[1]?.split(",") ?? [""];
    const typeOnly = type !== undefined || named.every((name) => name.trim() === "" || name.trim().startsWith("type "));
    return {
      file,
      target: target.startsWith(".") ? relative(source, join(source, dirname(file), target)) : target,
      typeOnly: typeOnly && named.some((name) => name.trim() !== ""),
    };
  });
}

function isAllowed({ file, target, typeOnly }: Import): boolean {
  const rule = allowed.find(([folder]) => file.startsWith(folder));
  return (rule?.[1] ?? []).some((entry) =>
    entry.startsWith("types:") ? typeOnly && target.startsWith(entry.slice("types:".length)) : target.startsWith(entry),
  );
}

test("every file of src is under a rule", () => {
  expect(files.filter((file) => !allowed.some(([folder]) => file.startsWith(folder)))).toEqual([]);
});

test("every import is one its folder may have", () => {
  const imports = files.flatMap(importsOf);
  expect(imports.length).toBeGreaterThan(400);
  expect(imports.filter((one) => !isAllowed(one)).map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});
