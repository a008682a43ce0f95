// What a repository can be asked to do: the table of contents of its Durable Object, called by name through git/open.ts.
import { beginCopy, copyCommits, copyObjects, endCopy } from "./copy-source.ts";
import { setDefaultBranch } from "./set-default-branch.ts";

/** Each takes the repository first; what else it takes and what it answers travels between Worker and object. */
export const operations = {
  beginCopy,
  copyObjects,
  copyCommits,
  endCopy,
  setDefaultBranch,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** What a caller gives. */
export type OperationInput<N extends OperationName> =
  Parameters<Operations[N]> extends [unknown, ...infer Rest] ? Rest : never;

export type OperationResult<N extends OperationName> = Awaited<ReturnType<Operations[N]>>;
