// All operations of a repository: the interface of its Durable Object, called by name through
// durable-objects/repositories.ts.
import { resolveCommit } from "../repository/revision.ts";
import {
  addUpload,
  deleteUpload,
  importUpload,
  pageOfUploads,
  readUpload,
  removeUploads,
} from "../repository/uploads.ts";
import { archive } from "./archive.ts";
import { exportRepository } from "./backup/export-repository.ts";
import { importObjects, importRefs } from "./backup/import-repository.ts";
import { blameFile } from "./blame-file.ts";
import { branchNames } from "./branch-names.ts";
import { briefCommit } from "./brief-commit.ts";
import { browse, readRawFile } from "./browse.ts";
import { cherryPickCommit } from "./cherry-pick-commit.ts";
import { commitMessages, messagesToMerge } from "./commit-messages.ts";
import { compareRevisions } from "./compare.ts";
import { beginCopy, copyCommits, copyObjects, copyPackRows, endCopy } from "./copy-source.ts";
import { createBranch } from "./create-branch.ts";
import { createCommit } from "./create-commit.ts";
import { createTag } from "./create-tag.ts";
import { deleteBranch } from "./delete-branch.ts";
import { deleteMergedBranches } from "./delete-merged-branches.ts";
import { deleteTag } from "./delete-tag.ts";
import { diffCommit, findCommit } from "./find-commit.ts";
import { findCommitIds } from "./find-commit-ids.ts";
import { findMergeBase } from "./find-merge-base.ts";
import { listCommits } from "./list-commits.ts";
import { listContributors } from "./list-contributors.ts";
import { listTree } from "./list-tree.ts";
import { locateCommit } from "./locate-commit.ts";
import { acceptMergeRequest } from "./merge-requests/accept-merge-request.ts";
import { checkMerge } from "./merge-requests/check-merge.ts";
import { examineMerge } from "./merge-requests/examine-merge.ts";
import { hasDiffLines } from "./merge-requests/has-diff-lines.ts";
import { mayMergeInto } from "./merge-requests/may-merge-into.ts";
import { mergeRequestCommits } from "./merge-requests/merge-request-commits.ts";
import { mergeStanding } from "./merge-requests/merge-standing.ts";
import { packFor } from "./merge-requests/pack-for.ts";
import { previewProposal } from "./merge-requests/preview-proposal.ts";
import { branchTip } from "./merge-requests/proposal.ts";
import { addedCommits, pushEffects } from "./merge-requests/push-effects.ts";
import { rawDiff } from "./merge-requests/raw-diff.ts";
import { rebaseBranch } from "./merge-requests/rebase-branch.ts";
import { removeBranch } from "./merge-requests/remove-branch.ts";
import { tryToPropose } from "./merge-requests/try-to-propose.ts";
import { versionChanges } from "./merge-requests/version-changes.ts";
import { pageOfBranches, pageOfTags } from "./page-of-refs.ts";
import { positionComment } from "./position-comment.ts";
import { protectBranch, unprotectBranch } from "./protect-branch.ts";
import { pushedCommits } from "./pushed-commits.ts";
import { findBranch, listBranches } from "./read-branches.ts";
import { readBlob, readFile, readFileWithHistory } from "./read-file.ts";
import { findTag, findTags, listTags } from "./read-tags.ts";
import { refsWithCommit } from "./refs-with-commit.ts";
import { searchCommits, searchFiles } from "./search.ts";
import { setDefaultBranch } from "./set-default-branch.ts";
import { showCommit } from "./show-commit.ts";

/** The first parameter is the repository; the others and the result are sent between Worker and Durable Object. */
export const operations = {
  beginCopy,
  copyObjects,
  copyPackRows,
  copyCommits,
  endCopy,
  setDefaultBranch,
  createCommit,
  cherryPickCommit,
  listBranches,
  findBranch,
  createBranch,
  deleteBranch,
  deleteMergedBranches,
  protectBranch,
  unprotectBranch,
  listTags,
  findTag,
  findTags,
  createTag,
  deleteTag,
  listCommits,
  findCommit,
  findCommitIds,
  diffCommit,
  showCommit,
  resolveCommit,
  locateCommit,
  positionComment,
  listTree,
  browse,
  readRawFile,
  pageOfBranches,
  pageOfTags,
  readFile,
  readFileWithHistory,
  readBlob,
  compareRevisions,
  findMergeBase,
  refsWithCommit,
  blameFile,
  listContributors,
  searchCommits,
  searchFiles,
  archive,
  pushedCommits,
  briefCommit,
  commitMessages,
  messagesToMerge,
  tryToPropose,
  branchTip,
  packFor,
  checkMerge,
  mergeStanding,
  examineMerge,
  previewProposal,
  branchNames,
  mayMergeInto,
  acceptMergeRequest,
  pushEffects,
  addedCommits,
  removeBranch,
  mergeRequestCommits,
  versionChanges,
  hasDiffLines,
  rawDiff,
  rebaseBranch,
  addUpload,
  readUpload,
  pageOfUploads,
  deleteUpload,
  removeUploads,
  exportRepository,
  importObjects,
  importRefs,
  importUpload,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** The parameters of an operation without the repository. */
export type OperationInput<N extends OperationName> =
  Parameters<Operations[N]> extends [unknown, ...infer Rest] ? Rest : never;

export type OperationResult<N extends OperationName> = Awaited<ReturnType<Operations[N]>>;
