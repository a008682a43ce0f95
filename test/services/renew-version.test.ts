// A merge request that a push has overtaken is proposed anew, unless its fork has more than can be taken over.
import { expect, test } from "vitest";
import type { SingleMergeRequest } from "../../src/db/queries/merge-requests/merge-requests.ts";
import { Repositories, type RepositoryNamespace } from "../../src/durable-objects/repositories.ts";
import { renewVersion } from "../../src/services/merge-requests/versions.ts";
import type { VerbContext } from "../../src/services/verb.ts";
import { nodeDatabase } from "../support/node-database.ts";

test("one whose fork has more than can be taken over stays what it is, and is proposed once", async () => {
  const asked: string[] = [];
  const perform = async (name: string) => {
    asked.push(name);
    return { answer: null };
  };
  const repositories = new Repositories(namespaceOf({ perform }));
  const context = { db: nodeDatabase(), repositories, now: "2026-01-01T00:00:00.000Z" };
  const overtaken = {
    id: 1,
    iid: 1,
    project_id: 1,
    source_project_id: 2,
    source_branch: "topic",
    target_branch: "main",
  };
  const mergeRequest = asMergeRequest(overtaken);
  expect(await renewVersion(asContext(context), mergeRequest)).toBe(mergeRequest);
  expect(asked).toEqual(["tryToPropose"]);
});

/** In which there is this object alone, for every project. */
const namespaceOf = (object: object): RepositoryNamespace =>
  ({ idFromName: (name: string) => name, get: () => object }) as unknown as RepositoryNamespace;

/** With what is looked at before anything is written. */
const asMergeRequest = (columns: object): SingleMergeRequest => columns as SingleMergeRequest;
const asContext = (context: object): VerbContext => context as VerbContext;
