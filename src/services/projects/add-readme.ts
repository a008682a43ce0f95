// Adds the first commit, with a README, to a new project.
import { findProject, keyOfId } from "../../db/queries/projects/projects.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import type { Person } from "../../git/repository/commit-to-branch.ts";
import type { VerbContext } from "../verb.ts";

const MASTER = 40;

/**
 * Returns the project as it is then. A branch whose name git does not accept is not created.
 * @param branch becomes the default branch; `main` if it is empty
 * @param committer the actor
 */
export async function addReadme(
  context: VerbContext,
  project: ProjectRow,
  branch: string,
  committer: Person,
): Promise<ProjectRow> {
  const { db, repositories, viewer, actorId, now } = context;
  const text = [`# ${project.name}`, project.description ?? ""].filter((part) => part !== "").join("\n\n");
  await repositories.open(project.id).run("createCommit", {
    branch: branch || "main",
    message: "Initial commit",
    author: { name: null, email: null },
    committer,
    actions: [{ action: "create", path: "README.md", content: new TextEncoder().encode(`${text}\n`) }],
    pusher: { userId: actorId, level: MASTER },
    at: now,
  });
  const [[changed]] = await db.batch(findProject(viewer, keyOfId(project.id)));
  return changed === undefined || changed.id === null ? project : changed;
}
