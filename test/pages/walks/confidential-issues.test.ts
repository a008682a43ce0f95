// No page reveals a confidential issue to visitors who may not see it.
import { expect, test } from "vitest";
import { notificationsOf, notificationsUpTo } from "../../api/v3/notifications/notifications.ts";
import { at, createSecret, createWorld, discuss, SECRET, type World } from "../../permissions/confidential-world.ts";
import { WALK } from "../../permissions/walk.ts";
import { ok } from "../../support/actors.ts";
import { inParallel } from "../../support/in-parallel.ts";
import { isSample, sampled } from "../../support/sample.ts";
import { type PageNames, pagePatterns, pathOfPage, type Visitor, visit, visitorWith, wholeOf } from "./every-page.ts";

/** Of records that the walk does not need. */
const ABSENT = 999_999_999;

/** The numbers that the next issues in the project get: their pages must stay missing ones. */
const NEXT = [4, 5];

function namesOf({ cast, group, places }: World, which: 0 | 1): PageNames {
  const { project, issue } = places[which];
  return {
    namespace: group.path,
    group: group.path,
    project: project.path,
    username: cast.developer.username,
    ref: "main",
    sha: "main",
    tag: "v1",
    secret: "0".repeat(32),
    filename: "a.png",
    range: "main...v1",
    iid: issue.iid,
    mr_iid: 1,
    milestone_iid: 1,
    label_id: issue.label_id,
    hook: ABSENT,
    delivery: ABSENT,
    user: cast.developer.id,
  };
}

/** Lists of the whole server, which other tests change meanwhile. */
const narrowings: Readonly<Record<string, (world: World) => string>> = {
  "/-/explore": ({ places }) => `search=${places[0].project.name}`,
  "/-/explore/groups": ({ group }) => `search=${group.path}`,
};

/** Queries of lists of issues, each of which could count or order by hidden rows. */
const queriesOf = ({ places: [{ issue }], author, cast }: World): string[] => [
  "",
  "state=all",
  "state=closed",
  `state=all&search=${encodeURIComponent(SECRET)}`,
  `state=all&labels=${issue.label}`,
  `state=all&label_name=${issue.label}`,
  `state=all&milestone=${issue.milestone}`,
  `state=all&author=${author.username}&author_id=${author.id}`,
  `state=all&assignee=${cast.developer.username}&assignee_id=${cast.developer.id}`,
  "state=all&order_by=updated_at&sort=asc&page=2&per_page=1",
];

function pathsOf(world: World): string[] {
  const paths = pagePatterns.flatMap((pattern) => {
    const narrowing = narrowings[pattern]?.(world);
    if (narrowing !== undefined) return [`${pathOfPage(pattern, namesOf(world, 0))}?${narrowing}`];
    const places = pattern.includes(":project") && /issues|milestones|labels|atom|activity|:project$/.test(pattern);
    const own = ([0, 1] as const).slice(0, places ? 2 : 1).map((which) => pathOfPage(pattern, namesOf(world, which)));
    const numbered = /\/issues\/:iid/.test(pattern)
      ? NEXT.map((iid) => pathOfPage(pattern, { ...namesOf(world, 0), iid }))
      : [];
    const people = pattern.startsWith("/:username")
      ? [world.author, world.cast.reporter].map(({ username }) => pathOfPage(pattern, { username }))
      : [];
    const listed = /\/(issues|todos|activity)$/.test(pattern)
      ? own.flatMap((path) => queriesOf(world).map((query) => `${path}?${query}`))
      : own;
    return [...listed, ...numbered, ...people];
  });
  return [...new Set(paths)];
}

const AT_ONCE = 6;

async function read(visitor: Visitor, paths: readonly string[]): Promise<Map<string, string>> {
  const responses = await inParallel(
    AT_ONCE,
    paths,
    async (path): Promise<[string, string]> => [path, await wholeOf(await visit(visitor, path))],
  );
  return new Map(responses);
}

const differing = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...before].filter(([path, response]) => after.get(path) !== response).map(([path]) => path);

test("no page of a visitor who may not see it differs by a byte, from its creation to its move", WALK, async () => {
  const world = await createWorld();
  const { cast, places } = world;
  const paths = pathsOf(world);
  const visitors = {
    anonymous: await visitorWith(null),
    outsider: await visitorWith(cast.outsider.token),
    external: await visitorWith(cast.external.token),
    guest: await visitorWith(cast.guest.token),
  };
  const readAll = async () => {
    const all: [string, Map<string, string>][] = [];
    for (const [row, [who, visitor]] of Object.entries(visitors).entries())
      all.push([who, await read(visitor, sampled(paths, row, 2))]);
    return all;
  };
  // They arrive after what causes them, and are part of pages.
  for (const mentioned of [cast.outsider, cast.guest]) await notificationsOf(mentioned, 4);
  const before = await readAll();
  const reporter = await visitorWith(cast.reporter.token);
  const seen = await read(reporter, sampled(paths, 0, 2));
  await createSecret(world, true);
  const shown = differing(seen, await read(reporter, [...seen.keys()])).length;
  expect(shown, "pages that show it to a reporter").toBeGreaterThan(isSample ? 10 : 20);
  // One read for both: what the new issue reveals is no less beside one that was discussed and moved.
  const other = await createSecret(world, true);
  await discuss(world, other);
  await ok(cast.reporter.post(`${at(other)}/move`, { to_project_id: places[1].project.id }));
  // The move is the last event: whoever else is notified has been by then.
  await notificationsUpTo(cast.owner, "moved");
  const after = new Map(await readAll());
  const changed = before.flatMap(([who, responses]) =>
    differing(responses, after.get(who) ?? new Map()).map((path) => `${who}: ${path}`),
  );
  expect(changed).toEqual([]);
});
