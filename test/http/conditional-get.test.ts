// Conditional GET on every route: entity tags, 304, and how long caches may keep a response.
import { describe, expect, test } from "vitest";
import { WALK } from "../permissions/walk.ts";
import { anonymous, createUser, ok, root } from "../support/actors.ts";
import { type Answer, type Caller, send, type Values, withQuery } from "../support/api.ts";
import { everyRoute, keyOf, type WalkedRoute } from "../support/every-api.ts";
import { createScene, goodPath, type Scene } from "../support/every-route.ts";
import { createIssue, createProject } from "../support/factories.ts";
import { once } from "../support/once.ts";
import { sampled } from "../support/sample.ts";

/** Parameters without which a route has nothing to return. */
const queries: Readonly<Record<string, Values>> = {
  "GET /projects/:id/repository/compare": { from: "main", to: "main" },
  "GET /projects/:id/repository/files": { file_path: "README.md", ref: "main" },
  "GET /projects/:id/repository/blobs/:sha{.+}": { filepath: "README.md" },
  "GET /projects/:id/repository/commits/:sha{.+}/blob": { filepath: "README.md" },
  "GET /unsubscribe": { token: "of-nobody" },
};

/** Responses without an entity tag, and the reasons. */
const untagged: Readonly<Record<string, string>> = {
  "GET /unsubscribe": "a page that is always the same",
  "GET /projects/:id/repository/archive": "its bytes are streamed",
  "GET /projects/:id/repository/archive.tar": "its bytes are streamed",
  "GET /projects/:id/repository/archive.tar.gz": "its bytes are streamed",
  "GET /projects/:id/repository/archive.tgz": "its bytes are streamed",
  "GET /projects/:id/repository/archive.zip": "its bytes are streamed",
};

const reads: readonly WalkedRoute[] = everyRoute.filter(({ method, isV4 }) => method === "GET" && !isV4);
const ifNoneMatch = (caller: Caller, tag: string) => ({ headers: { ...caller.headers, "if-none-match": tag } });

interface PublicScene extends Scene {
  /** Paths whose records the scene of other walks does not have. */
  readonly paths: Readonly<Record<string, string>>;
}

const hookUrl = { url: "http://127.0.0.1:9/" };

async function createPublicScene(): Promise<PublicScene> {
  const scene = await createScene();
  const { owner, names } = scene;
  const [group, project] = [`/groups/${names.group}`, `/projects/${names.project}`];
  await ok(owner.put(group, { visibility_level: 20 }));
  await ok(owner.put(project, { visibility_level: 20 }));
  const user = await ok(root.post(`/users/${names.user}/impersonation_tokens`, { name: "one", scopes: ["api"] }));
  for (const source of [group, project])
    await ok(owner.post(`${source}/members`, { user_id: names.user_id, access_level: 10 }));
  const groupHook = `${group}/hooks/${(await ok(owner.post(`${group}/hooks`, hookUrl))).id}`;
  const projectHook = `${project}/hooks/${names.hook_id}`;
  const delivery = await ok(owner.post(`${projectHook}/test/push_events`));
  const [ofProject] = await ok(owner.get(`${project}/audit_events`));
  const [ofGroup] = await ok(owner.get(`${group}/audit_events`));
  return {
    ...scene,
    paths: {
      "GET /users/:id{[0-9]+}/impersonation_tokens/:token_id": `/users/${names.user}/impersonation_tokens/${user.id}`,
      "GET /audit_events/:id": `/audit_events/${ofProject.id}`,
      "GET /projects/:id/audit_events/:audit_event_id": `${project}/audit_events/${ofProject.id}`,
      "GET /groups/:id/audit_events/:audit_event_id": `${group}/audit_events/${ofGroup.id}`,
      "GET /groups/:id/hooks/:hook_id": groupHook,
      "GET /groups/:id/hooks/:hook_id/deliveries": `${groupHook}/deliveries`,
      "GET /projects/:id/hooks/:hook_id/deliveries/:delivery_id": `${projectHook}/deliveries/${delivery.id}`,
    },
  };
}

const lasting = once(createPublicScene);

const urlOf = (scene: PublicScene, route: WalkedRoute) =>
  withQuery(scene.paths[keyOf(route)] ?? goodPath(scene, route), queries[keyOf(route)] ?? {});

/** Tests beside this one add to the lists of the server: a tag may be old as soon as it arrives. */
const ATTEMPTS = 10;

/** Faults of the response and of its revalidation. */
async function faultsOf(caller: Caller, route: WalkedRoute, url: string, attempt = 1): Promise<string[]> {
  const full = await send(url, { headers: caller.headers });
  if (full.status !== 200) return full.headers.get("cache-control") === "no-store" ? [] : ["a refusal may be stored"];
  const faults = full.headers.get("cache-control") === "private, no-cache" ? [] : ["it has another policy"];
  if (full.headers.get("vary") !== "Authorization, Private-Token, Sudo") faults.push("it does not vary by the caller");
  const tag = full.headers.get("etag");
  if (keyOf(route) in untagged) return tag === null ? faults : [...faults, "it has a tag"];
  if (tag === null || !/^"[\w-]{22,40}"$/.test(tag)) return [...faults, `its tag is ${tag}`];
  const again = await send(url, ifNoneMatch(caller, tag));
  const hasChanged = again.status === 200 && again.headers.get("etag") !== tag;
  if (hasChanged && attempt < ATTEMPTS) return await faultsOf(caller, route, url, attempt + 1);
  return [...faults, ...faultsOfRevalidation(again, full)];
}

