// semantic-release with @semantic-release/gitlab: two complete releases through API v4.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";
import { createProject, type Project } from "../support/factories.ts";
import { WorkingFolder } from "../support/git.ts";
import { v4 } from "../support/v4.ts";
import { installed } from "./installed.ts";

const packages = ["semantic-release@24.2.9", "@semantic-release/gitlab@13.3.2"];

/** Runs a release and returns its log. */
async function release(folder: string, cwd: string, user: Actor, project: Project): Promise<string> {
  const script = join(folder, "node_modules/semantic-release/bin/semantic-release.js");
  const repositoryUrl = `${baseUrl}/${project.path_with_namespace}.git`;
  const args = [script, "--no-ci", "--branches", "main", "--repository-url", repositoryUrl];
  const { PATH } = process.env;
  const env = { PATH, HOME: cwd, GL_TOKEN: user.token ?? "", GL_URL: baseUrl };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env });
  return stdout + stderr;
}

/** Plugins are found in the folder where the release runs. */
const configuration = (folder: string) => ({
  plugins: [
    join(folder, "node_modules/@semantic-release/commit-analyzer/index.js"),
    join(folder, "node_modules/@semantic-release/release-notes-generator/index.js"),
    [
      join(folder, "node_modules/@semantic-release/gitlab/index.js"),
      {
        gitlabUrl: baseUrl,
        assets: [
          { path: "notes.txt", label: "The notes" },
          { path: "tool.txt", label: "tool.txt", target: "generic_package" },
        ],
      },
    ],
  ],
});

test("releases twice, with an upload and a package, and comments on the merge request and the issue that it closed", async () => {
  const folder = await installed(...packages);
  const user = await createUser();
  const project = await createProject(user, { visibility_level: 20 });
  const at = `/projects/${project.id}`;
  using work = await WorkingFolder.create(user, project);
  await work.commit({ "README.md": "# Begin\n", "notes.txt": "Notes\n", "tool.txt": "Tool\n" }, "feat: begin");
  await work.git("push", "--quiet", "origin", "main");
  await writeFile(join(work.path, ".releaserc.json"), JSON.stringify(configuration(folder)));

  expect(await release(folder, work.path, user, project)).toContain("Published release 1.0.0");

  const issue = await ok(user.post(v4(`${at}/issues`), { title: "It fails" }));
  await work.git("checkout", "--quiet", "-b", "mend");
  await work.commit({ "mended.txt": "yes\n" }, "fix: mend it");
  await work.git("push", "--quiet", "origin", "mend");
  const proposed = await ok(
    user.post(v4(`${at}/merge_requests`), {
      title: "Mend it",
      description: `Closes #${issue.iid}`,
      source_branch: "mend",
      target_branch: "main",
    }),
  );
  await ok(user.put(v4(`${at}/merge_requests/${proposed.iid}/merge`)));
  await work.git("checkout", "--quiet", "main");
  await work.git("pull", "--quiet", "origin", "main");

  expect(await release(folder, work.path, user, project)).toContain("Published release 1.0.1");

  const [second, first] = await ok(user.get(v4(`${at}/releases`)));
  expect([second, first]).toMatchObject([
    { tag_name: "v1.0.1", description: expect.stringContaining("mend it") },
    { tag_name: "v1.0.0", assets: { links: expect.any(Array) } },
  ]);
  const links = new Map(first.assets.links.map(({ name, url }: { name: string; url: string }) => [name, url]));
  expect(await user.get(String(links.get("The notes")))).toMatchObject({ status: 200, text: "Notes\n" });
  expect(await user.get(String(links.get("tool.txt")))).toMatchObject({ status: 200, text: "Tool\n" });
  expect(first.assets.links).toContainEqual(expect.objectContaining({ name: "tool.txt", link_type: "package" }));
  const comments = "notes?activity_filter=only_comments";
  const { body: onIssue } = await user.get(v4(`${at}/issues/${issue.iid}/${comments}`));
  const { body: onMergeRequest } = await user.get(v4(`${at}/merge_requests/${proposed.iid}/${comments}`));
  expect(onIssue).toMatchObject([{ body: expect.stringContaining("issue has been resolved in version 1.0.1") }]);
  expect(onMergeRequest).toMatchObject([{ body: expect.stringContaining("MR is included in version 1.0.1") }]);
  expect(onIssue[0].body).toContain(second._links.self);
  const page = await fetch(second._links.self);
  expect({ status: page.status, text: await page.text() }).toMatchObject({
    status: 200,
    text: expect.stringContaining("mend it"),
  });
  expect(await work.git("ls-remote", "origin", "refs/notes/*")).toContain("refs/notes/semantic-release-v1.0.1");
});
