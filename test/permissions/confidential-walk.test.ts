// One visibility predicate: no route tells those who may not see a confidential issue that there is one. Every route
// of the API is walked, so that a new one is walked as well, or has to be left out with a reason.
import { describe, expect, test } from "vitest";
import type { Route } from "../../src/http/route-table.ts";
import { routes } from "../../src/routes/index.ts";
import { type Actor, type Cast, createUser, levels, ok, unique } from "../support/actors.ts";
import { type Answer, type Caller, send, type Values, withQuery } from "../support/api.ts";
import { joinProject } from "../support/belonging.ts";
import {
  createCast,
  createFullIssue,
  createIssue,
  createProject,
  type FullIssue,
  type Group,
  type Issue,
  type Project,
} from "../support/factories.ts";

/** Nothing ever had this id. */
const ABSENT = 999_999_999;

/** A walk is some hundred requests. */
const WALK = { timeout: 120_000 };

/** Routes that are not walked, and why. */
const leftOut: Readonly<Record<string, string>> = {
  "POST /user/personal_access_tokens": "answers a new secret each time, and knows of its user only",
  "POST /projects": "answers a new secret each time, of a project in which there is nothing yet",
};

const keyOf = ({ method, path }: Route): string => `${method} ${path}`;
const walked = routes.filter((route) => !(keyOf(route) in leftOut));
const readings = walked.filter(({ method }) => method === "GET");
const writings = walked.filter(({ method }) => method !== "GET");

/** What the segments of paths name; `id` goes by what stands before it. */
type Names = Readonly<Record<string, string | number>>;

function pathOf({ method, path }: Pick<Route, "method" | "path">, names: Names): string {
  const [, first = ""] = path.split("/");
  return path.replace(/:(\w+)(\{[^}]*\})?/g, (_, param: string) => {
    const ofNote = param === "award_id" && path.includes("/:note_id/");
    const value = names[param === "id" ? first.replace(/s$/, "") : ofNote ? "note_award_id" : param];
    if (value !== undefined) return encodeURIComponent(value);
    throw new Error(
      `Nothing to walk ${method} ${path} with: give ${param} a name, or leave the route out with a reason.`,
    );
  });
}

/** A project, and what is in it for everybody to see. */
interface Place {
  readonly project: Project;
  readonly issue: FullIssue;
}

interface World {
  readonly cast: Cast;
  /** Of the outsider's kind, and writes the confidential issue. */
  readonly author: Actor;
  readonly group: Group;
  /** Two of them: what happens in the first can end up in the second. */
  readonly places: readonly [Place, Place];
}

async function createWorld(): Promise<World> {
  const [{ cast, group, project }, author] = await Promise.all([
    createCast({ visibility_level: 20 }, { visibility_level: 20 }),
    createUser(),
  ]);
  const other = await createProject(cast.owner, { namespace_id: group.id, visibility_level: 20 });
  const titles = { label: unique("label"), milestone: unique("milestone") };
  const description = `For @${cast.outsider.username}, @${cast.guest.username} and @${author.username}`;
  const furnish = async (place: Project): Promise<Place> => {
    await joinProject(cast.owner, place, cast.reporter, "reporter");
    const issue = await createFullIssue(cast.owner, place, { ...titles, description });
    for (const writer of [cast.outsider, cast.guest]) await createIssue(writer, place);
    return { project: place, issue };
  };
  const places = [await furnish(project), await furnish(other)] as const;
  for (const viewer of [cast.outsider, cast.guest, cast.reporter, author]) {
    await ok(viewer.post(`/projects/${project.id}/star`));
  }
  return { cast, author, group, places };
}

const namesOf = ({ cast, group }: World, { project, issue }: Place): Names => ({
  group: group.id,
  group_id: group.id,
  project: project.id,
  project_id: project.id,
  forked_from_id: project.id,
  project_namespace: group.path,
  project_path: project.path,
  query: project.name,
  user: cast.reporter.id,
  user_id: cast.reporter.id,
  token_id: ABSENT,
  todo: issue.todo_id,
  ...namesOfIssue(issue),
});

