// Imports run one way: routes -> services -> db. Each folder lists everything it may import.
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

/** The rules, the most specific folder first. `types:` allows type imports only. */
const allowed: [folder: string, targets: string[]][] = [
  ["db/schema/", ["drizzle-orm", "db/schema/"]],
  ["db/queries/", ["drizzle-orm", "db/", "permissions/visible.ts"]],
  ["db/", ["drizzle-orm", "@libsql/client/http", "db/"]],
  ["permissions/visible.ts", ["drizzle-orm", "types:db/schema/"]],
  ["permissions/token.ts", ["node:"]],
  ["permissions/scopes.ts", []],
  ["permissions/abilities.ts", ["types:db/schema/"]],
  // git must remain extractable as a package of its own.
  ["git/", ["node:", "git/"]],
  ["durable-objects/sqlite.ts", []],
  [
    "durable-objects/",
    [
      "cloudflare:workers",
      "db/open.ts",
      "db/queries/",
      "durable-objects/",
      "env.ts",
      "events/",
      "git/",
      "hooks/",
      "notifications/",
      "services/",
      "types:db/",
    ],
  ],
  [
    "events/",
    [
      "db/queries/audit-events/",
      "db/queries/events/",
      "db/queries/projects/projects.ts",
      "events/",
      "types:drizzle-orm",
      "types:db/",
      "types:durable-objects/sqlite.ts",
      "types:git/",
    ],
  ],
  [
    "hooks/",
    [
      "db/queries/",
      "durable-objects/sqlite.ts",
      "events/",
      "git/repository/ref-store.ts",
      "hooks/",
      "node:buffer",
      "node:crypto",
      "services/",
      "types:db/",
      "types:durable-objects/",
      "types:git/",
    ],
  ],
  [
    "notifications/",
    [
      "hono/html",
      "db/queries/",
      "durable-objects/sqlite.ts",
      "events/",
      "notifications/",
      "permissions/",
      "services/",
      "types:db/",
    ],
  ],
  [
    "services/",
    [
      "db/queries/",
      "events/",
      "git/repository/ref-store.ts",
      "hooks/",
      "notifications/",
      "permissions/abilities.ts",
      "permissions/scopes.ts",
      "permissions/token.ts",
      "services/",
      "types:drizzle-orm",
      "types:db/",
      "types:durable-objects/",
      "types:git/",
      "types:permissions/",
    ],
  ],
  ["http/", ["valibot", "http/", "node:buffer", "node:crypto"]],
  ["observability/", ["observability/"]],
  [
    "middleware/",
    [
      "hono",
      "db/",
      "durable-objects/",
      "env.ts",
      "http/",
      "middleware/",
      "node:buffer",
      "observability/",
      "permissions/scopes.ts",
      "permissions/token.ts",
      "types:permissions/",
    ],
  ],
  [
    "api/presenters/",
    [
      "api/presenters/",
      "services/notification-settings/levels.ts",
      "types:api/presenter-context.ts",
      "types:db/",
      "types:git/",
    ],
  ],
  [
    "api/v3/presenters/",
    [
      "api/v3/presenters/",
      "api/events/wording.ts",
      "api/presenters/",
      "services/projects/open-issues-count.ts",
      "services/time-tracking/duration.ts",
      "services/merge-requests/work-in-progress.ts",
      "types:db/",
      "types:api/presenter-context.ts",
      "types:api/tokens/new-token.ts",
      "types:git/",
      "types:hooks/",
    ],
  ],
  [
    "api/v4/presenters/",
    [
      "api/v4/presenters/",
      "api/events/wording.ts",
      "api/presenters/",
      "services/projects/open-issues-count.ts",
      "services/merge-requests/detailed-status.ts",
      "services/discussions/positions.ts",
      "services/merge-requests/work-in-progress.ts",
      "services/number-of-name.ts",
      "services/releases/sources.ts",
      "services/texts/tasks.ts",
      "services/time-tracking/duration.ts",
      "types:api/presenter-context.ts",
      "types:api/tokens/new-token.ts",
      "types:db/",
      "types:git/",
      "types:hooks/",
    ],
  ],
  [
    "api/idempotency/",
    [
      "hono",
      "node:",
      "api/",
      "db/queries/idempotency/",
      "durable-objects/repositories.ts",
      "http/",
      "middleware/",
      "types:db/",
      "types:permissions/",
    ],
  ],
  [
    "api/",
    [
      "hono",
      "api/",
      "db/queries/",
      "durable-objects/repositories.ts",
      "git/transport/git-request.ts",
      "hooks/send-test-event.ts",
      "http/",
      "notifications/unsubscription.ts",
      "observability/log-line.ts",
      "middleware/",
      "permissions/",
      "services/",
      "types:db/",
      "types:durable-objects/",
      "types:git/",
      "types:hooks/",
    ],
  ],
  [
    "pages/content/",
    [
      "marked",
      "xss",
      "db/queries/projects/row.ts",
      "db/queries/references/",
      "pages/content/",
      "services/texts/",
      "types:db/",
      "types:durable-objects/",
      "types:permissions/",
    ],
  ],
  [
    "pages/",
    [
      "hono",
      "api/",
      "db/queries/",
      "durable-objects/repositories.ts",
      "env.ts",
      "http/",
      "middleware/",
      "node:buffer",
      "node:crypto",
      "observability/log-line.ts",
      "pages/",
      "permissions/",
      "services/",
      "types:db/",
      "types:durable-objects/",
      "types:git/",
      "types:hooks/",
    ],
  ],
  ["env.ts", ["valibot", "permissions/token.ts", "types:durable-objects/"]],
  ["app.ts", ["hono", "api/", "http/", "middleware/", "pages/"]],
  ["index.ts", ["app.ts", "durable-objects/"]],
];

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));

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

