// Everything that a viewer can read, by every route and by queries that could count or order by hidden rows.
import type { Cast } from "../support/actors.ts";
import { type Answer, type Caller, type Values, withQuery } from "../support/api.ts";
import { keyOf, type WalkedRoute } from "../support/every-api.ts";
import { inParallel } from "../support/in-parallel.ts";
import { sampled } from "../support/sample.ts";
import { LATER_IIDS, namesOf, type Place, SECRET, SECRET_IID, type World } from "./confidential-world.ts";
import { pathOf, readings, whole } from "./walk.ts";

/**
 * Names that would reveal more than the test is about, and lists of the whole server, which other tests change
 * meanwhile.
 */
const narrowings: Readonly<Record<string, (world: World) => Values>> = {
  "GET /users": ({ cast }) => ({ search: cast.guest.username }),
  "GET /groups": ({ group }) => ({ all_available: true, search: group.path }),
  "GET /projects/:id/repository/compare": () => ({ from: "main", to: "main" }),
  "GET /projects/:id/repository/files": () => ({ file_path: "README.md", ref: "main" }),
  "GET /projects/:id/repository/blobs/:sha{.+}": () => ({ filepath: "README.md" }),
  "GET /projects/:id/repository/commits/:sha{.+}/blob": () => ({ filepath: "README.md" }),
  "GET /unsubscribe": () => ({ token: "of-nobody" }),
  "GET /projects/visible": ({ places }) => ({ search: places[0].project.name }),
  "v4 GET /users": ({ cast }) => ({ search: cast.guest.username }),
  "v4 GET /groups": ({ group }) => ({ all_available: true, search: group.path }),
  "v4 GET /projects": ({ places }) => ({ search: places[0].project.name }),
  "v4 GET /projects/:id/repository/compare": () => ({ from: "main", to: "main" }),
  "v4 GET /projects/:id/repository/merge_base": () => ({ refs: ["main", "v1"] }),
  "v4 GET /projects/:id/repository/files/:file_path{.+}": () => ({ ref: "main" }),
};

/** The queries of a list, each of which could count or order by hidden rows. */
function queriesOf(world: World, place: Place, route: WalkedRoute): Values[] {
  const narrowing = narrowings[keyOf(route)]?.(world) ?? {};
  const { issue } = place;
  // A moved issue appears in the second place by the same statements.
  if (place !== world.places[0]) return route.isV4 ? queriesOfV4(world, place, route).slice(0, 1) : [narrowing];
  if (route.isV4) return queriesOfV4(world, place, route).map((query) => ({ ...narrowing, ...query }));
  const { params } = route.endpoint;
  const queries: Values[] = [{}];
  if ("page" in params) queries.push({ page: 2, per_page: 1 });
  if ("order_by" in params && route.path !== "/groups") {
    queries.push({ order_by: "updated_at", sort: "asc" });
    if (!("iid" in params || "milestone" in params)) queries.push({ order_by: "last_activity_at" });
  }
  if ("action" in params) queries.push({ state: "done" }, { author_id: world.author.id, type: "Issue" });
  if ("milestone" in params) {
    queries.push(
      { state: "opened", labels: issue.label },
      { state: "closed" },
      { milestone: issue.milestone },
      { milestone: "#upcoming" },
      { labels: "No Label", milestone: "No Milestone" },
      { author_id: world.author.id },
      { assignee_id: world.cast.developer.id },
      { search: SECRET },
    );
  }
  if ("iid" in params) queries.push(...[SECRET_IID, ...LATER_IIDS].map((iid) => ({ iid })));
  return queries.map((query) => ({ ...narrowing, ...query }));
}

/** Scopes of a search, each with words that find something public as well. */
function searches({ cast }: World, { issue, project }: Place, { path }: WalkedRoute): Values[] {
  const words: Readonly<Record<string, readonly string[]>> = {
    issues: [SECRET, issue.milestone],
    merge_requests: [`Closes #${SECRET_IID}, see`],
    milestones: [issue.milestone],
    users: [cast.guest.username],
    ...(path.startsWith("/projects/") ? { commits: ["README"], blobs: ["Read me"] } : { projects: [project.name] }),
  };
  return Object.entries(words).flatMap(([scope, all]) => all.map((search) => ({ scope, search })));
}

/**
 * Those of API v4. Dashboards of everybody's issues are narrowed to the label of this world, or to its author, since
 * other tests write issues meanwhile.
 */
