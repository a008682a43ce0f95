// Pages of the hooks of projects, of groups and of the server
import { afterEach, describe, expect, test } from "vitest";
import { type Delivery, Receiver } from "../../api/v3/hooks/receiver.ts";
import { type Actor, createAdmin, createUser, ok, root } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { createCast, createGroup, createIssue, createProject } from "../../support/factories.ts";
import { roundTripsOf } from "../../support/page-cost.ts";

interface Place {
  readonly manager: Actor;
  /** The path of the page. */
  readonly page: string;
  /** The same, of the API. */
  readonly api: string;
}

const places: Record<string, () => Promise<Place>> = {
  async project() {
    const manager = await createUser();
    const { id, path_with_namespace } = await createProject(manager);
    return { manager, page: `/${path_with_namespace}/hooks`, api: `/projects/${id}/hooks` };
  },
  async group() {
    const manager = await createUser();
    const { id, path } = await createGroup(manager);
    return { manager, page: `/groups/${path}/hooks`, api: `/groups/${id}/hooks` };
  },
  server: async () => ({ manager: await createAdmin(), page: "/-/admin/hooks", api: "/hooks" }),
};

const signIn = ({ token }: Actor): Promise<Browser> => Browser.signedIn(token ?? "");

/** Nothing listens there. */
const url = "http://127.0.0.1:9/events";

afterEach(async () => {
  const hooks = await ok(root.get("/hooks"));
  await Promise.all(hooks.map(({ id }: { id: number }) => ok(root.delete(`/hooks/${id}`))));
});

/** The test of a hook that is not set for pushes. System hooks also receive what other tests do. */
async function firstPush({ deliveries }: Receiver): Promise<Delivery> {
  const find = () => deliveries.find(({ body }) => body.object_kind === "push");
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  const found = find();
  if (found === undefined) throw new Error("There is a push.");
  return found;
}

