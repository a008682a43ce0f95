// The delivery log of a hook: deliveries can be read, repeated and tested.
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { type Actor, createAdmin, createUser, ok } from "../../../support/actors.ts";
import { type Answer, baseUrl } from "../../../support/api.ts";
import { createGroup, createIssue, createProject, type Project } from "../../../support/factories.ts";
import { createProposing } from "../../../support/merge-requests.ts";
import { addHook, type Delivery, everything, hooksOf, Receiver } from "./receiver.ts";

interface World {
  readonly owner: Actor;
  readonly project: Project;
  /** `/projects/1/hooks/1` */
  readonly hook: string;
  readonly secret: string;
}

async function createHook(url: string, settings = {}): Promise<World> {
  const owner = await createUser();
  const project = await createProject(owner);
  const { id, signing_secret } = await addHook(owner, project, url, { ...everything, ...settings });
  return { owner, project, hook: `${hooksOf(project)}/${id}`, secret: signing_secret };
}

const LONGEST_WAIT = { timeout: 20_000 };

/** The deliveries of a hook, once this many have been received. */
async function taken(owner: Actor, hook: string, count: number): Promise<Answer["body"]> {
  const read = async () => (await owner.get(`${hook}/deliveries`)).body;
  const states = async () => (await read()).map(({ state }: { state: string }) => state);
  await expect.poll(states, LONGEST_WAIT).toEqual(Array.from({ length: count }, () => "delivered"));
  return read();
}

/** A receiver's signature check, in three lines. */
function verified(secret: string, { headers, body }: Delivery): unknown {
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Webhook(secret).verify(JSON.stringify(body), Object.fromEntries(given));
}

test("the receiver can verify a delivery with the secret, and with the previous one during rotation", async () => {
  await using receiver = await Receiver.start();
  const { owner, project, hook, secret } = await createHook(receiver.url);
  await createIssue(owner, project, { title: "Tökén 🙂" });
  const first = await receiver.only();
  expect(verified(secret, first)).toMatchObject({ object_attributes: { title: "Tökén 🙂" } });
  expect(() => verified(`whsec_${btoa("another one")}`, first)).toThrow("No matching signature found");
  const { signing_secret: next } = await ok(owner.post(`${hook}/rotate_secret`));
  await createIssue(owner, project);
  const [, second] = await receiver.first(2);
  if (second === undefined) throw new Error("There are two deliveries.");
  expect(verified(secret, second)).toEqual(second.body);
  expect(verified(next, second)).toEqual(second.body);
  expect(second.headers["webhook-id"]).not.toBe(first.headers["webhook-id"]);
});

test("deliveries are listed newest first, in pages", async () => {
  await using receiver = await Receiver.start();
  const { owner, project, hook } = await createHook(receiver.url);
  for (const title of ["One", "Two", "Three"]) await createIssue(owner, project, { title });
  const rows = await taken(owner, hook, 3);
  const ids = receiver.deliveries.map(({ headers }) => headers["webhook-id"]);
  expect(rows.map((row: { webhook_id: string }) => row.webhook_id)).toEqual(ids.toReversed());
  const page = await owner.get(`${hook}/deliveries`, { per_page: 2, page: 2 });
  expect(page).toMatchObject({ status: 200, body: [rows[2]] });
  expect(page.headers.get("x-total")).toBe("3");
  expect(page.cost.roundTrips).toBe(1);
});

