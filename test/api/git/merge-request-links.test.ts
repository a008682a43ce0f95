// A push prints where its branches can be proposed, or their open merge requests.
import { expect, test } from "vitest";
import { packOf } from "../../git/pack/pack-bytes.ts";
import { type Actor, createUser, ok, unique } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { createProject, type Project } from "../../support/factories.ts";
import { remoteUrl, WorkingFolder } from "../../support/git.ts";
import { createMergeRequest } from "../../support/merge-requests.ts";
import { commandPackets, packetsOf, postPush, usualCapabilities } from "./raw-push.ts";

async function pushed(project?: Project, pusher?: Actor) {
  const owner = pusher ?? (await createUser());
  const to = project ?? (await createProject(owner));
  return { owner, project: to, ...(await WorkingFolder.createPushed(owner, to)) };
}

const home = (project: Project) => `${baseUrl}/${project.path_with_namespace}`;

/** Git fills up lines with spaces, to clear what they overwrite on a terminal. */
async function stderrOf(folder: WorkingFolder, ...args: string[]): Promise<string> {
  const { code, stderr } = await folder.push(...args);
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  return stderr.replace(/ +$/gm, "");
}

/** The server's lines, and git's own behind them. */
const message = (project: Project, lines: readonly string[], own: string) =>
  [...lines.map((line) => `remote: ${line}`.trimEnd()), `To ${home(project)}.git`, own, ""].join("\n");

const invitation = (project: Project, branch: string, query = `merge_request%5Bsource_branch%5D=${branch}`) => [
  `To create a merge request for ${branch}, visit:`,
  `  ${home(project)}/merge_requests/new?${query}`,
];

const link = ({ web_url }: { readonly web_url: string }) => `  ${web_url}`;

test.each(["0", "1", "2"])(
  "a new branch is invited to a merge request (version %s of the protocol)",
  async (version) => {
    const { project, folder } = await pushed();
    using _ = folder;
    const { code, stderr } = await folder.try(["-c", `protocol.version=${version}`, "push", "origin", "HEAD:feature"]);
    expect({ code, stderr: stderr.replace(/ +$/gm, "") }).toEqual({
      code: 0,
      stderr: message(project, ["", ...invitation(project, "feature"), ""], " * [new branch]      HEAD -> feature"),
    });
  },
);

test("an updated branch is shown its open merge requests, the newest three first, and is invited again once they are closed", async () => {
  const { owner, project, folder, first } = await pushed();
  using _ = folder;
  const targets = ["main", "one", "two", "three"];
  await folder.git("push", "--quiet", "origin", ...targets.map((name) => `HEAD:refs/heads/${name}`), "HEAD:feature");
  const open = [];
  for (const target_branch of targets) open.push(await createMergeRequest(owner, project, { target_branch }));
  const urls = open.map(({ iid }) => link({ web_url: `${home(project)}/merge_requests/${iid}` }));
  const second = await folder.commit({ "b.txt": "b\n" });
  const moved = `   ${first.slice(0, 7)}..${second.slice(0, 7)}  HEAD -> feature`;
  expect(await stderrOf(folder, "origin", "HEAD:feature")).toBe(
    message(project, ["", "View merge request for feature:", ...urls.toReversed().slice(0, 3), ""], moved),
  );
  for (const { id } of open) {
    await ok(owner.put(`/projects/${project.id}/merge_requests/${id}`, { state_event: "close" }));
  }
  const third = await folder.commit({ "c.txt": "c\n" });
  const movedAgain = `   ${second.slice(0, 7)}..${third.slice(0, 7)}  HEAD -> feature`;
  expect(await stderrOf(folder, "origin", "HEAD:feature")).toBe(
    message(project, ["", ...invitation(project, "feature"), ""], movedAgain),
  );
});

test("the first push to an empty repository, the default branch, tags and deletions print nothing", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  await folder.commit({ "a.txt": "a\n" });
  await folder.git("tag", "v1");
  const printed = [await stderrOf(folder, "origin", "HEAD", "HEAD:refs/heads/feature")];
  await folder.commit({ "b.txt": "b\n" });
  printed.push(await stderrOf(folder, "origin", "HEAD"));
  printed.push(await stderrOf(folder, "origin", "v1", ":feature"));
  expect(printed.join("")).not.toContain("remote:");
});

