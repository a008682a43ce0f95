// /-/profile/notifications, /-/notifications and .../notification_settings
import { describe, expect, test } from "vitest";
import { notificationsOf } from "../../api/v3/notifications/notifications.ts";
import { type Actor, createUser, ok } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { createCast, createGroup, createIssue, createProject } from "../../support/factories.ts";
import { roundTripsOf } from "../../support/page-cost.ts";

const signIn = ({ token }: Actor): Promise<Browser> => Browser.signedIn(token ?? "");

describe("settings", () => {
  const path = "/-/profile/notifications";

  test("the global level is shown and saved, with the events of the level custom", async () => {
    const user = await createUser();
    const browser = await signIn(user);
    const page = await browser.open(path);
    await browser.submit(page, path, { level: "custom", new_note: "true" });
    const { level, events } = await ok(user.get("/notification_settings"));
    const isParticipating = /<option value="participating" selected/.test(page.html);
    expect([isParticipating, level, events.new_note, events.new_issue]).toEqual([true, "custom", true, false]);
  });

  test.each(["project", "group"])(
    "the level of a %s is saved, and then changed in the list of the others",
    async (kind) => {
      const user = await createUser();
      const isGroup = kind === "group";
      const { id, path: name } = isGroup ? await createGroup(user) : await createProject(user);
      const url = isGroup ? `/groups/${name}` : `/${user.username}/${name}`;
      const browser = await signIn(user);
      const page = await browser.open(`${url}/notification_settings`);
      await browser.submit(page, `${url}/notification_settings`, { level: "watch" });
      const { level } = await ok(user.get(`/${kind}s/${id}/notification_settings`));
      const settings = await browser.open(path);
      const changed = await browser.submit(settings, `${url}/notification_settings`, { level: "mention" });
      const later = await ok(user.get(`/${kind}s/${id}/notification_settings`));
      expect([
        level,
        settings.html.includes(`href="${url}/notification_settings"`),
        [changed.path, later.level],
        [page, settings].map(roundTripsOf),
      ]).toEqual(["watch", true, [path, "mention"], [1, 1]]);
    },
  );

  test("a project that is no longer visible is not named", async () => {
    const { cast, project } = await createCast();
    await ok(cast.guest.put(`/projects/${project.id}/notification_settings`, { level: "watch" }));
    await ok(cast.owner.delete(`/groups/${project.namespace.id}/members/${cast.guest.id}`));
    expect((await (await signIn(cast.guest)).open(path)).text).not.toContain(project.path);
  });

  test("the form of a home page leads back there, and to the events after custom", async () => {
    const user = await createUser();
    const { path: name } = await createProject(user);
    const url = `/${user.username}/${name}/notification_settings`;
    const browser = await signIn(user);
    const { html } = await browser.open(url);
    const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec(html)?.[1] ?? "";
    const send = async (level: string, return_to: string) =>
      (await browser.post(url, new URLSearchParams({ authenticity_token, level, return_to }))).path;
    expect([
      await send("watch", "/-/explore"),
      await send("custom", "/-/explore"),
      await send("mention", "https://evil.example"),
    ]).toEqual(["/-/explore", url, url]);
  });

  test("the page of a project has the level, and saves it", async () => {
    const user = await createUser();
    const { path: name } = await createProject(user);
    const home = `/${user.username}/${name}`;
    const browser = await signIn(user);
    const saved = await browser.submit(await browser.open(home), `${home}/notification_settings`, { level: "watch" });
    expect([saved.path, saved.html.includes('<option value="watch" selected')]).toEqual([home, true]);
  });

  test("an invented level is refused", async () => {
    const browser = await signIn(await createUser());
    expect((await browser.submit(await browser.open(path), path, { level: "all" })).status).toBe(400);
  });

  test("a stranger sees the same page whether a project exists or not", async () => {
    const { cast, project } = await createCast();
    const browser = await signIn(cast.outsider);
    const [hidden, missing] = await Promise.all([
      browser.open(`/${project.path_with_namespace}/notification_settings`),
      browser.open("/nobody/nothing/notification_settings"),
    ]);
    expect([hidden.status, hidden.html]).toEqual([404, missing.html]);
  });
});

describe("the list", () => {
  const path = "/-/notifications";

  /** A user who was mentioned in two issues, and has been notified. */
  async function mentioned() {
    const { cast, project } = await createCast();
    const { reporter, developer } = cast;
    for (const title of ["First <b>issue</b>", "Second issue"]) {
      await createIssue(developer, project, { title, description: `@${reporter.username}` });
    }
    const notifications = await notificationsOf(reporter, 2);
    return { browser: await signIn(reporter), notifications, project, developer };
  }

  test("shows unread notifications as links, in one round trip", async () => {
    const { browser, project, developer } = await mentioned();
    const page = await browser.open(path);
    expect([
      page.html.includes(`href="/${project.path_with_namespace}/issues/1"`),
      page.html.includes("First &lt;b&gt;issue&lt;/b&gt;"),
      page.text.includes(`Name of ${developer.username} opened just now mentioned`),
      roundTripsOf(page),
    ]).toEqual([true, true, true, 1]);
  });

  test("a notification that is marked as read is left on the page of all", async () => {
    const { browser, notifications } = await mentioned();
    const { id } = notifications.find(({ target }: { target: { iid: number } }) => target.iid === 1);
    const unread = await browser.submit(await browser.open(path), `${path}/${id}/read`);
    const all = await browser.open(`${path}?all=true`);
    expect([unread, all].map(({ text }) => [text.includes("First"), text.includes("Second")])).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  test("all are marked as read at once", async () => {
    const { browser } = await mentioned();
    const page = await browser.submit(await browser.open(path), `${path}/read`);
    expect(page.text).toContain("You have read everything.");
  });
});
