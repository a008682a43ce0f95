// Counters stay exact: after any sequence of calls, X-Total of a list is the number of rows on all of its pages.
import { describe, expect, test } from "vitest";
import { type Actor, createAdmin, createUser, levels, unique } from "../support/actors.ts";
import type { Answer, Values } from "../support/api.ts";
import { tomorrow, yesterday } from "../support/days.ts";
import { createGroup, createProject } from "../support/factories.ts";
import { idsOf, pageThrough } from "../support/lists.ts";
import { once } from "../support/once.ts";
import { sampled } from "../support/sample.ts";
import { v4 } from "../support/v4.ts";

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface World {
  readonly seed: number;
  /** Part of the name of everything in it. */
  readonly marker: string;
  readonly people: Record<"owner" | "member" | "outsider" | "external" | "admin", Actor>;
  /** Ids, including those of deleted objects. */
  readonly groups: number[];
  readonly projects: number[];
  readonly any: <T>(things: readonly T[]) => T;
}

const visibilities = [0, 10, 20];
const roles = Object.values(levels);
const expiries = [undefined, undefined, yesterday, tomorrow];

/** The random calls. Many of them are refused, which must change nothing either. */
const actions: Record<string, (world: World) => Promise<Answer | undefined>> = {
  createGroup: async ({ marker, people, groups, any }) => {
    const name = unique(marker);
    const answer = await people.owner.post("/groups", { name, path: name, visibility_level: any(visibilities) });
    if (answer.status === 201) groups.push(answer.body.id);
    return answer;
  },
  deleteGroup: async ({ people, groups, any }) => people.owner.delete(`/groups/${any(groups)}`),
  changeGroup: async ({ people, groups, any }) =>
    people.owner.put(`/groups/${any(groups)}`, { visibility_level: any(visibilities) }),
  createProject: async ({ marker, people, groups, projects, any }) => {
    const place = any([{}, { namespace_id: any(groups) }, { namespace_id: any(groups) }]);
    const attributes = { name: unique(marker), visibility_level: any(visibilities), ...place };
    const answer = await people.owner.post("/projects", attributes);
    if (answer.status === 201) projects.push(answer.body.id);
    return answer;
  },
  deleteProject: async ({ people, projects, any }) => people.owner.delete(`/projects/${any(projects)}`),
  changeProject: async ({ people, projects, any }) =>
    people.owner.put(`/projects/${any(projects)}`, { visibility_level: any(visibilities) }),
  archive: async ({ people, projects, any }) => people.owner.post(`/projects/${any(projects)}/archive`),
  unarchive: async ({ people, projects, any }) => people.owner.post(`/projects/${any(projects)}/unarchive`),
  transfer: async ({ people, groups, projects, any }) =>
    people.admin.post(`/groups/${any(groups)}/projects/${any(projects)}`),
  fork: async ({ people, projects, any }) => {
    const answer = await any([people.member, people.outsider]).post(`/projects/fork/${any(projects)}`);
    if (answer.status === 201) projects.push(answer.body.id);
    return answer;
  },
  star: async (world) => somebody(world).post(`/projects/${world.any(world.projects)}/star`),
  unstar: async (world) => somebody(world).delete(`/projects/${world.any(world.projects)}/star`),
  share: async ({ people, groups, projects, any }) =>
    people.owner.post(`/projects/${any(projects)}/share`, {
      group_id: any(groups),
      group_access: levels.developer,
      expires_at: any(expiries)?.(),
    }),
  unshare: async ({ people, groups, projects, any }) =>
    people.owner.delete(`/projects/${any(projects)}/share/${any(groups)}`),
  addMember: async (world) =>
    world.people.owner.post(`${source(world)}/members`, {
      user_id: somebody(world).id,
      access_level: world.any(roles),
      expires_at: world.any(expiries)?.(),
    }),
  changeMember: async (world) =>
    world.people.owner.put(`${source(world)}/members/${somebody(world).id}`, { access_level: world.any(roles) }),
  removeMember: async (world) => world.people.owner.delete(`${source(world)}/members/${somebody(world).id}`),
  joinAndVanish: async (world) => {
    const passerBy = await createUser();
    const attributes = { user_id: passerBy.id, access_level: levels.guest };
    const places = [source(world), source(world)];
    for (const place of places) await world.people.owner.post(`${place}/members`, attributes);
    await passerBy.post(`/projects/${world.any(world.projects)}/star`);
    return world.people.admin.delete(`/users/${passerBy.id}`);
  },
};