function namesOfIssue(issue: FullIssue): Names {
  const { label_id, milestone_id, issue_id, noteable_id, subscribable_id, note_id, award_id, note_award_id } = issue;
  return { label_id, milestone_id, issue_id, noteable_id, subscribable_id, note_id, award_id, note_award_id };
}

/** Lists of the whole server, on which others are at work as well, and what narrows them to this world. */
const narrowings: Readonly<Record<string, (world: World) => Values>> = {
  "GET /users": ({ cast }) => ({ search: cast.guest.username }),
  "GET /groups": ({ group }) => ({ all_available: true, search: group.path }),
  "GET /projects/visible": ({ places }) => ({ search: places[0].project.name }),
};

const SECRET = "a secret to search for";

/** The ways to ask for a list, each of which could count or order by what it hides. */
function queriesOf(world: World, place: Place, route: Route): Values[] {
  const narrowing = narrowings[keyOf(route)]?.(world) ?? {};
  const { issue } = place;
  // A moved issue shows in the second place by the same statements.
  if (place !== world.places[0]) return [narrowing];
  const { params } = route.endpoint;
  const queries: Values[] = [{}];
  if ("page" in params) queries.push({ page: 2, per_page: 1 });
  if ("order_by" in params && route.path !== "/groups") {
    queries.push({ order_by: "updated_at", sort: "asc" });
    if (!("milestone" in params)) queries.push({ order_by: "last_activity_at" });
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
  if ("iid" in params) queries.push({ iid: 4 });
  return queries.map((query) => ({ ...narrowing, ...query }));
}

/** Other in every answer, whatever it is about. */
const ownToEachAnswer = new Set(["date", "x-request-id", "server-timing"]);

/** All of an answer: its status, its headers, pagination among them, and the bytes of its body. */
const whole = ({ status, headers, text }: Answer): string =>
  [
    status,
    ...[...headers].filter(([name]) => !ownToEachAnswer.has(name)).map((header) => header.join(": ")),
    text,
  ].join("\n");

interface Asked {
  readonly route: string;
  readonly path: string;
}

/** Some at a time, in any order. */
async function inParallel<T, R>(things: readonly T[], work: (thing: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...things.entries()];
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return results;
}

/** Everything there is to read, as one viewer is answered it. */
async function read(world: World, viewer: Caller): Promise<Map<string, Asked & { told: string }>> {
  const asked = new Map<string, Asked>();
  for (const route of readings) {
    for (const place of world.places) {
      for (const query of queriesOf(world, place, route)) {
        const path = withQuery(pathOf(route, namesOf(world, place)), query);
        asked.set(path, { route: keyOf(route), path });
      }
    }
  }
  const told = await inParallel([...asked.values()], async (one) => ({
    ...one,
    told: whole(await viewer.get(one.path)),
  }));
  return new Map(told.map((one) => [one.path, one]));
}

type Reading = Awaited<ReturnType<typeof read>>;

const differences = (before: Reading, after: Reading) =>
  [...before.values()].flatMap(({ route, path, told }) => {
    const now = after.get(path)?.told;
    return now === told ? [] : [{ route, path, before: told, after: now }];
  });

const routesThatDiffer = (before: Reading, after: Reading): string[] =>
  [...new Set(differences(before, after).map(({ route }) => route))].sort();

/** What the issue is, by the names that paths have for it. */
interface Secret extends FullIssue {
  /** The note under the public issue that tells who may know that this one refers to it. */
  readonly reference_id: number;
}

const at = ({ project_id, id }: Issue): string => `/projects/${project_id}/issues/${id}`;

/** An issue with all that can be on one, mentioning all who shall not see it, in the first place. */
async function createSecret(world: World, confidential: boolean): Promise<Secret> {
  const { cast, author, group, places } = world;
  const [{ project, issue: open }] = places;
  const everybody = [cast.outsider, cast.guest, author].map(({ username }) => `@${username}`).join(" ");
  const created = await createIssue(author, project, {
    title: `${SECRET}, #1`,
    description: `${everybody} @all @${group.path} see #1 and ${places[1].project.path}#1\n- [ ] a task`,
    confidential,
  });
  const path = at(created);
  const { reporter, developer, owner } = cast;
  await ok(
    reporter.put(path, {
      labels: open.label,
      milestone_id: open.milestone_id,
      assignee_id: developer.id,
      due_date: "2030-01-01",
    }),
  );
  const note = await ok(developer.post(`${path}/notes`, { body: `${everybody} look at #2 and @${group.path}` }));
  const award = await ok(reporter.post(`${path}/award_emoji`, { name: "thumbsup" }));
  const noteAward = await ok(owner.post(`${path}/notes/${note.id}/award_emoji`, { name: "tada" }));
  // By which the reporter, of the group, is mentioned.
  const [todo] = await ok(reporter.get("/todos"));
  const notes = await ok(reporter.get(`${at(open)}/notes`, { per_page: 100 }));
  const reference = notes.find(({ body }: { body: string }) => body.includes(`#${created.iid}`));
  return {
    ...created,
    issue_id: created.id,
    noteable_id: created.id,
    subscribable_id: created.id,
    note_id: note.id,
    award_id: award.id,
    note_award_id: noteAward.id,
    label_id: open.label_id,
    label: open.label,
    milestone_id: open.milestone_id,
    milestone: open.milestone,
    todo_id: todo.id,
    reference_id: reference.id,
  };
}

/** What goes on in it, while those who may not see it look away. */
async function discuss({ cast, author }: World, secret: Secret): Promise<void> {
  const { reporter, developer, owner, outsider, guest } = cast;
  const path = at(secret);
  await ok(author.put(path, { title: `${SECRET}, #2`, description: `@${outsider.username} again, #1\n- [x] a task` }));
  await ok(developer.put(`${path}/notes/${secret.note_id}`, { body: `@${guest.username} and #3` }));
  await ok(author.post(`${path}/notes`, { body: `@${guest.username}: #2` }));
  await ok(developer.post(`${path}/time_estimate`, { duration: "3h" }));
  await ok(developer.post(`${path}/add_spent_time`, { duration: "1h" }));
  await ok(owner.post(`${path}/subscription`));
  await ok(reporter.post(`${path}/award_emoji`, { name: "heart" }));
  await ok(reporter.put(path, { state_event: "close" }));
  await ok(reporter.put(path, { state_event: "reopen", assignee_id: reporter.id, labels: "" }));
  await ok(reporter.put(path, { labels: secret.label, milestone_id: 0 }));
  await ok(reporter.put(path, { state_event: "close", milestone_id: secret.milestone_id }));
}

/** Those who may not see it. The guest is a member of the group, the outsider has written issues of their own. */
const unseeing = ["outsider", "guest", "anonymous"] as const satisfies readonly (keyof Cast)[];

/** What each of them reads, and what is other in it now. */
async function readByUnseeing(world: World) {
  const readAll = () => Promise.all(unseeing.map(async (name) => [name, await read(world, world.cast[name])] as const));
  const before = new Map(await readAll());
  return async () =>
    (await readAll()).flatMap(([who, now]) =>
      differences(before.get(who) ?? now, now).map((difference) => ({ who, ...difference })),
    );
}

describe("what is read by those who may not see it", () => {
  /** By which routes it shows, to who may see it. */
  const showing = [
    "GET /groups/:id",
    "GET /groups/:id/issues",
    "GET /groups/:id/projects",
    "GET /projects/:id",
    "GET /projects/:id/issues",
    "GET /projects/:id/issues/:noteable_id/notes",
    "GET /projects/:id/labels",
    "GET /projects/:id/milestones/:milestone_id/issues",
    "GET /projects/search/:query",
    "GET /projects/starred",
    "GET /projects/visible",
    "GET /todos",
  ];

  test("does not differ by a byte, from its beginning to its end", WALK, async () => {
    const world = await createWorld();
    const { cast, author, places } = world;
    const differing = await readByUnseeing(world);
    const seeing = { reporter: await read(world, cast.reporter), author: await read(world, author) };
    const secret = await createSecret(world, true);
    expect(await differing(), "created").toEqual([]);
    expect({
      reporter: routesThatDiffer(seeing.reporter, await read(world, cast.reporter)),
      author: routesThatDiffer(seeing.author, await read(world, author)),
    }).toEqual({ reporter: [...showing, "GET /projects"].sort(), author: [...showing, "GET /issues"].sort() });
    await discuss(world, secret);
    const moved = await ok(cast.reporter.post(`${at(secret)}/move`, { to_project_id: places[1].project.id }));
    expect(await differing(), "discussed and moved").toEqual([]);
    for (const issue of [secret, moved]) await ok(cast.owner.delete(at(issue)));
    expect(await differing(), "deleted").toEqual([]);
  });

  /** The guest has been part of it, and is not any more. */
  const formerly: [
    string,
    (world: World, secret: Secret) => Promise<void>,
    (world: World, secret: Secret) => Promise<void>,
  ][] = [
    [
      "were assigned",
      async ({ cast }, secret) => {
        // To assign it to somebody, they have to see it.
        await ok(cast.reporter.put(at(secret), { confidential: false, assignee_id: cast.guest.id }));
        await ok(cast.reporter.put(at(secret), { confidential: true }));
      },
      async ({ cast }, secret) => ok(cast.reporter.put(at(secret), { assignee_id: 0 })),
    ],
    [
      "were reporters",
      async ({ cast, group }) => setLevel(cast.owner, group, cast.guest, "reporter"),
      async ({ cast, group }) => setLevel(cast.owner, group, cast.guest, "guest"),
    ],
    [
      "saw it as everybody did",
      async ({ cast }, secret) => ok(cast.reporter.put(at(secret), { confidential: false })),
      async ({ cast }, secret) => ok(cast.reporter.put(at(secret), { confidential: true })),
    ],
  ];

  test.each(formerly)("is what it was before, to those who %s and took part in it", WALK, async (_, begin, end) => {
    const world = await createWorld();
    const { guest, reporter } = world.cast;
    const differing = await readByUnseeing(world);
    const secret = await createSecret(world, true);
    await begin(world, secret);
    expect((await differing()).map(({ who }) => who)).toContain("guest");
    const path = at(secret);
    await ok(guest.post(`${path}/notes`, { body: `@${guest.username}, see #2` }));
    await ok(reporter.post(`${path}/notes`, { body: `@${guest.username}, #1` }));
    await ok(guest.post(`${path}/award_emoji`, { name: "heart" }));
    await ok(guest.post(`${path}/notes/${secret.note_id}/award_emoji`, { name: "heart" }));
    await ok(guest.delete(`${path}/subscription`));
    await guest.post(`${path}/todo`);
    await end(world, secret);
    expect(await differing()).toEqual([]);
  });
});

const setLevel = (owner: Actor, group: Group, user: Actor, role: keyof typeof levels): Promise<void> =>
  ok(owner.put(`/groups/${group.id}/members/${user.id}`, { access_level: levels[role] }));

test("the walk reaches what is there: whoever may see it is answered 200 by all that is not for administrators", async () => {
  const world = await createWorld();
  const answers = await read(world, world.cast.reporter);
  const refused = [...answers.values()].filter(({ told }) => !told.startsWith("200"));
  const forAdmins = readings.filter(({ endpoint }) => endpoint.access === "admin").map(keyOf);
  expect([...new Set(refused.map(({ route }) => route))]).toEqual(forAdmins);
});

test("no route is left out that is not there", () => {
  expect(Object.keys(leftOut).filter((key) => !routes.map(keyOf).includes(key))).toEqual([]);
});

/** Something good of each parameter that a route needs; what it does not know of, it ignores. */
const goodBody = ({ author, group, places }: World, round: string): Values => ({
  title: "t",
  description: "#1",
  body: "b",
  name: "heart",
  path: round,
  color: "red",
  duration: "1h",
  state_event: "close",
  user_id: author.id,
  access_level: levels.guest,
  group_id: group.id,
  group_access: levels.guest,
  to_project_id: places[1].project.id,
});

/** @param round stands in all that has to be new */
function write(world: World, viewer: Caller, route: Route, names: Names, round: string): Promise<Answer> {
  const path = pathOf(route, names);
  const body = route.method === "GET" ? {} : goodBody(world, round);
  const methods = { GET: viewer.get, POST: viewer.post, PUT: viewer.put, DELETE: viewer.delete };
  return methods[route.method](path, body);
}

describe("what is answered to their writing", () => {
  /** Whatever is made anew has another id, name and time. */
  const timeless = (told: string, round: string): string =>
    told
      .replaceAll(round, "round")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
      .replace(/"(id|iid|\w+_id)":\d+/g, '"$1":0')
      .replace(/(issues\/|#note_)\d+/g, "$10");

  /** Writes by all routes, to an issue of the viewer's own that is made for this and gone afterwards. */
  async function writeAll(world: World, viewer: Actor): Promise<[string, string][]> {
    const { reporter, owner } = world.cast;
    const [place] = world.places;
    const round = unique("round");
    const issue = await createIssue(viewer, place.project, { title: "t", description: "d" });
    await ok(reporter.put(at(issue), { labels: place.issue.label, milestone_id: place.issue.milestone_id }));
    const note = await ok(viewer.post(`${at(issue)}/notes`, { body: "b" }));
    const award = await ok(viewer.post(`${at(issue)}/award_emoji`, { name: "tada" }));
    const noteAward = await ok(viewer.post(`${at(issue)}/notes/${note.id}/award_emoji`, { name: "tada" }));
    const names = {
      ...namesOf(world, place),
      issue_id: issue.id,
      noteable_id: issue.id,
      subscribable_id: issue.id,
      note_id: note.id,
      award_id: award.id,
      note_award_id: noteAward.id,
    };
    const told: [string, string][] = [];
    for (const route of writings) {
      told.push([keyOf(route), timeless(whole(await write(world, viewer, route, names, round)), round)]);
    }
    const made = await ok(viewer.get("/issues", { search: "t", state: "all", per_page: 100 }));
    for (const one of made) if (one.title === "t") await ok(owner.delete(at(one)));
    return told;
  }

  /** What is other than it was before there was such an issue: as it is new, and when much has been done to it. */
  async function differing(confidential: boolean) {
    const world = await createWorld();
    const viewers = [world.cast.outsider, world.cast.guest];
    const everything = async () => {
      const told: [string, string][] = [];
      // One after the other: they count what the other has made for this.
      for (const viewer of viewers) told.push(...(await writeAll(world, viewer)));
      return told;
    };
    // What is answered otherwise to the first than to the second asking is so now.
    await everything();
    const before = await everything();
    const secret = await createSecret(world, confidential);
    const created = await everything();
    await discuss(world, secret);
    const discussed = await everything();
    return [created, discussed].flatMap((now) =>
      before.flatMap(([route, told], i) => (now[i]?.[1] === told ? [] : [{ route, told, now: now[i]?.[1] }])),
    );
  }

  test("does not differ by a byte for a confidential issue", WALK, async () => {
    expect(await differing(true)).toEqual([]);
  });

  test("tells of one that is not confidential", WALK, async () => {
    expect([...new Set((await differing(false)).map(({ route }) => route))].sort()).toEqual([
      "DELETE /projects/:id/labels/:label_id/subscription",
      "DELETE /projects/:id/star",
      "DELETE /todos",
      "POST /projects/:id/labels/:label_id/subscription",
      "POST /projects/:id/star",
    ]);
  });
});

describe("named by those who may not see it", () => {
  const ofIssue = walked.filter(({ path }) => /\/issues\/:/.test(path) || path === "/todos/:id");
  const absent: Names = Object.fromEntries(
    ["issue_id", "noteable_id", "subscribable_id", "note_id", "award_id", "note_award_id", "todo"].map((name) => [
      name,
      ABSENT,
    ]),
  );

  /** What it is answered to name these, with a good body and with none. */
  async function told(world: World, viewer: Caller, routesToAsk: readonly Route[], names: Names) {
    const [{ project }] = world.places;
    const all = { ...namesOf(world, world.places[0]), project: project.id, ...names };
    const answers = [];
    for (const route of routesToAsk) {
      const good = await write(world, viewer, route, all, "round");
      const path = pathOf(route, all);
      const empty = await send(path, { method: route.method, headers: viewer.headers });
      for (const answer of [good, empty]) {
        const { roundTrips, statements } = answer.cost;
        answers.push({ route: keyOf(route), told: whole(answer).replaceAll(path, "its path"), roundTrips, statements });
      }
    }
    return answers;
  }

  test(
    "it, its notes, awards and todos are what never was, by every verb, and are left as they were",
    WALK,
    async () => {
      const world = await createWorld();
      const { outsider, guest, external, reporter } = world.cast;
      const secret = await createSecret(world, true);
      await discuss(world, secret);
      const names = { ...namesOfIssue(secret), todo: secret.todo_id };
      const readIt = async () => {
        const gets = ofIssue.filter(({ method }) => method === "GET");
        return Promise.all(
          gets.map(async (route) =>
            whole(await reporter.get(pathOf(route, { ...namesOf(world, world.places[0]), ...names }))),
          ),
        );
      };
      const before = await readIt();
      for (const viewer of [outsider, guest, external]) {
        const asAbsent = await told(world, viewer, ofIssue, absent);
        expect(asAbsent.filter(({ told: text }) => !/^(404|400)/.test(text))).toEqual([]);
        expect(await told(world, viewer, ofIssue, names)).toEqual(asAbsent);
      }
      expect(await readIt()).toEqual(before);
    },
  );

  const underNotes = ofIssue.filter(({ path }) => path.includes(":note_id"));
  const underAnIssue = ofIssue.filter(({ path }) => /:(note|award)_id/.test(path));

  test("under an issue they see, its notes and awards are what never was", async () => {
    const world = await createWorld();
    const { note_id, award_id, note_award_id } = await createSecret(world, true);
    for (const viewer of [world.cast.outsider, world.cast.guest]) {
      const { issue } = world.places[0];
      const open = { ...absent, issue_id: issue.id, noteable_id: issue.id };
      expect(await told(world, viewer, underAnIssue, { ...open, note_id, award_id, note_award_id })).toEqual(
        await told(world, viewer, underAnIssue, open),
      );
    }
  });

  test("the note that it refers to what they see is a note that never was", async () => {
    const world = await createWorld();
    const { reference_id } = await createSecret(world, true);
    const { issue } = world.places[0];
    const open = { ...absent, issue_id: issue.id, noteable_id: issue.id };
    const reading = underNotes.filter(({ method }) => method === "GET");
    const named = { ...open, note_id: reference_id };
    for (const viewer of [world.cast.outsider, world.cast.guest]) {
      expect(await told(world, viewer, underNotes, named)).toEqual(await told(world, viewer, underNotes, open));
    }
    expect(await told(world, world.cast.reporter, reading, named)).not.toEqual(
      await told(world, world.cast.reporter, reading, open),
    );
  });
});
