// New merge requests by form: from a pushed branch, and from a fork
import { expect, test } from "vitest";
import { type Actor, createAdmin, createUser, levels, ok } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { createProject, type Project } from "../../support/factories.ts";
import { History } from "../../support/history.ts";
import { createMergeRequest, createProposing, pushBranches } from "../../support/merge-requests.ts";
import { listPath, openAs, roundTrips, send, signIn } from "./visiting.ts";

/** The address that a push prints. */
const newPath = (project: Project, values: Readonly<Record<string, string>>): string =>
  `${listPath(project)}/new?${new URLSearchParams(
    Object.entries(values).map(([name, value]) => [`merge_request[${name}]`, value]),
  )}`;

test("the address that a push prints leads to a form with the last commit's title, which creates it", async () => {
  const { owner, project, at } = await createProposing();
  const browser = await signIn(owner);
  const form = await browser.open(newPath(project, { source_branch: "feature" }));
  const page = await browser.submit(form, listPath(project), { description: "See *here*" });
  expect({
    form: form.text,
    page: [page.status, page.path],
    html: page.html.includes("<p>See <em>here</em></p>"),
    created: await ok(owner.get(`${at}/merge_requests`)),
  }).toEqual({
    form: expect.stringContaining("feature into main 1 commit Write feature"),
    page: [200, `${listPath(project)}/1`],
    html: true,
    created: [
      expect.objectContaining({
        title: "Write feature",
        source_branch: "feature",
        target_branch: "main",
        force_remove_source_branch: false,
      }),
    ],
  });
});

test("assignee, labels, milestone and the removal of the branch are set", async () => {
  const { owner, project, at } = await createProposing();
  const milestone = await ok(owner.post(`${at}/milestones`, { title: "1.0" }));
  await ok(owner.post(`${at}/labels`, { name: "bug", color: "#ff0000" }));
  const browser = await signIn(owner);
  const form = await browser.open(newPath(project, { source_branch: "feature", target_branch: "other" }));
  await browser.submit(form, listPath(project), {
    title: "Mine",
    assignee_id: String(owner.id),
    milestone_id: String(milestone.id),
    "labels[]": ["bug"],
    remove_source_branch: "true",
  });
  expect(await ok(owner.get(`${at}/merge_requests`))).toEqual([
    expect.objectContaining({
      title: "Mine",
      target_branch: "other",
      assignee: expect.objectContaining({ id: owner.id }),
      milestone: expect.objectContaining({ title: "1.0" }),
      labels: ["bug"],
      force_remove_source_branch: true,
    }),
  ]);
});

test("a second one for the same branches is refused in the form, which keeps what was entered", async () => {
  const { owner, project } = await createProposing();
  await createMergeRequest(owner, project, { title: "First <one>" });
  const browser = await signIn(owner);
  const form = await browser.open(newPath(project, { source_branch: "feature" }));
  const { status, text, html } = await browser.submit(form, listPath(project), { title: "Second", description: "why" });
  expect({
    status,
    text,
    title: html.includes('value="Second"'),
    description: html.includes("\nwhy</textarea>"),
  }).toEqual({
    status: 409,
    text: expect.stringContaining('This merge request already exists: ["First <one>"]'),
    title: true,
    description: true,
  });
});

test.each([
  ["main", "feature", "There is nothing to merge: feature has all commits of main."],
  ["feature", "feature", "Choose two different branches."],
  ["nothing", "main", "One of these branches does not exist."],
  ["feature", "nothing", "One of these branches does not exist."],
])("for %s into %s there is a reason instead of a form", async (source_branch, target_branch, reason) => {
  const { owner, project } = await createProposing();
  const { status, text } = await openAs(owner, newPath(project, { source_branch, target_branch }));
  expect({ status, text, form: text.includes("Create merge request") }).toEqual({
    status: 200,
    text: expect.stringContaining(reason),
    form: false,
  });
});

test("the branches of a fork are proposed to its parent by default", async () => {
  const { owner, project } = await createProposing({ visibility_level: 20 });
  const contributor = await createUser();
  const fork: Project = await ok(contributor.post(`/projects/fork/${project.id}`));
  const browser = await signIn(contributor);
  const form = await browser.open(newPath(fork, { source_branch: "feature" }));
  const page = await browser.submit(form, listPath(fork));
  const [created] = await ok(owner.get(`/projects/${project.id}/merge_requests`));
  expect({ form: form.text, page: page.path, text: page.text, source: created.source_project_id }).toEqual({
    form: expect.stringContaining("feature into main 1 commit Write feature"),
    page: `${listPath(project)}/1`,
    text: expect.stringContaining(`From ${fork.path_with_namespace}`),
    source: fork.id,
  });
});

test("a project offers the visitor's fork, and commits that its target gained are not among the proposed", async () => {
  const { owner, project } = await createProposing({ visibility_level: 20 });
  const contributor = await createUser();
  const fork: Project = await ok(contributor.post(`/projects/fork/${project.id}`));
  const other = await createMergeRequest(owner, project, { source_branch: "other" });
  await ok(owner.put(`/projects/${project.id}/merge_requests/${other.id}/merge`));
  const { status, text } = await openAs(contributor, newPath(project, { source_branch: "feature" }));
  expect({ status, text }).toEqual({
    status: 200,
    text: expect.stringMatching(
      new RegExp(
        `Merge ${fork.path_with_namespace} Source branch .* Into ${project.path_with_namespace} .* 1 commit Write feature`,
      ),
    ),
  });
});

