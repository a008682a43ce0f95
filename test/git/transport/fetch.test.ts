// Fetches by git in every protocol version transfer new objects, and few others.

import { Buffer } from "node:buffer";
import { afterAll, describe, expect } from "vitest";
import type { ObjectStorage } from "../../../src/durable-objects/sqlite.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { isSample } from "../../support/sample.ts";
import { type GitFolder, RecordedFolder, type Recording } from "../git-folder.ts";
import { Random } from "../random.ts";
import { randomHistory } from "../random-history.ts";
import { GitClient } from "./git-client.ts";
import { testsIn } from "./in-versions.ts";
import { once } from "./mirrored.ts";
import { packIn } from "./requests.ts";
import { mirror, push, refsOf, rev, UploadServer, type Version, versions } from "./upload-server.ts";

interface Fixture extends AsyncDisposable {
  readonly folder: GitFolder;
  readonly repository: Repository;
  readonly server: UploadServer;
  readonly client: GitClient;
}

interface Beginning {
  readonly commits?: number;
  readonly watched?: (storage: ObjectStorage) => ObjectStorage;
}

/** Fewer than all commits, because clients send their newest commits first. */
let later = 1_600_000_000;

const mirroredOnce = once();

/** Folders of a test are the same in all versions. */
const recording: Recording = new Map();

/** A clone of each history in each version, which tests begin with a copy of. */
const clones = new Map<string, GitClient>();

afterAll(() => {
  for (const client of clones.values()) client[Symbol.dispose]();
});

async function cloneOf(history: string, version: Version, url: string): Promise<GitClient> {
  const key = `${history} ${version}`;
  const client = clones.get(key) ?? new GitClient(version);
  if (!clones.has(key)) await client.clone(url, "--no-checkout");
  clones.set(key, client);
  return GitClient.copyOf(client, url);
}