const somebody = ({ people, any }: World): Actor => any(Object.values(people));
const source = ({ groups, projects, any }: World): string =>
  any([`/groups/${any(groups)}`, `/projects/${any(projects)}`]);

async function happenings(seed: number, count: number): Promise<World> {
  const next = numbersFrom(seed);
  const any = <T>(things: readonly T[]): T => {
    const thing = things[Math.floor(next() * things.length)];
    return thing as T;
  };
  const [owner, member, outsider, external, admin] = await Promise.all([
    createUser(),
    createUser(),
    createUser(),
    createUser({ external: true }),
    createAdmin(),
  ]);
  const marker = unique("world");
  const named = () => ({ name: unique(marker) });
  const group = await createGroup(owner, named());
  const project = await createProject(owner, named());
  const people = { owner, member, outsider, external, admin };
  const world: World = { seed, marker, people, groups: [group.id], projects: [project.id], any };
  // Creating calls are chosen more often than deleting ones, so that lists have more than one page.
  const choices = [
    ...Object.keys(actions),
    ...Array(4).fill("createProject"),
    ...Array(4).fill("addMember"),
    "createGroup",
  ];
  for (let step = 0; step < count; step += 1) {
    const action = any(choices);
    const answer = await actions[action]?.(world);
    expect(answer?.status, `step ${step}, ${action}: ${answer?.text}`).toBeLessThan(500);
  }
  return world;
}

/** The ids of those that the viewer can read one by one. */
async function readableBy(viewer: Actor, kind: "groups" | "projects", ids: readonly number[]): Promise<number[]> {
  const readable = [];
  for (const id of ids) if ((await viewer.get(`/${kind}/${id}`)).status === 200) readable.push(id);
  return readable;
}

/** What each person can read one by one. */
async function readableIn({ people, groups, projects }: World) {
  const readable = new Map<Actor, Record<"groups" | "projects", number[]>>();
  for (const viewer of Object.values(people)) {
    readable.set(viewer, {
      groups: await readableBy(viewer, "groups", groups),
      projects: await readableBy(viewer, "projects", projects),
    });
  }
  return (viewer: Actor) => readable.get(viewer) ?? { groups: [], projects: [] };
}

type List = readonly [path: string, query: Values];

/**
 * Lists with rows of this world only, as one of its users may request them. The filters of group projects take turns:
 * of one group every second filter, of the next group the others; the next seed swaps them.
 */
function ownLists(world: World, readable: Record<"groups" | "projects", number[]>, viewer: Actor): List[] {
  const { seed, marker, people, groups, any } = world;
  const filters: Values[] = [{}, { archived: true }, { visibility: "private" }, { visibility: "public" }];
  const orders = ["id", "name", "path", "created_at", "updated_at", "last_activity_at"];
  const projectLists = (path: string): List[] =>
    filters.map((filter) => [path, { ...filter, order_by: any(orders), sort: any(["asc", "desc"]) }]);
  const lists: List[] = [
    ["/groups/owned", {}],
    ["/groups", { all_available: true, search: marker }],
    ["/groups", { search: marker, order_by: "path", sort: "desc" }],
    ["/projects/visible", { search: marker }],
    ["/projects/visible", { search: marker, archived: true, order_by: "name" }],
    ...projectLists("/projects"),
    ...projectLists("/projects/owned"),
    ...projectLists("/projects/starred"),
    ["/projects", { starred: true }],
    ["/projects", { owned: true, archived: true }],
  ];
  if (viewer !== people.admin) lists.push(["/groups", {}], ["/namespaces", {}]);
  for (const [turn, id] of groups.entries()) {
    if (!readable.groups.includes(id)) continue;
    const of: List[] = [[`/groups/${id}/projects`, { search: marker }], ...projectLists(`/groups/${id}/projects`)];
    lists.push([`/groups/${id}/members`, {}], ...of.filter((_, n) => (n + turn + seed) % 2 === 0));
    lists.push([v4(`/groups/${id}/members/all`), {}]);
  }
  for (const id of readable.projects) {
    lists.push([`/projects/${id}/members`, {}], [`/projects/${id}/users`, {}], [v4(`/projects/${id}/members/all`), {}]);
  }
  return [...lists, ...lists.flatMap((list, n) => (n % 2 === seed % 2 ? inVersion4(list) : []))];
}