test("every file of src is covered by a rule", () => {
  expect(files.filter((file) => !allowed.some(([folder]) => file.startsWith(folder)))).toEqual([]);
});

test("every file imports only what its folder's rule allows", () => {
  const imports = files.flatMap(importsOf);
  expect(imports.length).toBeGreaterThan(400);
  expect(imports.filter((one) => !isAllowed(one)).map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test("no version of the API imports another, and nothing below them imports one", () => {
  const versionOf = (path: string) => /^api\/(v\d)\//.exec(path)?.[1];
  const shared = (file: string) => file.startsWith("api/") && versionOf(file) === undefined;
  const wrong = files
    .flatMap(importsOf)
    .filter(({ file, target }) => versionOf(target) !== undefined && versionOf(file) !== versionOf(target))
    .filter(({ file }) => versionOf(file) !== undefined || shared(file));
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

/** Tarjan's algorithm: the strongly connected components of the import graph. */
function findCycles(targetsOf: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    lowest.set(file, index);
    stack.push(file);
    for (const target of targetsOf.get(file) ?? []) {
      const reached = order.has(target) ? (stack.includes(target) ? order.get(target) : undefined) : visit(target);
      lowest.set(file, Math.min(lowest.get(file) ?? index, reached ?? index));
    }
    const low = lowest.get(file) ?? index;
    if (low === index) {
      const component = stack.splice(stack.indexOf(file));
      if (component.length > 1) cycles.push(component.sort());
    }
    return low;
  };
  for (const file of targetsOf.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

test("no file imports itself through others, not even for a type", () => {
  const targetsOf = new Map(files.map((file) => [file, importsOf(file).map(({ target }) => target)]));
  expect(findCycles(targetsOf)).toEqual([]);
});

test("a cycle is detected", () => {
  const targetsOf = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", ["a"]],
    ["d", []],
  ]);
  expect(findCycles(targetsOf)).toEqual([["a", "b", "c"]]);
});
