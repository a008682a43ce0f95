// The box of a merge request that says what a merge waits for, and merges
import { expect, test } from "vitest";
import { type Actor, createUser, levels, ok } from "../../support/actors.ts";
import { actionsOf, type ShownPage } from "../../support/browser.ts";
import { createIssue, type Project } from "../../support/factories.ts";
import { WorkingFolder } from "../../support/git.ts";
import { v4 } from "../../support/v4.ts";
import { createConflicting, createShown, openAs, send, signIn } from "./visiting.ts";

async function addMember(owner: Actor, { id }: Project, level: keyof typeof levels): Promise<Actor> {
  const user = await createUser();
  await ok(owner.post(`/projects/${id}/members`, { user_id: user.id, access_level: levels[level] }));
  return user;
}

const report = (owner: Actor, at: string, sha: string | undefined, values: Record<string, string>) =>
  ok(owner.post(`${at}/statuses/${sha}`, { ref: "feature", name: "test", ...values }));

test("merging by form merges, removes the branch and closes the issues that the page has named", async () => {
  const { owner, project, at, page, id } = await createShown();
  const issue = await createIssue(owner, project, { title: "It <fails>" });
  await ok(owner.put(`${at}/merge_requests/${id}`, { description: `Closes #${issue.iid}` }));
  const other = await createIssue(owner, project, { title: "It waits" });
  const file = { branch_name: "feature", file_path: "fast", content: "Fast\n" };
  await ok(owner.post(`${at}/repository/files`, { ...file, commit_message: `Fix #${other.iid}` }));
  const browser = await signIn(owner);
  const before = await browser.open(page);
  const after = await browser.submit(before, `${page}/merge`, {
    merge_commit_message: "Take it",
    should_remove_source_branch: "true",
  });
  const branches = await ok(owner.get(`${at}/repository/branches`));
  expect({
    named: before.text.includes(`Can be merged Merging it closes: #${issue.iid} It <fails> #${other.iid} It waits`),
    after: after.text,
    issues: [
      (await ok(owner.get(`${at}/issues/${issue.id}`))).state,
      (await ok(owner.get(`${at}/issues/${other.id}`))).state,
    ],
    branches: branches.map(({ name }: { name: string }) => name),
    message: (await ok(owner.get(`${at}/repository/commits/main`))).message.trim(),
  }).toEqual({
    named: true,
    after: expect.stringMatching(/Merged\. .* Merged by Name of user.* into main with commit/),
    issues: ["closed", "closed"],
    branches: ["main", "other"],
    message: "Take it",
  });
});

test("conflicting files are listed with the commands that resolve them, and there is no form to merge", async () => {
  const { owner, page } = await createConflicting(["a & b.txt", "src/<script>.ts"]);
  const shown = await openAs(owner, page);
  expect({
    text: shown.text,
    escaped: shown.html.includes("<code>src/&lt;script&gt;.ts</code>"),
    forms: actionsOf(shown).includes(`${page}/merge`),
  }).toEqual({
    text: expect.stringMatching(
      /Cannot be merged yet Both branches changed 2 files .* a & b\.txt src\/<script>\.ts .* git checkout feature .* git merge origin\/main/,
    ),
    escaped: true,
    forms: false,
  });
});

test.each([
  ["can be merged", () => createShown(), "can_be_merged"],
  ["conflicts", () => createConflicting(["a.txt"]), "cannot_be_merged"],
])("that it %s shows in lists once somebody has opened the page", async (_, create, merge_status) => {
  const { owner, project, page } = await create();
  const list = `/projects/${project.id}/merge_requests?state=opened`;
  const before = await owner.get(list);
  await openAs(owner, page);
  const after = await owner.get(list);
  expect([before, after]).toMatchObject([{ body: [{ merge_status: "unchecked" }] }, { body: [{ merge_status }] }]);
});

test("merging in spite of conflicts is refused on the page that lists them", async () => {
  const { owner, page, api } = await createConflicting(["a.txt"]);
  const refused = await send(await signIn(owner), `${page}/merge`);
  expect({ status: refused.status, text: refused.text, state: (await ok(owner.get(api))).state }).toEqual({
    status: 405,
    text: expect.stringMatching(/It was not merged, because something prevents that\. .* a\.txt/),
    state: "opened",
  });
});