/** The list of v4 with the same rows; none if it has another address. */
function inVersion4([path, query]: List): List[] {
  if (path.startsWith("http") || path === "/projects/starred") return [];
  if (path === "/groups/owned") return [[v4("/groups"), { ...query, owned: true }]];
  if (path === "/projects/owned") return [[v4("/projects"), { ...query, owned: true }]];
  if (path === "/projects/visible") return [[v4("/projects"), query]];
  if (path === "/projects") return [[v4(path), { membership: true, ...query }]];
  return [[v4(path), path === "/groups" ? { all_available: false, ...query } : query]];
}

/** Lists of the whole server, which other tests change meanwhile, in both versions of the API. */
function serverLists(viewer: Actor, world: World): List[] {
  const lists = listsOfServer(viewer, world);
  const ofV3 = ["/projects/all"];
  return [...lists, ...lists.flatMap((list) => (ofV3.includes(list[0]) ? [] : inVersion4(list)))];
}

const listsOfServer = (viewer: Actor, { people }: World): List[] => [
  ["/users", {}],
  ["/groups", { all_available: true }],
  ["/projects/visible", {}],
  ["/projects/visible", { archived: true }],
  ["/projects/visible", { visibility: "public" }],
  ["/projects/visible", { visibility: "internal", sort: "asc" }],
  ...(viewer === people.admin
    ? ([
        ["/groups", {}],
        ["/projects/all", {}],
        ["/namespaces", {}],
      ] satisfies List[])
    : []),
];

/**
 * The number of rows on the last page, and the number X-Total of the same response implies; a page may be added
 * meanwhile.
 */
async function lastPage(viewer: Actor, [path, query]: List): Promise<{ rows: number; expected: number }> {
  const per_page = 20;
  let page = 1;
  for (;;) {
    const { body, headers } = await viewer.get(path, { ...query, page, per_page });
    const pages = Math.max(1, Number(headers.get("x-total-pages")));
    if (page === pages) return { rows: body.length, expected: Number(headers.get("x-total")) - (page - 1) * per_page };
    page = pages;
  }
}

/** Thousands of requests, beside other tests. */
const LONG = { timeout: 120_000 };

describe.for([1, 2])("after a hundred random calls of seed %i", (seed) => {
  /** Shared by all tests, which only read. */
  const happened = once(() => happenings(seed, 100));
  const readable = once(async () => readableIn(await happened()));

  test("X-Total of every list is the number of its rows, for every user, and no row appears twice", LONG, async () => {
    const world = await happened();
    const readableTo = await readable();
    const wrong: unknown[] = [];
    for (const [row, [who, viewer]] of Object.entries(world.people).entries()) {
      // In a sample the lists take turns: a person reads every second one of a seed, and the others of the next seed.
      for (const [path, query] of sampled(ownLists(world, readableTo(viewer), viewer), row + seed, 2)) {
        const { rows, totals } = await pageThrough(viewer, path, query, 6);
        const distinct = new Set(rows.map(({ id }) => id)).size;
        if (totals.size === 1 && totals.has(rows.length) && distinct === rows.length) continue;
        wrong.push({ who, path, query, totals: [...totals], rows: rows.length, distinct });
      }
    }
    expect(wrong).toEqual([]);
  });

  test("X-Total of server-wide lists matches the rows on the last page", LONG, async () => {
    const world = await happened();
    const wrong: unknown[] = [];
    for (const [who, viewer] of Object.entries(world.people)) {
      for (const list of serverLists(viewer, world)) {
        const { rows, expected } = await lastPage(viewer, list);
        if (rows !== expected) wrong.push({ who, list, rows, expected });
      }
    }
    expect(wrong).toEqual([]);
  });

  test("a list shows a user exactly the objects they can read one by one", LONG, async () => {
    const world = await happened();
    const readableTo = await readable();
    for (const viewer of Object.values(world.people)) {
      const listed = await Promise.all(
        [false, true].map((archived) =>
          viewer.get("/projects/visible", { archived, search: world.marker, per_page: 100 }),
        ),
      );
      expect(listed.flatMap(idsOf).sort()).toEqual(readableTo(viewer).projects.toSorted());
      const groups = await viewer.get("/groups", { all_available: true, search: world.marker, per_page: 100 });
      for (const id of idsOf(groups))
        expect(await viewer.get(`/groups/${id}`)).toMatchObject({ status: 200, body: { id } });
    }
  });
});
