// The object of a repository makes the filters that searches want, with its alarm.
import "../support/runtime/platform.ts";
import { expect, test } from "vitest";
import { type Origin, RepositoryObject } from "../../src/durable-objects/repository-object.ts";
import { straightLine } from "../git/repository/straight-line.ts";
import { Chores, objectNamespace } from "../support/runtime/objects.ts";

/** A repository without a database beside it. */
class Alone extends RepositoryObject {
  protected override async deliver() {}
  protected override originOf = async (): Promise<Origin> => ({ forkOf: null, isImported: false });
  protected override importSourceOf = async () => null;
  protected override repositoryOf(): never {
    throw new Error("There is no other repository");
  }
  protected override findRepository = async () => null;
  protected override async sweep() {}
}

test("after a search over many commits, the alarm makes their filters", async () => {
  const line = straightLine(100);
  const { storage } = line;
  const chores = new Chores();
  const stub = stubOf(objectNamespace(Alone, {}, chores, () => storage));
  const search = async () => {
    const { answer } = await stub.perform("readFileWithHistory", ["main", "code/rare"], false);
    expect(answer).toMatchObject({ lastCommit: line.oids[0] });
  };
  const made = () => storage.sql.exec("select block, made from path_filters").toArray();
  await search();
  expect(made()).toEqual([]);
  await chores.settle(10_000);
  expect(made()).toEqual([{ block: 0, made: 101 }]);
  await search();
});

interface Stub {
  perform(name: string, input: unknown[], drainOutbox: boolean): Promise<{ answer: unknown }>;
}

const stubOf = (namespace: object): Stub => (namespace as { get(id: { name: string }): Stub }).get({ name: "1" });