test("attributes are offered to those who manage the target's merge requests", async () => {
  const { owner, project, at } = await createProposing({ visibility_level: 20 });
  const [developer, contributor] = [await createUser(), await createUser()];
  await ok(owner.post(`${at}/members`, { user_id: developer.id, access_level: levels.developer }));
  const fork: Project = await ok(contributor.post(`/projects/fork/${project.id}`));
  const offered = async (user: Actor, from: Project) => {
    const { status, html } = await openAs(user, newPath(from, { source_branch: "feature" }));
    return [
      status,
      ...["title", "assignee_id", "milestone_id", "labels"].filter((name) => html.includes(`name="${name}`)),
    ];
  };
  const all = [200, "title", "assignee_id", "milestone_id", "labels"];
  expect({
    developer: await offered(developer, project),
    administrator: await offered(await createAdmin(), project),
    contributor: await offered(contributor, fork),
  }).toEqual({ developer: all, administrator: all, contributor: [200, "title"] });
});

/** How an owner closes a project to merge requests. */
const closings = [
  ["is archived", (owner: Actor, at: string) => owner.post(`${at}/archive`)],
  ["takes no merge requests", (owner: Actor, at: string) => owner.put(at, { merge_requests_enabled: false })],
] as const;

test.each(closings)("a parent that %s is no target: the fork proposes to itself", async (_, close) => {
  const { owner, project, at } = await createProposing({ visibility_level: 20 });
  const contributor = await createUser();
  const fork: Project = await ok(contributor.post(`/projects/fork/${project.id}`));
  await ok(close(owner, at));
  const browser = await signIn(contributor);
  const form = await browser.open(newPath(fork, { source_branch: "feature" }));
  const page = await browser.submit(form, listPath(fork));
  expect({ form: form.status, page: [page.status, page.path] }).toEqual({
    form: 200,
    page: [200, `${listPath(fork)}/1`],
  });
});

test.each(closings)("a fork that %s is no source: its owner may propose nothing to the parent", async (_, close) => {
  const { project } = await createProposing({ visibility_level: 20 });
  const contributor = await createUser();
  const fork: Project = await ok(contributor.post(`/projects/fork/${project.id}`));
  const before = await openAs(contributor, newPath(project, { source_branch: "feature" }));
  await ok(close(contributor, `/projects/${fork.id}`));
  const after = await openAs(contributor, newPath(project, { source_branch: "feature" }));
  expect([before.status, after.status]).toEqual([200, 403]);
});

test("who may push nowhere is refused, strangers find nothing, and the anonymous have to sign in", async () => {
  const open = await createProposing({ visibility_level: 20 });
  const hidden = await createProposing();
  const stranger = await createUser();
  const browser = await signIn(stranger);
  const sent = await send(browser, listPath(open.project), {
    title: "x",
    source_branch: "feature",
    target_branch: "main",
  });
  const anonymous = await new Browser().open(`${listPath(open.project)}/new`);
  expect({
    open: (await browser.open(`${listPath(open.project)}/new`)).status,
    sent: sent.status,
    hidden: (await browser.open(`${listPath(hidden.project)}/new`)).status,
    anonymous: anonymous.path,
  }).toEqual({ open: 403, sent: 403, hidden: 404, anonymous: expect.stringMatching(/^\/-\/sign_in/) });
});

test("more branches than a list is good for are offered to a text field", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const history = new History();
  const first = history.commit({ "a.txt": "1\n" }, "Begin");
  history.setBranch("main", first);
  for (let index = 0; index < 250; index += 1) history.setBranch(`b${index}`, first);
  await history.push(owner, project);
  const { html } = await openAs(owner, `${listPath(project)}/new`);
  expect({
    field: html.includes(
      '<input id="source_branch" name="source_branch" type="text" value="" list="source_branch-list"/>',
    ),
    offered: html.match(/<option value="b\d+">/g)?.length,
  }).toEqual({ field: true, offered: 398 });
});

test.each(["feature/<script>alert(1)</script>", `it's-"quoted"`, "100%25-&-more", "ünïcode-分支", "a+b#c;d"])(
  "a branch named %s is proposed, and shown as text",
  async (name) => {
    const owner = await createUser();
    const project = await createProject(owner);
    await pushBranches(owner, project, { [name]: { "a.txt": "1\n" } });
    const browser = await signIn(owner);
    const form = await browser.open(newPath(project, { source_branch: name }));
    const page = await browser.submit(form, listPath(project), { title: name });
    const [created] = await ok(owner.get(`/projects/${project.id}/merge_requests`));
    expect({
      form: form.text.includes(`${name} into main 1 commit`),
      page: [page.status, page.path, page.text.includes(`${name} !1`)],
      branch: created.source_branch,
      safe: !(form.html + page.html).includes("<script>alert"),
    }).toEqual({ form: true, page: [200, `${listPath(project)}/1`, true], branch: name, safe: true });
  },
);

test("choosing branches and the form take one round trip to the database", async () => {
  const { owner, project } = await createProposing();
  const browser = await signIn(owner);
  expect([
    roundTrips(await browser.open(`${listPath(project)}/new`)),
    roundTrips(await browser.open(newPath(project, { source_branch: "feature" }))),
  ]).toEqual([1, 1]);
});