describe.each(Object.entries(places))("hooks of the %s", (_, place) => {
  async function withHook(to = url) {
    const { manager, page, api } = await place();
    const attributes = { url: to, token: "s3cret-token", push_events: false, issues_events: true };
    const { id, signing_secret } = await ok(manager.post(api, attributes));
    return { manager, page: `${page}/${id}`, list: page, api: `${api}/${id}`, signing_secret };
  }

  test("a hook is added with its events, and its signing secret is shown once", async () => {
    const { manager, page, api } = await place();
    const browser = await signIn(manager);
    const fields = { url, token: "s3cret-token", push_events: "false", note_events: "true" };
    const form = await browser.open(page);
    const added = await browser.submit(form, page, fields);
    const secret = /whsec_[^"]*/.exec(added.html)?.[0] ?? "";
    const [hook] = await ok(manager.get(api));
    const later = await browser.open(`${page}/${hook.id}`);
    expect({
      isShown: secret.length > 20,
      cache: added.headers.get("cache-control"),
      hook: [hook.url, hook.push_events, hook.note_events, hook.enable_ssl_verification],
      isShownAgain: later.html.includes(secret) || later.html.includes("s3cret-token"),
      isInCookie: [...browser.cookies.values()].some((value) => value.includes("whsec")),
      removesToken: [form, later].map(({ html }) => html.includes('name="remove_token"')),
    }).toEqual({
      isShown: true,
      cache: "no-store",
      hook: [url, false, true, true],
      isShownAgain: false,
      isInCookie: false,
      removesToken: [false, true],
    });
  });

  test("an address that the API refuses is shown again with the reason", async () => {
    const { manager, page } = await place();
    const browser = await signIn(manager);
    const refused = await browser.submit(await browser.open(page), page, { url: "ftp://receiver.example" });
    expect({
      status: refused.status,
      reason: refused.text.includes("Invalid url given."),
      entered: refused.html.includes('value="ftp://receiver.example"'),
    }).toEqual({ status: 422, reason: true, entered: true });
  });

  test("the settings are changed, and an empty token keeps the present one", async () => {
    await using receiver = await Receiver.start();
    const { manager, page, api } = await withHook(receiver.url);
    const browser = await signIn(manager);
    await browser.submit(await browser.open(page), page, { issues_events: "false" });
    const changed = await ok(manager.get(api));
    await browser.submit(await browser.open(page), `${page}/test`, { event: "push_events" });
    const delivery = await firstPush(receiver);
    expect([changed.issues_events, delivery.headers["x-gitlab-token"]]).toEqual([false, "s3cret-token"]);
  });

  test("the list shows the events that were chosen, also after a form that changes nothing", async () => {
    const { manager, page, list, api } = await withHook();
    const browser = await signIn(manager);
    const chosen = { issues_events: "false", note_events: "true", emoji_events: "true" };
    const fields = { ...chosen, enable_ssl_verification: "false" };
    const changed = await browser.submit(await browser.open(page), page, fields);
    const lists = [(await browser.open(list)).text];
    await browser.submit(changed, page);
    lists.push((await browser.open(list)).text);
    const shown = expect.stringContaining(`${url} Comments, Emoji Added just now`);
    expect({ lists, isVerifying: (await ok(manager.get(api))).enable_ssl_verification }).toEqual({
      lists: [shown, shown],
      isVerifying: false,
    });
  });

  test("the token is removed", async () => {
    await using receiver = await Receiver.start();
    const { manager, page } = await withHook(receiver.url);
    const browser = await signIn(manager);
    await browser.submit(await browser.open(page), page, { remove_token: "true" });
    await browser.submit(await browser.open(page), `${page}/test`, { event: "push_events" });
    expect((await firstPush(receiver)).headers["x-gitlab-token"]).toBeUndefined();
  });

  test("the signing secret is replaced, and the new one shown once", async () => {
    const { manager, page, signing_secret } = await withHook();
    const browser = await signIn(manager);
    const rotated = await browser.submit(await browser.open(page), `${page}/rotate_secret`);
    const secret = /whsec_[^"]*/.exec(rotated.html)?.[0] ?? "";
    const later = await browser.open(page);
    expect([secret.length > 20, secret === signing_secret, later.html.includes(secret)]).toEqual([true, false, false]);
  });

  test("a hook is deleted", async () => {
    const { manager, page, list, api } = await withHook();
    const browser = await signIn(manager);
    const after = await browser.submit(await browser.open(page), `${page}/delete`);
    expect([after.path, after.text.includes("The webhook was deleted."), (await manager.get(api)).status]).toEqual([
      list,
      true,
      404,
    ]);
  });

  test("list, hook and delivery take one round trip each", async () => {
    await using receiver = await Receiver.start();
    const { manager, page, list } = await withHook(receiver.url);
    const browser = await signIn(manager);
    const delivery = await browser.submit(await browser.open(page), `${page}/test`, { event: "push_events" });
    const pages = await Promise.all([list, page, delivery.path].map((path) => browser.open(path)));
    expect(pages.map((one) => [one.status, roundTripsOf(one)])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ]);
  });
});

describe("deliveries", () => {
  /** A hook of a project, to which an issue was delivered. */
  async function withDelivery(
    answer: { status: number; body?: string } = { status: 200 },
    title = "An issue",
    description = "",
  ) {
    const receiver = await Receiver.start(() => answer);
    const owner = await createUser();
    const project = await createProject(owner);
    const attributes = { url: receiver.url, token: "s3cret-token", issues_events: true };
    const { id, signing_secret } = await ok(owner.post(`/projects/${project.id}/hooks`, attributes));
    await createIssue(owner, project, { title, description });
    await receiver.first(1);
    const api = `/projects/${project.id}/hooks/${id}/deliveries`;
    await expect
      .poll(async () => (await owner.get(api)).body[0]?.response_status, { timeout: 20_000 })
      .toBe(answer.status);
    const [delivery] = await ok(owner.get(api));
    const hook = `/${project.path_with_namespace}/hooks/${id}`;
    return { receiver, owner, signing_secret, delivery, hook, page: `${hook}/deliveries/${delivery.id}` };
  }

  test("the hook lists its deliveries with state, event, attempts and status", async () => {
    const { owner, receiver, hook, delivery } = await withDelivery();
    await using _ = receiver;
    const { text } = await (await signIn(owner)).open(hook);
    expect(text).toContain(`Issue Hook #${delivery.id} Delivered 1 200 just now`);
  });

  test.each([
    [200, ""],
    [
      500,
      expect.stringMatching(
        /^Retrying The last failure was just now : The receiver answered 500\. The next attempt is at 20[-\d]+ \d\d:\d\d UTC\.$/,
      ),
    ],
    [
      410,
      "Failed The last failure was just now : The receiver answered 410. " +
        "The receiver is gone, so nothing is delivered until the settings are saved again.",
    ],
  ])("the hook of a receiver that answers %i says whether that failed, and what follows", async (status, said) => {
    const { owner, receiver, hook } = await withDelivery({ status });
    await using _ = receiver;
    const browser = await signIn(owner);
    const state = async () => /http:\/\/127\S+ (.*?)\s?Deliveries Delivery/.exec((await browser.open(hook)).text)?.[1];
    await expect.poll(state, { timeout: 20_000 }).toEqual(said);
  });

  test("a delivery shows request and response without the secrets", async () => {
    const { owner, receiver, page, signing_secret } = await withDelivery({ status: 200, body: "many thanks" });
    await using _ = receiver;
    const { html, text } = await (await signIn(owner)).open(page);
    expect({
      facts: /Delivered Message .* It took \d+ ms Request URL POST http:\/\/127\S* Request headers /.test(text),
      headers: text.includes("x-gitlab-event: Issue Hook"),
      body: html.includes("&quot;object_kind&quot;: &quot;issue&quot;,\n"),
      response: /\} Response Status 200 Response headers .* are kept many thanks /.test(text),
      secrets: html.includes("s3cret-token") || html.includes(signing_secret),
    }).toEqual({ facts: true, headers: true, body: true, response: true, secrets: false });
  });

  test("of a failed delivery the page shows the error and the next attempt", async () => {
    const { owner, receiver, page } = await withDelivery({ status: 500, body: "no" });
    await using _ = receiver;
    const { text } = await (await signIn(owner)).open(page);
    expect(text).toMatch(
      /Retrying Message .* It took \d+ ms Next attempt 20[-\d]+ \d\d:\d\d UTC Request .* Response The receiver answered 500 Status 500 /,
    );
  });

  test("of a delivery that is under way the page shows the request, and that there is no answer", async () => {
    const answer = Promise.withResolvers<{ status: number }>();
    await using receiver = await Receiver.start(() => answer.promise);
    const owner = await createUser();
    const project = await createProject(owner);
    const { id } = await ok(owner.post(`/projects/${project.id}/hooks`, { url: receiver.url, issues_events: true }));
    await createIssue(owner, project);
    await receiver.first(1);
    const [delivery] = await ok(owner.get(`/projects/${project.id}/hooks/${id}/deliveries`));
    const browser = await signIn(owner);
    const { status, text } = await browser.open(
      `/${project.path_with_namespace}/hooks/${id}/deliveries/${delivery.id}`,
    );
    answer.resolve({ status: 200 });
    expect({ status, text }).toEqual({
      status: 200,
      text: expect.stringMatching(
        /Waiting Message \S+ Created just now Attempts 0\. The .* one\. Request Request headers .* Response The receiver has not answered\./,
      ),
    });
  });

  test("of the body of a large request the page shows the beginning, and how long it is", async () => {
    const { owner, receiver, page } = await withDelivery({ status: 200 }, "Long", "x".repeat(70_000));
    await using _ = receiver;
    const { text } = await (await signIn(owner)).open(page);
    expect([/The first 65,536 of 7\d{4} bytes are shown\. Response/.test(text), text.length < 80_000]).toEqual([
      true,
      true,
    ]);
  });

  test("what comes from outside is text", async () => {
    const hostile = "</pre><script>alert(1)</script><img src=x onerror=alert(1)>";
    const { owner, receiver, page } = await withDelivery({ status: 200, body: hostile }, `Title ${hostile}`);
    await using _ = receiver;
    const { html } = await (await signIn(owner)).open(page);
    expect([html.includes("<script"), html.includes("<img"), html.split("&lt;/pre&gt;").length]).toEqual([
      false,
      false,
      html.split("alert(1)&lt;/script").length,
    ]);
  });

  test("a delivery of a large body is a page of bounded size", async () => {
    const { owner, receiver, page } = await withDelivery({ status: 200, body: "&".repeat(1_000_000) });
    await using _ = receiver;
    const { html } = await (await signIn(owner)).open(page);
    expect(html.length).toBeLessThan(50_000);
  });

  test("a delivery is repeated as a new one", async () => {
    const { owner, receiver, page, hook } = await withDelivery();
    await using _ = receiver;
    const browser = await signIn(owner);
    const again = await browser.submit(await browser.open(page), `${page}/redeliver`);
    const [first, second] = await receiver.first(2);
    expect([second?.body, again.path === page, again.path.startsWith(`${hook}/deliveries/`)]).toEqual([
      first?.body,
      false,
      true,
    ]);
  });

  test("a repetition that fails is not called delivered", async () => {
    const { owner, receiver, page } = await withDelivery({ status: 500, body: "no" });
    await using _ = receiver;
    const browser = await signIn(owner);
    const { text } = await browser.submit(await browser.open(page), `${page}/redeliver`);
    expect([text.includes("It was sent again"), text.includes("delivered again")]).toEqual([true, false]);
  });

  test("a form without its CSRF token repeats nothing", async () => {
    const { owner, receiver, page } = await withDelivery();
    await using _ = receiver;
    const refused = await (await signIn(owner)).post(`${page}/redeliver`, new URLSearchParams());
    expect([refused.status, receiver.deliveries.length]).toEqual([403, 1]);
  });
});

