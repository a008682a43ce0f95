// A public project in which a reporter creates issues and notes, for tests of reads that are recalled.
import { type Actor, createUser } from "./actors.ts";
import { joinProject } from "./belonging.ts";
import { createIssue, createProject, type Issue, type Project } from "./factories.ts";

export interface ReportedProject {
  readonly owner: Actor;
  /** A reporter of the project. */
  readonly member: Actor;
  readonly outsider: Actor;
  /** Public. */
  readonly project: Project;
  readonly issue: Issue;
}

export async function createReportedProject(): Promise<ReportedProject> {
  const [owner, member, outsider] = await Promise.all([createUser(), createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20 });
  await joinProject(owner, project, member, "reporter");
  return { owner, member, outsider, project, issue: await createIssue(owner, project) };
}