test("a commit that was pushed after the page was opened is not merged", async () => {
  const { owner, project, page, api } = await createShown();
  const browser = await signIn(owner);
  const seen = await browser.open(page);
  using folder = await WorkingFolder.copy(owner, project, { branch: "feature" });
  await folder.commit({ "more.txt": "more\n" });
  await folder.deliver();
  const refused = await browser.submit(seen, `${page}/merge`);
  const again = await browser.submit(refused, `${page}/merge`);
  expect({
    refused: [refused.status, refused.text.includes("was pushed to after you opened the page")],
    again: again.text.includes("Merged."),
    state: (await ok(owner.get(api))).state,
  }).toEqual({ refused: [409, true], again: true, state: "merged" });
});

test("squashing and removing the branch have to be chosen, and stay chosen when the merge is refused", async () => {
  const { owner, project, page } = await createShown();
  const browser = await signIn(owner);
  const seen = await browser.open(page);
  using folder = await WorkingFolder.copy(owner, project, { branch: "feature" });
  await folder.commit({ "more.txt": "more\n" });
  await folder.deliver();
  const checked = ["false", "true"];
  const choices = { squash: checked, should_remove_source_branch: checked };
  const refused = await browser.submit(seen, `${page}/merge`, choices);
  const chosen = ({ html }: ShownPage) =>
    Object.keys(choices).map((name) => html.includes(`type="checkbox" name="${name}" value="true" checked=""`));
  expect([seen, refused].map(chosen)).toEqual([
    [false, false],
    [true, true],
  ]);
});

test("a merge request is merged once: the second form says so", async () => {
  const { owner, page } = await createShown();
  const browser = await signIn(owner);
  const seen = await browser.open(page);
  await browser.submit(seen, `${page}/merge`);
  const { status, text } = await browser.submit(seen, `${page}/merge`);
  expect({ status, text }).toEqual({
    status: 406,
    text: expect.stringContaining("It is merged or closed already."),
  });
});

test("the page names everything that a merge waits for", async () => {
  const { owner, at, page, api, tips } = await createShown(
    { title: "WIP: try" },
    { only_allow_merge_if_build_succeeds: true, only_allow_merge_if_all_discussions_are_resolved: true },
  );
  await ok(owner.post(`${api}/discussions`, { body: "Why?" }));
  await report(owner, at, tips.feature, { state: "failed", description: "1 test <failed>" });
  const { text, html } = await openAs(owner, page);
  expect({ text, form: html.includes(`action="${page}/merge"`) }).toEqual({
    text: expect.stringContaining(
      "Cannot be merged yet It is work in progress, as its title says. All discussions have to be resolved. " +
        "Its build has to succeed; it is failed. Build Failed Failed test 1 test <failed>",
    ),
    form: false,
  });
});

test("with a running build it can be set to merge when that succeeds, and the wish be withdrawn", async () => {
  const { owner, at, page, api, tips } = await createShown({}, { only_allow_merge_if_build_succeeds: true });
  await report(owner, at, tips.feature, { state: "running" });
  const browser = await signIn(owner);
  const seen = await browser.open(page);
  const waiting = await browser.submit(seen, `${page}/merge`, { merge_when_build_succeeds: "true" });
  const { merge_when_build_succeeds } = await ok(owner.get(api));
  const cancelled = await browser.submit(waiting, `${page}/cancel_merge_when_build_succeeds`);
  expect({
    offered: /Merge when the build succeeds/.test(seen.text),
    now: /Merge now/.test(seen.text),
    waiting: waiting.text,
    merge_when_build_succeeds,
    cancelled: cancelled.text,
    after: (await ok(owner.get(api))).merge_when_build_succeeds,
  }).toEqual({
    offered: true,
    now: false,
    waiting: expect.stringMatching(
      /will be merged when its build succeeds\. .* Name of \S+ set it to merge when its build succeeds/,
    ),
    merge_when_build_succeeds: true,
    cancelled: expect.stringContaining("The automatic merge was cancelled."),
    after: false,
  });
});

/** The buttons of the form that merges, and whether each is the primary one. */
const buttonsOf = ({ html }: ShownPage, page: string) => {
  const [, form = ""] = new RegExp(`action="${page}/merge"(.*?)</form>`, "s").exec(html) ?? [];
  return [...form.matchAll(/<button([^>]*)>([^<]*)</g)].map(
    ([, attributes = "", text = ""]) => `${text}${attributes.includes("primary") ? ", primary" : ""}`,
  );
};