test("a delivery shows the request and the response, without secrets", async () => {
  await using receiver = await Receiver.start(() => ({ status: 202, body: "x".repeat(5_000) }));
  const url = `http://user:pass-word@${receiver.host}/path`;
  const { owner, project, hook } = await createHook(url, { token: "to-ken" });
  await createIssue(owner, project, { description: "ü".repeat(50_000) });
  const [row] = await taken(owner, hook, 1);
  const { status, body, text } = await owner.get(`${hook}/deliveries/${row.id}`);
  const { headers, body: sent } = await receiver.only();
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      ...row,
      request: {
        url: `http://${receiver.host}/path`,
        headers: {
          "content-type": "application/json",
          "user-agent": "Tributary",
          "x-gitlab-event": "Issue Hook",
          "x-gitlab-instance": headers["x-gitlab-instance"],
          "x-gitlab-webhook-uuid": headers["x-gitlab-webhook-uuid"],
          "x-gitlab-event-uuid": headers["x-gitlab-event-uuid"],
          "idempotency-key": headers["idempotency-key"],
          "x-gitlab-token": "[redacted]",
          authorization: "[redacted]",
          "webhook-id": headers["webhook-id"],
          "webhook-timestamp": headers["webhook-timestamp"],
          "webhook-signature": "[redacted]",
        },
        body: expect.stringMatching(/^\{"object_kind":"issue"/),
        body_bytes: Buffer.byteLength(JSON.stringify(sent)),
      },
      response: {
        status: 202,
        headers: expect.objectContaining({ "transfer-encoding": "chunked" }),
        body: "x".repeat(4_096),
      },
    },
  });
  expect(Buffer.byteLength(body.request.body)).toBeLessThanOrEqual(65_538);
  for (const secret of ["pass-word", "to-ken", btoa("user:pass-word"), String(headers["webhook-signature"])]) {
    expect(text).not.toContain(secret);
  }
  expect(row).toEqual({
    id: expect.any(Number),
    webhook_id: headers["webhook-id"],
    event: "Issue Hook",
    state: "delivered",
    attempts: 1,
    created_at: expect.any(String),
    attempted_at: expect.any(String),
    next_attempt_at: null,
    duration_ms: expect.any(Number),
    response_status: 202,
    error: null,
  });
});

test("a failed delivery and its hook show the time of the next attempt", async () => {
  await using receiver = await Receiver.start(() => ({ status: 500 }));
  const { owner, project, hook } = await createHook(receiver.url);
  await createIssue(owner, project);
  const path = `${hook}/deliveries`;
  await expect
    .poll(async () => (await owner.get(path)).body, LONGEST_WAIT)
    .toMatchObject([{ state: "retrying", attempts: 1, response_status: 500, error: "The receiver answered 500" }]);
  const [{ next_attempt_at }] = (await owner.get(path)).body;
  await expect
    .poll(async () => (await owner.get(hook)).body, LONGEST_WAIT)
    .toMatchObject({ enabled: true, disabled_until: next_attempt_at, last_error: "The receiver answered 500" });
});

test("a 410 response disables the hook until it is updated", async () => {
  let status = 410;
  await using receiver = await Receiver.start(() => ({ status }));
  const { owner, project, hook } = await createHook(receiver.url);
  await createIssue(owner, project, { title: "One" });
  const get = async () => (await owner.get(hook)).body;
  await expect.poll(get, LONGEST_WAIT).toMatchObject({ enabled: false, last_error: "The receiver answered 410" });
  await createIssue(owner, project, { title: "Two" });
  status = 200;
  await ok(owner.put(hook, { url: receiver.url }));
  await createIssue(owner, project, { title: "Three" });
  const [, second] = await receiver.first(2);
  expect(second?.body.object_attributes.title).toBe("Three");
});

test("a redelivery has the same webhook-id and is sent at once", async () => {
  let status = 400;
  await using receiver = await Receiver.start(() => ({ status }));
  const { owner, project, hook } = await createHook(receiver.url);
  await createIssue(owner, project);
  const [first] = await receiver.first(1);
  const path = `${hook}/deliveries`;
  await expect.poll(async () => (await owner.get(path)).body, LONGEST_WAIT).toMatchObject([{ attempts: 1 }]);
  const [{ id }] = (await owner.get(path)).body;
  const refused = await owner.post(`${path}/${id}/redeliver`);
  expect(refused).toMatchObject({ status: 201, body: { state: "failed", response_status: 400 } });
  status = 200;
  const accepted = await owner.post(`${path}/${id}/redeliver`);
  expect(accepted).toMatchObject({ status: 201, body: { state: "delivered", attempts: 1, response_status: 200 } });
  expect(accepted.body.id).toBeGreaterThan(refused.body.id);
  const ids = receiver.deliveries.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids)).toEqual(new Set([first?.headers["webhook-id"]]));
  expect(receiver.deliveries.every(({ body }) => JSON.stringify(body) === JSON.stringify(first?.body))).toBe(true);
  // A failed delivery is retried.
  await expect
    .poll(async () => (await owner.get(path)).body.map((row: { state: string }) => row.state), LONGEST_WAIT)
    .toEqual(["delivered", "failed", "delivered"]);
});

