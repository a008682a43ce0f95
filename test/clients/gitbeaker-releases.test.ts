// @gitbeaker/rest on releases, uploads, packages, protected branches and histories.
import { Gitlab } from "@gitbeaker/rest";
import { expect, test } from "vitest";
import { createUser, unique } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";

async function connect() {
  const user = await createUser();
  const api = new Gitlab({ host: baseUrl, token: user.token ?? "" });
  const project = await api.Projects.create({ name: unique("p"), initializeWithReadme: true });
  return { api, id: project.id, path: project.path_with_namespace };
}

test("a release with links", async () => {
  const { api, id } = await connect();
  const links = [{ name: "program", url: "https://example.com/p" }];
  const release = await api.ProjectReleases.create(id, { tagName: "v1", ref: "main", name: "One", assets: { links } });
  expect(release).toMatchObject({ tag_name: "v1", name: "One", assets: { links } });
  expect((await api.ProjectReleases.all(id)).map(({ name }) => name)).toEqual(["One"]);
  expect(await api.ProjectReleases.edit(id, "v1", { description: "Text" })).toMatchObject({ description: "Text" });
  const link = await api.ReleaseLinks.create(id, "v1", "other", "https://example.com/o");
  expect(await api.ReleaseLinks.all(id, "v1")).toHaveLength(2);
  await api.ReleaseLinks.remove(id, "v1", link.id);
  expect(await api.ReleaseLinks.all(id, "v1")).toHaveLength(1);
  expect(await api.ProjectReleases.showLatest(id)).toMatchObject({ tag_name: "v1", description: "Text" });
  await api.ProjectReleases.remove(id, "v1");
  expect(await api.ProjectReleases.all(id)).toEqual([]);
  expect((await api.Tags.all(id)).map(({ name }) => name)).toEqual(["v1"]);
});

test("an upload", async () => {
  const { api, id, path } = await connect();
  const upload = await api.ProjectMarkdownUploads.create(id, {
    content: new Blob(["bytes"]),
    filename: "a.png",
  });
  expect(upload).toMatchObject({ alt: "a", full_path: `/${path}${upload.url}` });
  const [listed, ...others] = await api.ProjectMarkdownUploads.all(id);
  expect([listed, others]).toMatchObject([{ filename: "a.png", size: 5 }, []]);
  const [secret = "", filename = ""] = upload.url.split("/").slice(-2);
  const files = [
    await api.ProjectMarkdownUploads.download(id, listed?.id ?? 0),
    await api.ProjectMarkdownUploads.download(id, secret, filename),
  ];
  for (const file of files) expect(file.size).toBe(5);
  await api.ProjectMarkdownUploads.remove(id, secret, filename);
  expect(await api.ProjectMarkdownUploads.all(id)).toEqual([]);
});

test("a package", async () => {
  const { api, id } = await connect();
  const file = { content: new Blob(["bytes"]), filename: "tool.bin" };
  const published = await api.PackageRegistry.publish(id, "tool", "1.0", file, { select: "package_file" });
  expect(published).toMatchObject({ file_name: "tool.bin", size: 5 });
  const downloaded = await api.PackageRegistry.download(id, "tool", "1.0", "tool.bin");
  expect(await new Response(downloaded as unknown as Blob).text()).toBe("bytes");
  const [shown] = await api.Packages.all({ projectId: id, packageName: "too" });
  expect(shown).toMatchObject({ name: "tool", version: "1.0", package_type: "generic" });
  const packageId = shown?.id ?? 0;
  const [first] = await api.Packages.allFiles(id, packageId);
  expect(first).toMatchObject({ package_id: packageId, file_name: "tool.bin" });
  await api.Packages.removeFile(id, packageId, first?.id ?? 0);
  expect(await api.Packages.allFiles(id, packageId)).toEqual([]);
  await api.Packages.remove(id, packageId);
  expect(await api.Packages.all({ projectId: id })).toEqual([]);
});

test("discussions of a commit", async () => {
  const { api, id } = await connect();
  const [commit] = await api.Commits.all(id);
  const sha = commit?.id ?? "";
  const begun = await api.CommitDiscussions.create(id, sha, "Why?");
  const reply = await api.CommitDiscussions.addNote(id, sha, begun.id, "So.");
  expect(reply).toMatchObject({ body: "So.", noteable_type: "Commit" });
  await api.CommitDiscussions.editNote(id, sha, begun.id, reply.id, { body: "Because." });
  expect(await api.CommitDiscussions.all(id, sha)).toMatchObject([{ notes: [{ body: "Why?" }, { body: "Because." }] }]);
  await api.CommitDiscussions.removeNote(id, sha, begun.id, reply.id);
  expect(await api.CommitDiscussions.show(id, sha, begun.id)).toMatchObject({ notes: [{ body: "Why?" }] });
});

test("protected branches", async () => {
  const { api, id } = await connect();
  await api.Branches.create(id, "topic", "main");
  await api.ProtectedBranches.create(id, "topic", { pushAccessLevel: 30 });
  const names = async () => (await api.ProtectedBranches.all(id)).map(({ name }) => name);
  expect(await names()).toEqual(["main", "topic"]);
  await api.ProtectedBranches.remove(id, "topic");
  expect(await names()).toEqual(["main"]);
});

test("commits are picked, reverted, commented and found", async () => {
  const { api, id } = await connect();
  await api.Branches.create(id, "topic", "main");
  await api.RepositoryFiles.create(id, "a.txt", "topic", "A\n", "Add");
  const [commit] = await api.Commits.all(id, { refName: "topic" });
  const sha = commit?.id ?? "";
  await api.Commits.cherryPick(id, sha, "main");
  await api.Commits.revert(id, sha, "topic");
  expect(await api.Commits.allReferences(id, sha, { type: "branch" })).toMatchObject([{ name: "topic" }]);
  await api.Commits.createComment(id, sha, "Well.");
  expect(await api.Commits.allComments(id, sha)).toMatchObject([{ note: "Well." }]);
  expect(await api.Repositories.mergeBase(id, ["main", "topic"])).toMatchObject({ title: expect.any(String) });
  expect(await api.Repositories.allContributors(id)).toMatchObject([{ commits: expect.any(Number) }]);
  expect(await api.RepositoryFiles.allFileBlames(id, "a.txt", "main")).toMatchObject([{ lines: ["A"] }]);
});
