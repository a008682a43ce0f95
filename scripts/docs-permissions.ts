// `npm run docs:permissions`: writes the tables of docs/guide/permissions.md from src/permissions/abilities.ts.
// `--check`, as in `npm run verify`, only compares.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type GroupAbility,
  groupAbilities,
  type ProjectAbility,
  projectAbilities,
} from "../src/permissions/abilities.ts";
import { Failure, run } from "./failure.ts";
import { projectRoot } from "./project.ts";

const documentPath = join(projectRoot, "docs/guide/permissions.md");

const projectTexts: Record<ProjectAbility, string> = {
  read_project: "see members, labels, milestones and activity; star; subscribe",
  read_issue: "read issues, comment, award, mark as todo",
  create_issue: "create an issue",
  read_merge_request: "read merge requests, comment, award, mark as todo (1)",
  fork_project: "fork the project (2)",
  admin_issue: "edit, close, label, assign and move any issue; record time; see confidential issues (3)",
  admin_label: "create, edit and delete labels",
  download_code: "read the code of a private project: clone, files, commits, branches, tags (4)",
  push_code: "push, commit through the API, create and delete branches and tags",
  resolve_note: "resolve and reopen discussions of any merge request (5)",
  create_commit_status: "report commit statuses",
  create_merge_request: "create a merge request",
  admin_merge_request: "edit, close, label and assign any merge request; record time (3)",
  admin_milestone: "create and edit milestones",
  admin_note: "edit and delete anybody's comments",
  admin_project: "change settings; hooks, protected branches, shares, issue tracker",
  admin_project_member: "add, change and remove members; approve requests for access",
  rename_project: "change the name",
  change_visibility_level: "change the visibility",
  archive_project: "archive the project, and take it out of the archive",
  read_audit_events: "read audit events",
  remove_project: "delete the project",
  remove_fork_project: "end the relation to the project it was forked from",
  remove_issue: "delete issues",
  remove_merge_request: "delete merge requests",
  set_dates: "set `created_at` of issues and comments, and `updated_at` of issues",
};

const groupTexts: Record<GroupAbility, string> = {
  read_group: "see the group, its projects and its members",
  create_projects: "create projects in the group",
  admin_group: "change and delete the group; its hooks",
  admin_group_member: "add, change and remove members; approve requests for access",
  read_audit_events: "read audit events of the group and its projects",
};

const titles = ["you may", "ability", "no member", "guest", "reporter", "developer", "master", "owner"];
/** Of the columns behind the ability's; 0 is the level of those who see the record without being a member. */
const levels = [0, 10, 20, 30, 40, 50];

const rowsOf = (required: Readonly<Record<string, number>>, texts: Readonly<Record<string, string>>): string[][] =>
  Object.entries(required).map(([ability, level]) => [
    texts[ability] ?? "",
    `\`${ability}\``,
    ...levels.map((one) => (one >= level ? "yes" : "")),
  ]);

/** A Markdown table with aligned columns. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = titles.map((_, column) => Math.max(...[titles, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[], padding = " ") =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, padding)).join(" | ")} |\n`;
  const rule = titles.map(() => "-");
  return line(titles) + line(rule, "-") + rows.map((row) => line(row)).join("");
}

/** Replaces what is between the comments `<!-- name -->` and `<!-- end -->`. @throws Failure if they are missing */
function withTable(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->\n`, "<!-- end -->"];
  const from = page.indexOf(begin) + begin.length;
  const to = page.indexOf(end, from);
  if (from < begin.length || to === -1) throw new Failure(`docs/guide/permissions.md has no table \`${name}\`.`);
  return `${page.slice(0, from)}\n${content}\n${page.slice(to)}`;
}

await run(async () => {
  const page = await readFile(documentPath, "utf8");
  const projects = withTable(page, "abilities on projects", table(rowsOf(projectAbilities, projectTexts)));
  const written = withTable(projects, "abilities on groups", table(rowsOf(groupAbilities, groupTexts)));
  if (!process.argv.includes("--check")) await writeFile(documentPath, written);
  else if (page !== written) {
    throw new Failure("docs/guide/permissions.md differs from src/permissions: run `npm run docs:permissions`.");
  }
});
