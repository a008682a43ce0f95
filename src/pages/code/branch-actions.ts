// POST /:namespace/:project/branches, and /branches/delete, /branches/protect, /branches/unprotect
import { createBranch as create } from "../../api/v3/branches/create-branch.ts";
import { deleteBranch as remove } from "../../api/v3/branches/delete-branch.ts";
import { protectBranch as protect, unprotectBranch as unprotect } from "../../api/v3/branches/protect-branch.ts";
import type { Action } from "../page.ts";
import { visitedProjectUrl } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";
import { branchesPage } from "./branches-page.tsx";

/** @param change calls the endpoint, and returns what the next page says */
const branchAction = (change: (visit: Visit, name: string) => Promise<string>): Action => ({
  async submit(visit) {
    const said = await change(visit, visit.formText("branch") ?? "");
    return redirectWith(visit, said, `${visitedProjectUrl(visit)}/branches`);
  },
  form: branchesPage,
});

export const createBranch = branchAction(async (visit) => {
  const values = { branch_name: visit.formText("branch_name"), ref: visit.formText("ref") };
  const { name } = await visit.api.call(create, { id: visit.projectPath, ...values });
  return `The branch ${name} was created.`;
});

export const deleteBranch = branchAction(async (visit, branch) => {
  await visit.api.call(remove, { id: visit.projectPath, branch });
  return `The branch ${branch} was deleted.`;
});

export const protectBranch = branchAction(async (visit, branch) => {
  await visit.api.call(protect, { id: visit.projectPath, branch });
  return `The branch ${branch} is protected.`;
});

export const unprotectBranch = branchAction(async (visit, branch) => {
  await visit.api.call(unprotect, { id: visit.projectPath, branch });
  return `The branch ${branch} is not protected any more.`;
});