/** A repository and a clone of it. In a sample all tests begin with the same history. */
async function fixture(version: Version, ownSeed: number, { commits = 40, watched }: Beginning = {}): Promise<Fixture> {
  const seed = isSample ? 2 : ownSeed;
  const make = () => randomHistory(new Random(seed), { commits, largest: 1000 });
  const history = `${seed} ${commits}`;
  const begun = await mirroredOnce(history, make);
  const [folder, repository] = [new RecordedFolder(begun.folder, recording), begun.copy(watched)];
  later = 1_600_000_000;
  const server = await UploadServer.start(repository);
  const client = await cloneOf(history, version, server.url);
  return {
    folder,
    repository,
    server,
    client,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      client[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

function commit(folder: GitFolder, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) folder.write(path, content);
  folder.git(["add", ...Object.keys(files)]);
  folder.git(["commit", "-q", "-m", "a commit"], "", { GIT_COMMITTER_DATE: `${later++} +0000` });
}

/** Number of objects that a fetch sends. */
async function sent({ client, server }: Fixture): Promise<number> {
  server.lastResponse = Buffer.alloc(0);
  await client.git("fetch", "-q");
  expect(await client.faults()).toEqual([]);
  const { pack } = await packIn(server.lastResponse);
  return pack.length === 0 ? 0 : pack.readUInt32BE(8);
}

describe.each(versions.map((version) => [version]))("in version %s", (version) => {
  const test = testsIn(version);

  test("fetching a commit transfers the commit, its folders and its file", async () => {
    await using it = await fixture(version, 1);
    const { folder, repository, client } = it;
    folder.git(["checkout", "-q", "-f", "main"]);
    commit(folder, { "new/folder/file": "new" });
    await mirror(folder, repository);
    expect(await sent(it)).toBe(5);
    expect(await client.git("rev-parse", "origin/main")).toBe(rev(folder, "main"));
    expect(await sent(it)).toBe(0);
  });

  test("content that returns to an earlier state or another path is not sent again", async () => {
    await using it = await fixture(version, 2);
    const { folder, repository, client } = it;
    folder.git(["checkout", "-q", "-f", "main"]);
    commit(folder, { "one/a": "a", "one/b": "b", "one/c": "c" });
    await mirror(folder, repository);
    await client.git("fetch", "-q");
    folder.git(["mv", "one", "three"]);
    folder.git(["commit", "-q", "-m", "move"]);
    await mirror(folder, repository);
    expect(await sent(it)).toBe(2);
    folder.git(["revert", "--no-edit", "HEAD"]);
    await mirror(folder, repository);
    expect(await sent(it)).toBe(2);
  });

  test("a small change of a large file is sent as a small pack", async () => {
    await using it = await fixture(version, 3);
    const { folder, repository, client, server } = it;
    const text = Array.from({ length: 8000 }, (_, line) => `${line * 7919} ${line}\n`);
    folder.git(["checkout", "-q", "-f", "main"]);
    commit(folder, { large: text.join("") });
    await mirror(folder, repository);
    await client.git("fetch", "-q");
    commit(folder, { large: text.with(4000, "changed\n").join("") });
    await mirror(folder, repository);
    expect(await sent(it)).toBe(3);
    expect(server.lastResponse.length).toBeLessThan(2000);
  });

  test("fetching one commit of a long history reads at most a page of commits", async () => {
    let statements = 0;
    const counting = (storage: ObjectStorage): ObjectStorage => ({
      ...storage,
      sql: {
        databaseSize: 0,
        exec(...given) {
          statements++;
          return storage.sql.exec(...given);
        },
      },
    });
    await using it = await fixture(version, 4, { watched: counting, commits: isSample ? 250 : 600 });
    const { folder, repository } = it;
    folder.git(["checkout", "-q", "-f", "main"]);
    commit(folder, { file: "new" });
    await mirror(folder, repository);
    repository.objects.forget();
    statements = 0;
    expect(await sent(it)).toBe(3);
    expect(statements).toBeLessThan(100);
  });

  test("tags are sent with their commits", async () => {
    await using it = await fixture(version, 5);
    const { folder, repository, client } = it;
    folder.git(["tag", "-f", "-m", "old", "annotated-old", "main~3"]);
    folder.git(["tag", "light-old", "main~3"]);
    commit(folder, { file: "new" });
    folder.git(["tag", "-m", "new", "annotated-new"]);
    folder.git(["tag", "-m", "on a tag", "nested", "annotated-new"]);
    await mirror(folder, repository);
    await sent(it);
    expect(await client.refs("refs/tags")).toEqual(refsOf(folder).filter((line) => line.includes("refs/tags/")));
  });

  test("any commit or tag can be fetched by id, with or without a ref", async () => {
    await using it = await fixture(version, 6);
    const { folder, repository, client } = it;
    commit(folder, { file: "new" });
    folder.git(["tag", "-m", "tag", "tag"]);
    const [tag, tagged, inside] = [rev(folder, "tag"), rev(folder, "HEAD"), rev(folder, "main~10")];
    await push(folder, repository, [tag]);
    for (const oid of [inside, tagged, tag]) {
      await client.git("fetch", "-q", "origin", oid);
      expect(await client.git("rev-parse", "FETCH_HEAD")).toBe(oid);
    }
    expect(await client.faults()).toEqual([]);
  });

  test("fetching a missing object, or a tree without a ref, fails with a message", async () => {
    await using it = await fixture(version, 7);
    const { folder, repository, client } = it;
    commit(folder, { file: "new" });
    await push(folder, repository, [rev(folder, "HEAD")]);
    for (const oid of ["12".repeat(20), rev(folder, "HEAD^{tree}")]) {
      const { status, stderr } = await client.try("fetch", "origin", oid);
      const words = `upload-pack: not our ref ${oid}`;
      expect({ status, stderr }).toEqual({ status: 128, stderr: expect.stringContaining(words) });
    }
  });

  for (const count of [40, 400]) {
    test(`${count} commits that only the client has do not disturb the negotiation`, async () => {
      await using it = await fixture(version, 8);
      const { folder, repository, client } = it;
      await client.commitMany(count);
      commit(folder, { file: "new" });
      await mirror(folder, repository);
      expect(await sent(it)).toBe(3);
      expect(await client.git("rev-parse", "origin/main")).toBe(rev(folder, "main"));
    });
  }

  test("unrelated histories are fetched completely", async () => {
    await using it = await fixture(version, 9);
    const { folder, repository, client } = it;
    folder.git(["checkout", "-q", "--orphan", "other"]);
    folder.git(["rm", "-q", "-r", "-f", "."]);
    commit(folder, { "entirely/new": "content" });
    await mirror(folder, repository);
    expect(await sent(it)).toBe(4);
    expect(await client.refs("refs/remotes/origin/other")).toHaveLength(1);
  });

  test("a commit is sent even if a submodule referenced it before", async () => {
    await using it = await fixture(version, 11);
    const { folder, repository, client } = it;
    const tree = rev(folder, "main^{tree}");
    const inside = folder.git(["commit-tree", "-p", "main~1", "-m", "inside", tree]).toString().trim();
    folder.git(["checkout", "-q", "-f", "main"]);
    folder.git(["update-index", "--add", "--cacheinfo", `160000,${inside},module`]);
    commit(folder, { file: "with a submodule" });
    await mirror(folder, repository);
    await client.git("fetch", "-q");
    folder.git(["rm", "-q", "--cached", "module"]);
    commit(folder, { file: "merged" });
    const merge = ["commit-tree", "-p", "main", "-p", inside, "-m", "merge", rev(folder, "main^{tree}")];
    folder.git(["update-ref", "refs/heads/main", folder.git(merge).toString().trim()]);
    await mirror(folder, repository);
    await sent(it);
    expect(await client.git("rev-parse", "origin/main^2")).toBe(inside);
  });

  test("a push during a clone does not affect the clone", async () => {
    await using it = await fixture(version, 10);
    const { folder, repository, server } = it;
    const alone = folder.git(["commit-tree", "-p", "main~5", "-m", "alone", "main~5^{tree}"]).toString().trim();
    folder.git(["update-ref", "refs/heads/deleted", alone]);
    await mirror(folder, repository);
    const before = refsOf(folder);
    let pushes = 0;
    server.beforeSending = async () => {
      pushes += 1;
      commit(folder, { file: `push ${pushes}` });
      folder.git(["update-ref", "-d", "refs/heads/deleted"]);
      await mirror(folder, repository);
    };
    using other = new GitClient(version);
    await other.clone(server.url, "--mirror");
    // In version 2 the list of refs is an answer of its own.
    expect(pushes).toBe(version === 2 ? 2 : 1);
    expect(await other.faults()).toEqual([]);
    expect(await other.refs("refs/")).toEqual(before);
    server.beforeSending = async () => {};
    await other.git("fetch", "-q", "--prune", "origin");
    expect(await other.faults()).toEqual([]);
    expect(await other.refs("refs/")).toEqual(refsOf(folder));
  });

  test("tags of files and of folders are sent with their content", async () => {
    await using it = await fixture(version, 12);
    const { folder, repository, client } = it;
    commit(folder, { "only/here": "content of a tagged file" });
    folder.git(["tag", "-m", "a file", "file", "HEAD:only/here"]);
    folder.git(["tag", "-m", "a folder", "folder", "HEAD:only"]);
    const [file, tree] = [rev(folder, "HEAD:only/here"), rev(folder, "HEAD:only")];
    folder.git(["reset", "-q", "--hard", "HEAD~1"]);
    await mirror(folder, repository);
    for (const [tag, content] of [
      ["file", file],
      ["folder", tree],
    ]) {
      await client.git("fetch", "-q", "--no-tags", "origin", `refs/tags/${tag}`);
      expect(await client.git("rev-parse", "FETCH_HEAD^{}")).toBe(content);
    }
    expect(await client.faults()).toEqual([]);
  });

  test("a clone that begins with a date gets no older commits by fetching from that date again", async () => {
    await using it = await fixture(version, 13);
    const { folder, repository, server } = it;
    folder.git(["checkout", "-q", "--orphan", "dated"]);
    const since = `--shallow-since=${later + 1}`;
    for (const file of ["before", "first", "second"]) commit(folder, { file });
    await mirror(folder, repository);
    using client = new GitClient(version);
    await client.clone(server.url, "--no-checkout", "--branch=dated", since);
    expect(client.shallow()).toEqual([rev(folder, "dated~1")]);
    commit(folder, { file: "third" });
    await mirror(folder, repository);
    await client.git("fetch", "-q", since);
    expect(client.shallow()).toEqual([rev(folder, "dated~2")]);
    expect(await client.lines("rev-list", "origin/dated")).toHaveLength(3);
  });
});
