// A day's work, once by mouse and once by keyboard alone: an issue, a push, a merge request, its review and merge, a hook.
import { expect } from "vitest";
import { Receiver } from "../api/v3/hooks/receiver.ts";
import { type Actor, createUser, ok } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";
import { browserTest, Visitor } from "../support/chromium.ts";
import { createProject, type Project } from "../support/factories.ts";
import { WorkingFolder } from "../support/git.ts";
import { type Hand, Keyboard, Mouse } from "./hands.ts";

const ISSUE = "Waves of ships look like floods";
const COMMENT = "It happens at Norwood.";
const PROPOSAL = "Smooth the readings";
const DISCUSSION = "Why five readings?";

async function signIn(hand: Hand, { token }: Actor): Promise<void> {
  await hand.page.goto("/-/sign_in");
  await hand.enter("Access token", token ?? "");
  await hand.press("button", "Sign in");
  await hand.page.getByRole("button", { name: "Sign out" }).waitFor();
}

async function openProject(hand: Hand, project: Project): Promise<void> {
  await hand.press("link", "Explore");
  await hand.enter("Name", project.path);
  await hand.press("button", "Search");
  await hand.press("link", project.path_with_namespace);
}

async function reportIssue(hand: Hand): Promise<void> {
  await hand.press("link", "Issues", "Project");
  await hand.press("link", "New issue");
  await hand.enter("Title", ISSUE);
  await hand.enter("Description", "The level jumps by 40 cm.");
  await hand.press("button", "Create issue");
  await hand.enter("Comment", COMMENT);
  await hand.press("button", "Comment");
  await hand.page.getByText(COMMENT).waitFor();
}

/** Pushes a branch. Returns the address that the push prints. */
async function push(owner: Actor, project: Project): Promise<string> {
  using folder = await WorkingFolder.clone(owner, project);
  await folder.git("checkout", "--quiet", "-b", "smooth");
  await folder.commit({ "gauge.ts": "export const span = 5;\n" }, `${PROPOSAL}\n\nCloses #1`);
  const { stderr } = await folder.push();
  const [address = ""] = /http\S*\/merge_requests\/new\S*/.exec(stderr) ?? [stderr];
  return address;
}

async function propose(hand: Hand, address: string): Promise<void> {
  await hand.page.goto(address);
  await hand.enter("Title", PROPOSAL);
  await hand.press("button", "Create merge request");
}

async function review(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.press("link", "Changes", "Merge request");
  await page.getByText("export const span = 5;").waitFor();
  await hand.press("link", "Discussion", "Merge request");
  await hand.enter("Comment", DISCUSSION);
  await hand.press("button", "Start discussion");
  await hand.press("button", "Mark as resolved");
  await page.getByText("1 of 1 discussion resolved").waitFor();
}

async function merge(hand: Hand): Promise<void> {
  await hand.press("button", "Merge");
  await hand.page.getByText("Merged by").waitFor();
}

async function addHook(hand: Hand, receiver: Receiver): Promise<void> {
  await hand.press("link", "Settings", "Project");
  await hand.press("link", /^Webhooks/);
  await hand.enter("URL", receiver.url);
  await hand.check("Issues");
  await hand.press("button", "Add webhook");
  await hand.press("link", "I have copied it");
}

/** The states of the deliveries of the project's only hook. */
async function deliveryStates(owner: Actor, { id }: Project): Promise<string[]> {
  const [hook] = await ok(owner.get(`/projects/${id}/hooks`));
  const deliveries = await ok(owner.get(`/projects/${id}/hooks/${hook.id}/deliveries`));
  return deliveries.map(({ state }: { state: string }) => state);
}

/** An event of the project, then the same delivery again, from its page. */
async function redeliver(hand: Hand, receiver: Receiver, owner: Actor, project: Project): Promise<void> {
  const [issue] = await ok(owner.get(`/projects/${project.id}/issues`));
  await ok(owner.put(`/projects/${project.id}/issues/${issue.id}`, { state_event: "reopen" }));
  await receiver.first(1);
  await expect.poll(() => deliveryStates(owner, project)).toEqual(["delivered"]);
  await hand.page.reload();
  await hand.page.getByText("Delivered").first().waitFor();
  await hand.press("link", /^Issue Hook/);
  await hand.press("button", "Redeliver");
  await receiver.first(2);
}

async function work(hand: Hand): Promise<unknown> {
  const owner = await createUser();
  const project = await createProject(owner);
  await using receiver = await Receiver.start();
  await ok(owner.post(`/projects/${project.id}/repository/files`, readme));
  await signIn(hand, owner);
  await openProject(hand, project);
  await reportIssue(hand);
  await propose(hand, await push(owner, project));
  await review(hand);
  await merge(hand);
  await addHook(hand, receiver);
  const [issue] = await ok(owner.get(`/projects/${project.id}/issues`));
  await redeliver(hand, receiver, owner, project);
  const [first, second] = receiver.deliveries;
  return {
    issue: issue.title,
    state: issue.state,
    path: new URL(hand.page.url()).origin === baseUrl,
    isSame: first?.headers["webhook-id"] === second?.headers["webhook-id"],
    title: second?.body.object_attributes.title,
  };
}

const readme = { file_path: "README.md", branch_name: "main", content: "Delta\n", commit_message: "Begin" };

const done = { issue: ISSUE, state: "closed", path: true, isSame: true, title: ISSUE };

browserTest("by mouse", async () => {
  await using visitor = await Visitor.create();
  expect({ ...Object(await work(new Mouse(visitor.page))), errors: visitor.errors }).toEqual({ ...done, errors: [] });
});

browserTest("by keyboard alone", async () => {
  await using visitor = await Visitor.create();
  const hand = new Keyboard(visitor.page);
  expect({ ...Object(await work(hand)), errors: visitor.errors }).toEqual({ ...done, errors: [] });
});