test("five branches of a push are shown, and the number of the others", async () => {
  const { project, folder } = await pushed();
  using _ = folder;
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const printed = await stderrOf(folder, "origin", "HEAD", ...names.map((name) => `HEAD:refs/heads/${name}`));
  const shown = names.slice(0, 5).flatMap((name) => [...invitation(project, name), ""]);
  const remote = printed.split("\n").filter((line) => line.startsWith("remote:"));
  expect(remote.map((line) => line.replace(/^remote: ?/, ""))).toEqual([
    "",
    ...shown,
    "Links of 2 more branches are not shown.",
    "",
  ]);
});

test("a client without side-band-64k gets the report alone", async () => {
  const { owner, project, folder, first } = await pushed();
  using _ = folder;
  const capabilities = usualCapabilities.replace(" side-band-64k", "");
  const commands = commandPackets([{ name: "refs/heads/feature", after: first }], { capabilities });
  const response = await postPush(owner, project, Buffer.concat([commands, packOf([])]));
  const lines = (await packetsOf(new Uint8Array(await response.arrayBuffer()))).map((line) =>
    Buffer.from(line).toString(),
  );
  expect(lines).toEqual(["unpack ok\n", "ok refs/heads/feature\n"]);
});

test("where merge requests are disabled nothing is printed", async () => {
  const owner = await createUser();
  const { project, folder } = await pushed(await createProject(owner, { merge_requests_enabled: false }), owner);
  using _ = folder;
  expect(await stderrOf(folder, "origin", "HEAD:feature")).toBe(
    message(project, [], " * [new branch]      HEAD -> feature"),
  );
});

test("a fork's branch is proposed to the parent while the pusher sees it", async () => {
  const { owner, project: parent, folder } = await pushed();
  using _ = folder;
  await ok(owner.put(`/projects/${parent.id}`, { visibility_level: 20 }));
  const forker = await createUser();
  const fork: Project = await ok(forker.post(`/projects/fork/${parent.id}`));
  const to = remoteUrl(forker, fork);
  const toParent = `merge_request%5Bsource_branch%5D=feature&merge_request%5Btarget_project_id%5D=${parent.id}`;
  const created = " * [new branch]      HEAD -> feature";
  expect(await stderrOf(folder, to, "HEAD:feature")).toBe(
    message(fork, ["", ...invitation(fork, "feature", toParent), ""], created),
  );
  const { iid } = await createMergeRequest(forker, fork, { target_project_id: parent.id });
  await folder.git("push", "--quiet", to, ":feature");
  expect(await stderrOf(folder, to, "HEAD:feature")).toBe(
    message(fork, ["", "View merge request for feature:", `  ${home(parent)}/merge_requests/${iid}`, ""], created),
  );
  await folder.git("push", "--quiet", to, ":feature");
  await ok(owner.put(`/projects/${parent.id}`, { visibility_level: 0 }));
  await ok(forker.put(`/projects/${fork.id}`, { visibility_level: 0 }));
  expect(await stderrOf(folder, to, "HEAD:feature")).toBe(
    message(fork, ["", ...invitation(fork, "feature"), ""], created),
  );
});

test("a branch's name brings no control characters to the terminal, and its URL has it in full", async () => {
  const { project, folder } = await pushed();
  using _ = folder;
  const name = `${unique("red")}/\u009b31m\u202e&é`;
  const printed = await stderrOf(folder, "origin", `HEAD:refs/heads/${name}`);
  const query = `merge_request%5Bsource_branch%5D=${encodeURIComponent(name)}`;
  const visible = name.replace("\u009b", "\ufffd").replace("\u202e", "\ufffd");
  const [, text, url] = printed.split("\n");
  expect({ text, url }).toEqual({
    text: `remote: To create a merge request for ${visible}, visit:`,
    url: `remote:   ${home(project)}/merge_requests/new?${query}`,
  });
});