function faultsOfRevalidation(again: Answer, full: Answer): string[] {
  if (again.status !== 304) return [`it is ${again.status} again`];
  const names = ["etag", "cache-control", "vary", "access-control-expose-headers"];
  const lost = names.filter((name) => again.headers.get(name) !== full.headers.get(name));
  return [...lost.map((name) => `the 304 has another ${name}`), ...(again.text === "" ? [] : ["the 304 has a body"])];
}

describe("every GET route has an entity tag, a 304 and a policy", () => {
  /** In a sample the anonymous and a member read every second route. An administrator gets something from each. */
  test.each<[string, (scene: Scene) => Caller, typeof reads]>([
    ["the anonymous", () => anonymous, sampled(reads, 0, 2)],
    ["a member", ({ owner }) => owner, sampled(reads, 1, 2)],
    ["an administrator", ({ admin }) => admin, reads],
  ])("for %s", WALK, async (_, callerIn, routes) => {
    const scene = await lasting();
    const faults: [string, string[]][] = [];
    for (const route of routes) {
      const found = await faultsOf(callerIn(scene), route, urlOf(scene, route));
      if (found.length > 0) faults.push([keyOf(route), found]);
    }
    expect(faults).toEqual([]);
  });
});

test("the walk finds what it names", WALK, async () => {
  const scene = await lasting();
  const refused: string[] = [];
  for (const route of reads) {
    const { status } = await scene.admin.get(urlOf(scene, route));
    if (status !== 200) refused.push(keyOf(route));
  }
  expect(refused).toEqual([
    // Other deliveries and hooks of the whole server would receive the events of other tests.
    "GET /groups/:id/hooks/:hook_id/deliveries/:delivery_id",
    "GET /hooks/:hook_id",
    "GET /hooks/:hook_id/deliveries",
    "GET /hooks/:hook_id/deliveries/:delivery_id",
  ]);
});

describe("If-None-Match", () => {
  const project = once(async () => {
    const owner = await createUser();
    return { owner, path: `/projects/${(await createProject(owner)).id}/issues` };
  });

  /** @param condition If-None-Match, with the list's own tag for TAG */
  async function statusWith(condition: string, method = "GET"): Promise<number> {
    const { owner, path } = await project();
    const tag = (await owner.get(path)).headers.get("etag") ?? "";
    const headers = { ...owner.headers, "if-none-match": condition.replace("TAG", tag) };
    return (await send(path, { method, headers })).status;
  }

  test.each([
    ["the tag", "TAG", 304],
    ["the tag, weak as a compressing proxy makes it", "W/TAG", 304],
    ["any", "*", 304],
    ["a list with the tag", '"a, b", W/"c" ,TAG', 304],
    ["other tags", '"a", W/"b"', 200],
    ["the empty tag", '""', 200],
    ["a word without quotes", "word", 200],
  ])("%s", async (_, condition, status) => {
    expect(await statusWith(condition)).toBe(status);
  });

  test("HEAD has the tag and the 304 of GET", async () => {
    const { owner, path } = await project();
    const [head, get] = [await owner.head(path), await owner.get(path)];
    expect([head.headers.get("etag"), await statusWith("TAG", "HEAD")]).toEqual([get.headers.get("etag"), 304]);
  });

  test("a response without a tag is sent again, whatever tag the client names", async () => {
    const scene = await lasting();
    const archive = `/projects/${scene.names.project}/repository/archive.tar`;
    const { status, text } = await send(archive, ifNoneMatch(scene.owner, '"a"'));
    expect([status, text]).toEqual([200, expect.stringContaining("README.md")]);
  });

  test("a refusal stays a refusal", async () => {
    expect((await send("/projects/999999999", { headers: { "if-none-match": "*" } })).status).toBe(404);
  });

  test("a POST ignores it", async () => {
    const { owner, path } = await project();
    const headers = { ...owner.headers, "if-none-match": "*", "content-type": "application/json" };
    const { status } = await send(path, { method: "POST", headers, body: '{"title":"New"}' });
    expect(status).toBe(201);
  });
});

test("the tag of a page changes with the total of the list, which is in its headers only", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const path = `/projects/${project.id}/issues?per_page=1&sort=asc`;
  await createIssue(owner, project);
  await createIssue(owner, project);
  const before = await owner.get(path);
  await createIssue(owner, project);
  const after = await owner.get(path);
  expect([after.text === before.text, after.headers.get("etag") === before.headers.get("etag")]).toEqual([true, false]);
});

test("the tag of a file is that of its content, in every commit", async () => {
  const scene = await lasting();
  const path = `/projects/${scene.names.project}/repository`;
  const file = await scene.owner.get(`${path}/blobs/main`, { filepath: "README.md" });
  const blob = await scene.owner.get(`${path}/raw_blobs/${scene.names.blob_id}`);
  expect([file.headers.get("etag"), blob.headers.get("etag")]).toEqual(Array(2).fill(`"${scene.names.blob_id}"`));
});

test("a response to a write is stored by no cache", async () => {
  const owner = await createUser();
  const created = await owner.post("/user/personal_access_tokens", { name: "one", scopes: ["api"] });
  expect([created.status, created.headers.get("cache-control"), created.headers.get("etag")]).toEqual([
    201,
    "no-store",
    null,
  ]);
});

test("pages of other origins may read the tag and send it back", async () => {
  const { headers } = await anonymous.get("/version");
  const asked = {
    "access-control-request-method": "GET",
    "access-control-request-headers": "if-none-match",
    origin: "https://a.example",
  };
  const preflight = await send("/issues", { method: "OPTIONS", headers: asked });
  expect([headers.get("access-control-expose-headers"), preflight.headers.get("access-control-allow-headers")]).toEqual(
    [expect.stringMatching(/\bETag\b/), expect.stringMatching(/\bIf-None-Match\b/)],
  );
});