test.each([
  [null, false, "Can be merged", ["Merge, primary"]],
  ["running", false, "Can be merged", ["Merge when the build succeeds, primary", "Merge now"]],
  ["success", false, "Can be merged", ["Merge, primary"]],
  ["failed", false, "Can be merged", ["Merge, primary"]],
  [null, true, "Can be merged", ["Merge, primary"]],
  ["running", true, "Waits for its build", ["Merge when the build succeeds, primary"]],
  ["success", true, "Can be merged", ["Merge, primary"]],
  ["failed", true, "Cannot be merged yet", []],
])(
  "with the build %s, which has to succeed: %s, the page says %j and offers %j",
  async (state, required, said, buttons) => {
    const { owner, at, page, tips } = await createShown({}, { only_allow_merge_if_build_succeeds: required });
    if (state !== null) await report(owner, at, tips.feature, { state });
    const shown = await openAs(owner, page);
    expect({ status: shown.status, text: shown.text, buttons: buttonsOf(shown, page) }).toEqual({
      status: 200,
      text: expect.stringContaining(`Merge ${said} `),
      buttons,
    });
  },
);

test("the form says that it squashes and removes the branch by itself, and has boxes for neither", async () => {
  const { owner, project, page } = await createShown({ remove_source_branch: true });
  await ok(owner.put(v4(`/projects/${project.id}/merge_requests/1`), { squash: true }));
  const { status, text, html } = await openAs(owner, page);
  const boxes = ["squash", "should_remove_source_branch"].map((name) => html.includes(`name="${name}"`));
  expect({ status, text, boxes }).toEqual({
    status: 200,
    text: expect.stringContaining("Its commits will be squashed into one. The source branch will be removed."),
    boxes: [false, false],
  });
});

test("the author and those who may merge are offered to cancel an automatic merge, other readers are not", async () => {
  const { owner, project, at, page, api, tips } = await createShown();
  const [author, reporter] = [
    await addMember(owner, project, "developer"),
    await addMember(owner, project, "reporter"),
  ];
  await report(owner, at, tips.feature, { state: "running" });
  await ok(owner.put(`${api}/merge`, { merge_when_build_succeeds: true }));
  const other = await ok(
    author.post(`${at}/merge_requests`, { title: "Mine", source_branch: "other", target_branch: "main" }),
  );
  await ok(owner.post(`${at}/statuses/${tips.other}`, { ref: "other", name: "test", state: "running" }));
  await ok(owner.put(`${at}/merge_requests/${other.id}/merge`, { merge_when_build_succeeds: true }));
  const authored = `/${project.path_with_namespace}/merge_requests/${other.iid}`;
  const isOffered = async (user: Actor, address: string) =>
    actionsOf(await openAs(user, address)).includes(`${address}/cancel_merge_when_build_succeeds`);
  expect({
    merger: await isOffered(owner, authored),
    author: await isOffered(author, authored),
    developer: await isOffered(author, page),
    reporter: await isOffered(reporter, page),
  }).toEqual({ merger: true, author: true, developer: false, reporter: false });
});

test("a build's link leads to http and https only", async () => {
  const { owner, at, page, tips } = await createShown();
  await report(owner, at, tips.feature, { state: "failed", target_url: "https://ci.example/1" });
  await owner.post(`${at}/statuses/${tips.feature}`, {
    ref: "feature",
    name: "evil",
    state: "failed",
    target_url: "javascript:alert(1)",
  });
  const { html } = await openAs(owner, page);
  expect({ good: html.includes('href="https://ci.example/1"'), evil: html.includes('href="javascript:') }).toEqual({
    good: true,
    evil: false,
  });
});

test("who may not merge into a protected branch is told so, and has no form; the API refuses what they send", async () => {
  const { owner, project, page, api } = await createShown();
  const developer = await addMember(owner, project, "developer");
  const browser = await signIn(developer);
  const shown = await browser.open(page);
  const sent = await send(browser, `${page}/merge`);
  expect({
    text: shown.text.includes("You may not merge into main ."),
    form: actionsOf(shown).includes(`${page}/merge`),
    sent: sent.status,
    state: (await ok(owner.get(api))).state,
  }).toEqual({ text: true, form: false, sent: 403, state: "opened" });
});

test("a removed source branch and an archived project are named", async () => {
  const gone = await createShown();
  await ok(gone.owner.delete(`${gone.at}/repository/branches/feature`));
  const archived = await createShown();
  await ok(archived.owner.post(`${archived.at}/archive`));
  expect({
    gone: (await openAs(gone.owner, gone.page)).text,
    archived: (await openAs(archived.owner, archived.page)).text,
  }).toEqual({
    gone: expect.stringContaining("The source branch feature does not exist any more."),
    archived: expect.stringContaining("The project is archived, so nothing in it changes."),
  });
});

