// POST /projects with `import_url`: what the project is while it is imported and afterwards.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { GitFolder } from "../../../git/git-folder.ts";
import { Random } from "../../../git/random.ts";
import { randomHistory } from "../../../git/random-history.ts";
import { type Actor, createUser, ok, unique } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { remoteUrl } from "../../../support/git.ts";
import { GitRemote, gitBackend } from "../../../support/git-remote.ts";
import { mirrorOf } from "../../../support/mirror.ts";
import { server } from "../../../support/server.ts";

/** The project after its import has ended. */
async function imported(owner: Actor, importUrl: string, attributes: Values = {}) {
  const project = await ok(owner.post("/projects", { name: unique("import"), import_url: importUrl, ...attributes }));
  await server.settle();
  return ok(owner.get(`/projects/${project.id}`));
}

const insideOf = (folder: GitFolder) => join(folder.path, ".git");

describe.each([2, 0])("from a server of protocol version %i", (version) => {
  const backend = (folder: GitFolder) => gitBackend(insideOf(folder), { speaksVersion2: version === 2 });

  test("the repository equals a mirror of the remote one", async () => {
    using folder = randomHistory(new Random(5), { commits: 400 });
    folder.git(["branch", "feature/one", "main~3"]);
    folder.git(["tag", "light", "main~5"]);
    folder.git(["tag", "-a", "-m", "of a tag", "nested", "light"]);
    await using remote = await GitRemote.start(backend(folder));
    const owner = await createUser();
    const project = await imported(owner, remote.url, { visibility_level: 20 });
    expect(project).toMatchObject({ import_status: "finished", import_error: null, default_branch: "main" });
    expect(await mirrorOf(remoteUrl(owner, project))).toEqual(await mirrorOf(remote.url));
  });
});