test("an event that the hook no longer selects is not redelivered", async () => {
  await using trusted = await Receiver.start(() => ({ status: 500 }));
  await using other = await Receiver.start();
  const { owner, project, hook } = await createHook(trusted.url, { confidential_issues_events: true });
  await createIssue(owner, project, { title: "Secret", confidential: true });
  const path = `${hook}/deliveries`;
  // A failure that is recorded after the change of the hook would put the next attempt off.
  await expect.poll(async () => (await owner.get(path)).body, LONGEST_WAIT).toMatchObject([{ attempts: 1 }]);
  await ok(owner.put(hook, { url: other.url, confidential_issues_events: false }));
  const error = "The hook is not set to hear of this any more";
  await expect.poll(async () => (await owner.get(path)).body, LONGEST_WAIT).toMatchObject([{ state: "failed", error }]);
  const [{ id }] = (await owner.get(path)).body;
  expect(await owner.post(`${path}/${id}/redeliver`)).toMatchObject({ status: 422, body: { message: error } });
  expect(other.deliveries).toEqual([]);
});

test("a hook that points back to the server does nothing there", async () => {
  const { owner, project, hook } = await createHook(`${baseUrl}/api/v3/version`);
  await createIssue(owner, project);
  await expect
    .poll(async () => (await owner.get(`${hook}/deliveries`)).body, LONGEST_WAIT)
    .toMatchObject([{ state: "retrying", response_status: 508 }]);
});

test("an unknown delivery, or one of another hook, answers 404", async () => {
  await using receiver = await Receiver.start();
  const { owner, project, hook } = await createHook(receiver.url);
  await createIssue(owner, project);
  const [{ id }] = await taken(owner, hook, 1);
  const { id: other } = await addHook(owner, project, receiver.url);
  const notFound = { status: 404, body: { message: "404 Not found" } };
  expect(await owner.get(`${hook}/deliveries/${id + 1}`)).toMatchObject(notFound);
  expect(await owner.get(`${hooksOf(project)}/${other}/deliveries/${id}`)).toMatchObject(notFound);
  expect(await owner.post(`${hooksOf(project)}/${other}/deliveries/${id}/redeliver`)).toMatchObject(notFound);
  expect(await owner.get(`${hooksOf(project)}/${other + 1_000_000}/deliveries`)).toMatchObject(notFound);
});