test("in an archived project no page offers to merge, to approve, to cancel an automatic merge or to cherry-pick", async () => {
  const { owner, project, at, page, api, tips } = await createShown();
  const other = await ok(
    owner.post(`${at}/merge_requests`, { title: "Other", source_branch: "other", target_branch: "main" }),
  );
  await ok(owner.put(`${at}/merge_requests/${other.id}/merge`));
  await report(owner, at, tips.feature, { state: "running" });
  await ok(owner.put(`${api}/merge`, { merge_when_build_succeeds: true }));
  const merged = `/${project.path_with_namespace}/merge_requests/${other.iid}`;
  const offered = async () =>
    (await Promise.all([page, merged].map((address) => openAs(owner, address))))
      .flatMap(actionsOf)
      .map((action) => action.split("/").at(-1))
      .filter((name) => /^(?:merge|approval|cancel_merge_when_build_succeeds|cherry_pick)$/.test(name ?? ""));
  const before = await offered();
  await ok(owner.post(`${at}/archive`));
  expect({ before: before.toSorted(), after: await offered() }).toEqual({
    before: ["approval", "cancel_merge_when_build_succeeds", "cherry_pick", "merge"],
    after: [],
  });
});

test("the page of one without approvals, discussions, builds, issues to close or a fork names none of them", async () => {
  const { owner, page } = await createShown();
  const { text } = await openAs(owner, page);
  expect(text.match(/Approved by|discussions? resolved|Build \w+|Merging it closes|From /g)).toBe(null);
});

test("what was merged is cherry-picked into another branch, and a missing branch is refused in the form", async () => {
  const { owner, at, page, api } = await createShown();
  await ok(owner.put(`${api}/merge`));
  const browser = await signIn(owner);
  const merged = await browser.open(page);
  const refused = await browser.submit(merged, `${page}/cherry_pick`, { branch: "no <branch>" });
  const picked = await browser.submit(refused, `${page}/cherry_pick`, { branch: "other" });
  const [newest] = await ok(owner.get(`${at}/repository/commits?ref_name=other`));
  expect({ refused: [refused.status, refused.text], picked: [picked.path, picked.text] }).toEqual({
    refused: [400, expect.stringContaining("There is no branch no <branch>.")],
    picked: [
      expect.stringMatching(new RegExp(`/commit/${newest.id}$`)),
      expect.stringContaining("It was cherry-picked into other."),
    ],
  });
});

test("what was merged is offered for picking to those who push, and nothing that was closed is", async () => {
  const { owner, project, at, page, api } = await createShown();
  await ok(owner.put(`${api}/merge`));
  const closed = await ok(
    owner.post(`${at}/merge_requests`, { title: "No", source_branch: "other", target_branch: "main" }),
  );
  await ok(owner.put(`${at}/merge_requests/${closed.id}`, { state_event: "close" }));
  const reporter = await addMember(owner, project, "reporter");
  const offered = async (user: Actor, address: string) => {
    const shown = await openAs(user, address);
    return ["cherry_pick", "approval", "merge"].filter((action) => actionsOf(shown).includes(`${address}/${action}`));
  };
  expect({
    pusher: await offered(owner, page),
    reporter: await offered(reporter, page),
    closed: await offered(owner, `/${project.path_with_namespace}/merge_requests/${closed.iid}`),
  }).toEqual({ pusher: ["cherry_pick"], reporter: [], closed: [] });
});

test("a fork that the reader may not see is not named, nor are its builds", async () => {
  const { owner, project } = await createShown({}, { visibility_level: 20 });
  const contributor = await createUser();
  const fork = await ok(contributor.post(`/projects/fork/${project.id}`));
  await ok(contributor.put(`/projects/${fork.id}`, { visibility_level: 0 }));
  const proposed = await ok(
    contributor.post(`/projects/${fork.id}/merge_requests`, {
      title: "From a fork",
      source_branch: "feature",
      target_branch: "main",
      target_project_id: project.id,
    }),
  );
  await report(contributor, `/projects/${fork.id}`, proposed.sha, { state: "failed", name: "secret job" });
  const { text } = await openAs(owner, `/${project.path_with_namespace}/merge_requests/${proposed.iid}`);
  expect({ text, build: /secret job|Build Failed/.test(text), path: text.includes(fork.path_with_namespace) }).toEqual({
    text: expect.stringMatching(/From a project that is gone, or that you may not see\./),
    build: false,
    path: false,
  });
});