test("hooks of a project are for masters; others get what the API says", async () => {
  const { cast, project } = await createCast();
  const hook = await ok(cast.master.post(`/projects/${project.id}/hooks`, { url }));
  const statuses: Record<string, number[]> = {};
  for (const role of ["outsider", "guest", "developer", "master"] as const) {
    const browser = await signIn(cast[role]);
    const paths = ["hooks", `hooks/${hook.id}`, `hooks/${hook.id}/deliveries/1`];
    const pages = await Promise.all(paths.map((path) => browser.open(`/${project.path_with_namespace}/${path}`)));
    statuses[role] = pages.map(({ status }) => status);
  }
  expect(statuses).toEqual({
    outsider: [404, 404, 404],
    guest: [403, 403, 403],
    developer: [403, 403, 403],
    master: [200, 200, 404],
  });
});

test("hooks of a group are for its owners", async () => {
  const { cast, group } = await createCast();
  const statuses = [];
  for (const role of ["outsider", "master", "owner"] as const) {
    statuses.push((await (await signIn(cast[role])).open(`/groups/${group.path}/hooks`)).status);
  }
  expect(statuses).toEqual([403, 403, 200]);
});

test("a group whose path is a number is found by its path", async () => {
  const owner = await createUser();
  const path = String(Math.floor(Math.random() * 1e12));
  const group = await createGroup(owner, { name: path, path });
  await ok(owner.post(`/groups/${group.id}/hooks`, { url }));
  expect((await (await signIn(owner)).open(`/groups/${path}/hooks`)).text).toContain(url);
});

test("system hooks do not exist for other users than administrators", async () => {
  const browser = await signIn(await createUser());
  const invented = await browser.open("/-/nothing/here");
  const withoutToken = (html: string) => html.replaceAll(/value="[^"]*"/g, "");
  const page = await browser.open("/-/admin/hooks");
  const form = new URLSearchParams({ url, authenticity_token: /token" value="([^"]*)"/.exec(page.html)?.[1] ?? "" });
  const posted = await browser.post("/-/admin/hooks", form);
  expect([page.status, withoutToken(page.html), posted.status]).toEqual([404, withoutToken(invented.html), 404]);
});

test("a stranger sees the same page whether the project exists or not", async () => {
  const project = await createProject(await createUser());
  const browser = await signIn(await createUser());
  const [hidden, missing] = await Promise.all([
    browser.open(`/${project.path_with_namespace}/hooks`),
    browser.open("/nobody/nothing/hooks"),
  ]);
  expect([hidden.status, hidden.html]).toEqual([404, missing.html]);
});
