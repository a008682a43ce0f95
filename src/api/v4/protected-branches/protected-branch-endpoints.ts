// GET, POST /projects/:id/protected_branches, GET, PATCH, DELETE of one

import type { BranchRecord } from "../../../git/repository/branch-record.ts";
import type { Protection } from "../../../git/repository/protected-branches.ts";
import { mapped, neverTrue, oneOfIntegers, segment, text } from "../../../http/coerce.ts";
import { badRequest, conflict, notFound, recordNotFound } from "../../../http/errors.ts";
import { paginationParams } from "../../../http/pagination.ts";
import { optional, type ParamValues, required } from "../../../http/params.ts";
import { withProtector } from "../../branches/with-protector.ts";
import { noContent, type ProjectCall } from "../../endpoint.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { empty, one, paged } from "../../response.ts";
import { presentProtectedBranch } from "../presenters/protected-branch.ts";
import { paginateWhole } from "../repositories/list-page.ts";
import { nameFilter } from "../repositories/name-search.ts";

const hasProtection = (branch: BranchRecord): branch is BranchRecord & { protection: Protection } =>
  branch.protection !== null;

export const listProtectedBranches = repositoryEndpoint({
  access: { project: "download_code" },
  params: { search: optional(text), ...paginationParams },
  response: paged(presentProtectedBranch),
  async handle(call) {
    const { repository } = await withRepository(call);
    const branches = (await repository.run("listBranches")).filter(nameFilter(call.params.search));
    return paginateWhole(call, branches.filter(hasProtection), presentProtectedBranch);
  },
});

const nameParams = { name: required(segment) };

type NamedCall = ProjectCall & { readonly params: ParamValues<typeof nameParams> };

/** @throws ApiError 404 */
async function protectedBranch(call: NamedCall) {
  const { repository } = await withRepository(call);
  const branch = await repository.run("findBranch", refText(call.params.name));
  if (branch === null || !hasProtection(branch)) throw recordNotFound();
  return branch;
}

export const getProtectedBranch = repositoryEndpoint({
  access: { project: "download_code" },
  params: nameParams,
  response: one(presentProtectedBranch),
  handle: async (call) => presentProtectedBranch(await protectedBranch(call)),
});

/** 30 developers, 40 maintainers. Level 0, nobody, cannot be stored. */
const areDevelopersAllowed = mapped(oneOfIntegers(30, 40), (level) => level === 30);

const levelParams = {
  push_access_level: optional(areDevelopersAllowed),
  merge_access_level: optional(areDevelopersAllowed),
  allow_force_push: optional(neverTrue("is not supported")),
};

const changesOf = (given: ParamValues<typeof levelParams>): Partial<Protection> => ({
  ...(given.push_access_level != null && { developersCanPush: given.push_access_level }),
  ...(given.merge_access_level != null && { developersCanMerge: given.merge_access_level }),
});

/** @throws ApiError 404 for no branch */
async function protect(call: NamedCall & { readonly params: ParamValues<typeof levelParams> }) {
  const { repository, by } = await withProtector(call);
  const branch = await repository.run("protectBranch", refText(call.params.name), changesOf(call.params), by);
  if (branch === null || !hasProtection(branch)) throw notFound("Branch");
  return presentProtectedBranch(branch);
}

export const createProtectedBranch = repositoryEndpoint({
  access: { project: "admin_project" },
  params: { name: required(text), ...levelParams },
  response: one(presentProtectedBranch, 409),
  async handle(call) {
    const name = refText(call.params.name);
    if (name.includes("*")) throw badRequest("Branches are protected one by one: wildcards are not supported");
    const { repository } = await withRepository(call);
    const branch = await repository.run("findBranch", name);
    if (branch?.protection) throw conflict(`Protected branch '${name}' already exists`);
    return protect({ ...call, params: { ...call.params, name } });
  },
});

export const updateProtectedBranch = repositoryEndpoint({
  access: { project: "admin_project" },
  params: { ...nameParams, ...levelParams },
  response: one(presentProtectedBranch),
  async handle(call) {
    await protectedBranch(call);
    return protect(call);
  },
});

export const deleteProtectedBranch = repositoryEndpoint({
  access: { project: "admin_project" },
  params: nameParams,
  response: empty(204),
  async handle(call) {
    const { name } = await protectedBranch(call);
    const { repository, by } = await withProtector(call);
    await repository.run("unprotectBranch", name, by);
    return noContent();
  },
});