describe("a test", () => {
  test.each([
    ["push_events", "Push Hook", "push"],
    ["tag_push_events", "Tag Push Hook", "tag_push"],
    ["issues_events", "Issue Hook", "issue"],
    ["merge_requests_events", "Merge Request Hook", "merge_request"],
    ["note_events", "Note Hook", "note"],
    ["build_events", "Build Hook", "build"],
    ["pipeline_events", "Pipeline Hook", "pipeline"],
  ])("of %s sends a sample if there is no such event", async (subject, event, kind) => {
    await using receiver = await Receiver.start();
    const { owner, project, hook, secret } = await createHook(receiver.url);
    const answer = await owner.post(`${hook}/test/${subject}`);
    expect(answer).toMatchObject({ status: 201, body: { event, state: "delivered", response_status: 200 } });
    const delivery = await receiver.only();
    expect(delivery.headers["x-gitlab-event"]).toBe(event);
    expect(verified(secret, delivery)).toMatchObject({ object_kind: kind, project: { name: project.name } });
  });

  test("sends the newest event of its kind, even if the hook does not select it", async () => {
    const { owner, project } = await createProposing();
    await using receiver = await Receiver.start();
    const { id } = await addHook(owner, project, receiver.url, { push_events: false });
    await ok(owner.post(`${hooksOf(project)}/${id}/test/push_events`));
    const { body } = await receiver.only();
    expect(body).toMatchObject({
      object_kind: "push",
      ref: expect.stringMatching(/^refs\/heads\//),
      project_id: project.id,
    });
  });

  test("leaves out confidential issues unless the hook selects them", async () => {
    await using receiver = await Receiver.start();
    const { owner, project, hook } = await createHook(receiver.url);
    const confidential = await createIssue(owner, project, { title: "Secret", confidential: true });
    const secretNote = { body: "Secret" };
    await ok(owner.post(`/projects/${project.id}/issues/${confidential.id}/notes`, secretNote));
    for (const subject of ["issues_events", "note_events"]) await ok(owner.post(`${hook}/test/${subject}`));
    expect(JSON.stringify(await receiver.first(2))).not.toContain("Secret");
    await ok(owner.put(hook, { url: receiver.url, confidential_issues_events: true }));
    await ok(owner.post(`${hook}/test/issues_events`));
    expect((await receiver.first(3))[2]?.body.object_attributes.title).toBe("Secret");
  });

  test("shows a failure", async () => {
    const gone = await Receiver.start();
    const { owner, hook } = await createHook(gone.url);
    await gone[Symbol.asyncDispose]();
    expect(await owner.post(`${hook}/test/push_events`)).toMatchObject({
      status: 201,
      body: { state: "failed", response_status: null, error: expect.any(String) },
    });
  });

  test("of an unknown event is refused", async () => {
    const { owner, hook } = await createHook("https://hooks.example.org/");
    expect(await owner.post(`${hook}/test/wiki_page_events`)).toMatchObject({
      status: 400,
      body: { error: "event does not have a valid value" },
    });
  });
});

const owners = {
  group: async () => {
    const actor = await createUser();
    return { actor, path: `/groups/${(await createGroup(actor)).id}/hooks` };
  },
  server: async () => ({ actor: await createAdmin(), path: "/hooks" }),
};

/** On any page: a hook of the server hears of all that other files do meanwhile. */
async function findListed(actor: Actor, deliveries: string, id: number): Promise<unknown> {
  for (let page = 1; ; page += 1) {
    const rows = await ok(actor.get(deliveries, { per_page: 100, page }));
    const found = rows.find((row: { id: number }) => row.id === id);
    if (found !== undefined || rows.length === 0) return found;
  }
}

test.each(["group", "server"] as const)("deliveries to a hook of a %s are logged as well", async (kind) => {
  await using receiver = await Receiver.start();
  const { actor, path } = await owners[kind]();
  const { id } = await ok(actor.post(path, { url: receiver.url, push_events: false }));
  const hook = `${path}/${id}`;
  const tested = await actor.post(`${hook}/test/issues_events`);
  expect(tested).toMatchObject({ status: 201, body: { state: "delivered" } });
  const deliveries = `${hook}/deliveries`;
  expect(await findListed(actor, deliveries, tested.body.id)).toEqual(tested.body);
  expect(await actor.get(`${deliveries}/${tested.body.id}`)).toMatchObject({ status: 200, body: tested.body });
  expect(await actor.post(`${deliveries}/${tested.body.id}/redeliver`)).toMatchObject({
    status: 201,
    body: { webhook_id: tested.body.webhook_id, state: "delivered" },
  });
  await ok(actor.delete(hook));
});

test("one event reaches fifty hooks", async () => {
  await using receiver = await Receiver.start();
  const owner = await createUser();
  const project = await createProject(owner);
  const numbers = Array.from({ length: 50 }, (_, index) => `/${index}`);
  for (const path of numbers) await addHook(owner, project, `http://${receiver.host}${path}`);
  await createIssue(owner, project);
  const paths = (await receiver.first(50)).map(({ path }) => path);
  expect(paths.toSorted()).toEqual(numbers.toSorted());
});