function queriesOfV4(world: World, place: Place, route: WalkedRoute): Values[] {
  const { params, access } = route.endpoint;
  const { issue } = place;
  if (route.path.endsWith("/search")) return searches(world, place, route);
  if (!("labels_all" in params)) {
    const isPaged = "page" in params && access !== "admin" && params.page !== undefined;
    const filters: Values[] = "action" in params ? [{ state: "done" }, { author_id: world.author.id }] : [];
    const events: Values[] = "target_type" in params ? [{ target_type: "issue" }, { target_type: "note" }] : [];
    const counted: Values[] = "with_counts" in params ? [{ with_counts: true }] : [];
    return [{}, ...(isPaged ? [{ page: 2, per_page: 1 }] : []), ...filters, ...events, ...counted];
  }
  const labels = issue.label;
  const byAuthor = { author_id: world.author.id };
  const all = (queries: Values[]) => queries.map((query) => ("scope" in params ? { scope: "all", ...query } : query));
  const filtered: Values[] = [
    { labels },
    { labels, state: "opened" },
    { labels, state: "closed" },
    byAuthor,
    { ...byAuthor, search: SECRET },
    { ...byAuthor, iids: [SECRET_IID, ...LATER_IIDS] },
    { ...byAuthor, "not[labels]": labels },
    { ...byAuthor, my_reaction_emoji: "Any" },
    { ...byAuthor, assignee_id: "None" },
    { labels, assignee_id: world.cast.developer.id },
    ...("milestone" in params
      ? [
          { labels, milestone: issue.milestone },
          { ...byAuthor, milestone: "None" },
        ]
      : []),
    ...("confidential" in params
      ? [
          { labels, confidential: true },
          { labels, confidential: false },
        ]
      : []),
  ];
  const orders: Values[] = ["updated_at", "title", "popularity", "milestone_due", "label_priority", "priority"].map(
    (order_by) => ({ labels, order_by, sort: "asc" }),
  );
  return [
    {},
    ...all(filtered),
    ...("order_by" in params ? all(orders) : []),
    ...("page" in params ? all([{ labels, page: 2, per_page: 1 }]) : []),
    ...("with_labels_details" in params ? all([{ labels, with_labels_details: true }]) : []),
  ];
}

interface Asked {
  readonly route: string;
  readonly path: string;
}

/** False for repository routes, which are not read in the second place: nothing in the first place affects them. */
const isOfIssues = ({ path }: WalkedRoute): boolean => !path.includes("/repository/");

/** Chooses some of the queries of a route. */
type Choice = (queries: readonly Values[], row: number) => readonly Values[];

/** Three queries of a list show that a route differs; the others are for those who may see less. */
export const briefly: Choice = (queries) => queries.slice(0, 3);

const thoroughly: Choice = (queries) => queries;

/** Everything readable, as one viewer gets it. */
export async function read(
  world: World,
  viewer: Caller,
  places: readonly Place[] = world.places,
  { routes = readings, choose = thoroughly }: { routes?: typeof readings; choose?: Choice } = {},
): Promise<Reading> {
  const asked = new Map<string, Asked>();
  for (const [row, route] of routes.entries()) {
    for (const place of places) {
      if (place !== world.places[0] && !isOfIssues(route)) continue;
      for (const query of choose(queriesOf(world, place, route), row)) {
        const path = withQuery(pathOf(route, namesOf(world, place)), query);
        asked.set(path, { route: keyOf(route), path });
      }
    }
  }
  return ask(viewer, [...asked.values()]);
}

const AT_ONCE = 6;

async function ask(viewer: Caller, asked: readonly Asked[]): Promise<Reading> {
  const responses = await inParallel(AT_ONCE, asked, async ({ route, path }) => {
    const answer = await viewer.get(path);
    return { route, path, response: whole(answer), isBlind: isBlind(answer) };
  });
  return new Map(responses.map((one) => [one.path, one]));
}

/** True if the request was refused without a database query, as most anonymous ones are; that never changes. */
const isBlind = ({ status, cost }: Answer): boolean => status === 401 && cost.roundTrips === 0;

type Reading = Map<string, Asked & { readonly response: string; readonly isBlind: boolean }>;

const differences = (before: Reading, after: Reading) =>
  [...before.values()].flatMap(({ route, path, response }) => {
    const now = after.get(path)?.response;
    return now === response ? [] : [{ route, path, before: response, after: now }];
  });

export const routesThatDiffer = (before: Reading, after: Reading): string[] =>
  [...new Set(differences(before, after).map(({ route }) => route))].sort();

/**
 * Users who may not see it. The guest is a member of the group, the outsider has written other issues. In a sample each
 * query is read by one of these, and a quarter without signing in.
 */
const unseeing: readonly { who: keyof Cast; choose: Choice }[] = [
  { who: "outsider", choose: (queries, row) => sampled(queries, row, 2) },
  { who: "guest", choose: (queries, row) => sampled(queries, row + 1, 2) },
  { who: "anonymous", choose: sampled },
];

/** Reads as each of them; the result reads again, and returns the differences. Blind refusals are not repeated. */
export async function readByUnseeing(world: World) {
  const before = await Promise.all(
    unseeing.map(async ({ who, choose }) => ({
      who,
      response: await read(world, world.cast[who], world.places, { choose }),
    })),
  );
  const looked = before.map(({ who, response }) => ({
    who,
    response: new Map([...response].filter(([, { isBlind }]) => !isBlind)),
  }));
  return async () => {
    const all = looked.map(async ({ who, response }) => {
      const now = await ask(world.cast[who], [...response.values()]);
      return differences(response, now).map((difference) => ({ who, ...difference }));
    });
    return (await Promise.all(all)).flat();
  };
}
