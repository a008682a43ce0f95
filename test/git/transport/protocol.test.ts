// The protocol itself: advertisements, acknowledgements, refusals, and the packets of a pack.
import { describe, expect, test } from "vitest";
import { IncomingPush } from "../../../src/git/repository/incoming-push.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { advertise } from "../../../src/git/transport/advertise.ts";
import { uploadPack } from "../../../src/git/transport/upload-pack.ts";
import { openRepository } from "../../support/node-storage.ts";
import { isSample } from "../../support/sample.ts";
import { CopiedFolder, GitFolder } from "../git-folder.ts";
import { inChunks } from "../pack/memory-store.ts";
import { Random } from "../random.ts";
import { randomHistory } from "../random-history.ts";
import { type Mirrored, once } from "./mirrored.ts";
import { DELIMITER, FLUSH, fetchLines, linesOf, packIn, responseTo, sendRequest, written } from "./requests.ts";
import { mirror, push, rev, versions } from "./upload-server.ts";

const unknown = "12".repeat(20);

const mirroredOnce = once();

/** In a sample all tests begin with the same history. */
function filled(ownSeed: number): Promise<Mirrored> {
  const seed = isSample ? 1 : ownSeed;
  return mirroredOnce(`${seed}`, () => {
    const made = randomHistory(new Random(seed), { commits: 40, largest: 60_000 });
    made.git(["tag", "-m", "a tag", "tag", "main~2"]);
    return made;
  });
}

/** What a test may change. */
async function filledCopy(seed: number): Promise<{ folder: GitFolder; repository: Repository }> {
  const { folder, copy } = await filled(seed);
  return { folder: new CopiedFolder(folder), repository: copy() };
}

/** Sorted ids of a pack's objects. Git refuses a pack that lacks the base of a delta. */
function oidsIn(pack: Uint8Array): string[] {
  using folder = new GitFolder("--bare");
  folder.git(["index-pack", "--stdin"], pack);
  return lines(folder.git(["cat-file", "--batch-all-objects", "--batch-check=%(objectname)"]));
}

const reached = (folder: GitFolder, ...revisions: string[]) =>
  lines(folder.git(["rev-list", "--objects", "--no-object-names", ...revisions])).sort();

const lines = (text: Buffer): string[] => text.toString().split("\n").filter(Boolean);

describe("the advertisement", () => {
  const capabilities = expect.stringMatching(/\0.*\bside-band-64k\b.*\bagent=tributary/);

  test("contains HEAD, the refs in order, and the targets of tags", async () => {
    const { folder, repository } = await filledCopy(1);
    using _ = folder;
    folder.git(["update-ref", "refs/heads/a.b", "main~1"]);
    folder.git(["update-ref", "refs/heads/a/b", "main~1"]);
    folder.git(["update-ref", "refs/keep-around/x", "main~1"]);
    folder.git(["update-ref", "refs/merge-requests/1/head", "main~1"]);
    folder.git(["update-ref", "--stdin"], "delete refs/tags/tag\n");
    folder.git(["update-ref", "--stdin"], folder.git(["for-each-ref", "--format=delete %(refname)", "refs/tags"]));
    folder.git(["tag", "-m", "a tag", "only", "main~2"]);
    await mirror(folder, repository);
    const [main, before] = [rev(folder, "main"), rev(folder, "main~1")];
    const refs = [
      `${before} refs/heads/a.b`,
      `${before} refs/heads/a/b`,
      `${main} refs/heads/main`,
      `${before} refs/merge-requests/1/head`,
      `${rev(folder, "only")} refs/tags/only`,
    ];
    const fetched = await linesOf(advertise(repository, "git-upload-pack", 0));
    expect(fetched).toEqual([
      "# service=git-upload-pack",
      FLUSH,
      capabilities,
      ...refs,
      `${rev(folder, "only^{}")} refs/tags/only^{}`,
      FLUSH,
    ]);
    expect(fetched[2]).toMatch(new RegExp(`^${main} HEAD\0.* symref=HEAD:refs/heads/main`));
    const pushed = await linesOf(advertise(repository, "git-receive-pack", 0));
    // `git push --mirror` would delete refs that the server makes.
    const pushable = refs.slice(1).filter((ref) => !ref.includes("refs/merge-requests/"));
    expect(pushed).toEqual(["# service=git-receive-pack", FLUSH, capabilities, ...pushable, FLUSH]);
    expect(pushed[2]).toMatch(new RegExp(`^${before} refs/heads/a\\.b\0report-status`));
  });

  test("of an empty repository has no refs, but capabilities", async () => {
    const repository = openRepository();
    for (const service of ["git-upload-pack", "git-receive-pack"] as const) {
      const response = await linesOf(advertise(repository, service, 1));
      expect(response).toEqual([`# service=${service}`, FLUSH, "version 1", capabilities, FLUSH]);
      expect(response[3]).toMatch(/^0{40} capabilities\^\{\}\0/);
    }
  });

  test("of version 2 lists commands; pushing has no version 2", async () => {
    const repository = openRepository();
    expect(await linesOf(advertise(repository, "git-upload-pack", 2))).toEqual([
      "version 2",
      "agent=tributary",
      "ls-refs=unborn",
      "fetch=shallow wait-for-done",
      "object-format=sha1",
      FLUSH,
    ]);
    expect(advertise(repository, "git-receive-pack", 2)).toEqual(advertise(repository, "git-receive-pack", 0));
  });
});

describe("ls-refs", () => {
  const list = async (repository: Repository, ...options: string[]) =>
    linesOf(await sendRequest(repository, 2, "command=ls-refs", "object-format=sha1", DELIMITER, ...options, FLUSH));

  test("returns refs with a prefix, with symbolic targets and the targets of tags", async () => {
    const { folder, repository } = await filled(2);
    const [main, tag] = [rev(folder, "main"), rev(folder, "tag")];
    expect(await list(repository, "ref-prefix refs/tags/ta", "ref-prefix refs/heads/ma")).toEqual([
      `${main} refs/heads/main`,
      `${tag} refs/tags/tag`,
      FLUSH,
    ]);
    expect(await list(repository, "peel", "symrefs", "ref-prefix HEAD", "ref-prefix refs/tags/ta")).toEqual([
      `${main} HEAD symref-target:refs/heads/main`,
      `${tag} refs/tags/tag peeled:${rev(folder, "tag^{}")}`,
      FLUSH,
    ]);
    expect((await list(repository)).length).toBe(1 + lines(folder.git(["for-each-ref"])).length + 1);
  });

  test("returns an unborn HEAD on request", async () => {
    const repository = openRepository();
    expect(await list(repository, "symrefs", "unborn")).toEqual([FLUSH]);
    repository.refs.setHead("refs/heads/later");
    expect(await list(repository, "symrefs", "unborn")).toEqual(["unborn HEAD symref-target:refs/heads/later", FLUSH]);
    expect(await list(repository, "symrefs")).toEqual([FLUSH]);
  });
});

describe("packs", () => {
  test("are the same in all requested kinds of packets", async () => {
    const { folder, repository } = await filled(3);
    const want = (capabilities: string) =>
      sendRequest(repository, 0, `want ${rev(folder, "main")} ofs-delta ${capabilities}`, FLUSH, "done");
    const plain = (await want("")).subarray("0008NAK\n".length);
    expect(oidsIn(plain)).toEqual(reached(folder, "main"));
    const [small, large] = [await want("side-band"), await want("side-band side-band-64k")];
    expect(await packIn(small)).toEqual({ pack: plain, largest: 1000 });
    expect(await packIn(large)).toEqual({ pack: plain, largest: 65520 });
    for (const response of [small, large]) expect(response.subarray(-4).toString()).toBe(FLUSH);
  });

  test("contain the base of every delta unless thin packs are allowed", async () => {
    const { folder, repository } = await filledCopy(4);
    using _ = folder;
    const [main, before] = [rev(folder, "main"), rev(folder, "main~3")];
    const fetch = async (...options: string[]) =>
      (await packIn(await sendRequest(repository, 2, ...fetchLines([main], [before], "done", ...options)))).pack;
    expect(oidsIn(await fetch())).toEqual(expect.arrayContaining(reached(folder, "main", "^main~3")));
    const thin = await fetch("thin-pack");
    expect(() => oidsIn(thin)).toThrow("unresolved delta");
    folder.git(["index-pack", "--stdin", "--fix-thin"], thin);
  });

  test("are a snapshot, whatever is pushed while they are read", async () => {
    const { folder, repository } = await filledCopy(5);
    using _ = folder;
    folder.write("file", "received before, accepted later");
    folder.git(["checkout", "-q", "-f", "main"]);
    folder.git(["add", "file"]);
    folder.git(["commit", "-q", "-m", "later"]);
    const later = folder.git(["pack-objects", "--stdout", "--revs", "-q"], "main\n^main~1\n");
    const incoming = IncomingPush.begin(repository);
    await incoming.receive(inChunks(later, 1000));
    const wants = repository.refs.list().map(({ oid }) => oid);
    const body = written(fetchLines(wants, [], "done"));
    const responses = await Promise.all([1, 2].map(() => uploadPack(repository, inChunks(body, 1000), 2)));
    repository.sql.transaction(() => incoming.accept());
    await push(folder, repository, ["main"]);
    for (const response of responses) {
      const { pack } = await packIn(Buffer.concat(await Array.fromAsync(response)));
      expect(oidsIn(pack)).toEqual(reached(folder, "main~1", "--tags"));
    }
  });
});

describe("acknowledgments", () => {
  test.each([
    ["multi_ack_detailed", ["common"], "ready"],
    ["multi_ack", ["continue"], null],
  ])("of %s come one by one", async (capability, [how], ready) => {
    const { folder, repository } = await filled(6);
    const [main, one, other] = [rev(folder, "main"), rev(folder, "main~8"), rev(folder, "main~4")];
    const round = [`want ${main} ${capability}`, FLUSH, `have ${unknown}`, `have ${one}`, `have ${other}`, FLUSH];
    expect(await linesOf(await sendRequest(repository, 0, ...round))).toEqual([
      `ACK ${one} ${how}`,
      `ACK ${other} ${how}`,
      ...(ready === null ? [] : [`ACK ${other} ${ready}`]),
      "NAK",
    ]);
  });

  test("without multi_ack consist of one line, and with no-done the pack follows at once", async () => {
    const { folder, repository } = await filled(7);
    const [main, one, other] = [rev(folder, "main"), rev(folder, "main~8"), rev(folder, "main~4")];
    const haves = [`have ${unknown}`, `have ${one}`, `have ${other}`, FLUSH];
    expect(await linesOf(await sendRequest(repository, 0, `want ${main}`, FLUSH, ...haves))).toEqual([`ACK ${one}`]);
    expect(await linesOf(await sendRequest(repository, 0, `want ${main}`, FLUSH, `have ${unknown}`, FLUSH))).toEqual([
      "NAK",
    ]);
    const capabilities = "multi_ack_detailed no-done side-band-64k thin-pack";
    const response = await sendRequest(repository, 0, `want ${main} ${capabilities}`, FLUSH, ...haves);
    expect((await linesOf(response)).slice(2, 5)).toEqual([`ACK ${other} ready`, "NAK", `ACK ${other}`]);
    expect((await packIn(response)).pack.length).toBeGreaterThan(100);
  });

  test("of version 2 end the round, or a delimiter and the pack follow", async () => {
    const { folder, repository } = await filled(8);
    const [main, before] = [rev(folder, "main"), rev(folder, "main~4")];
    const said = async (haves: string[], ...options: string[]) =>
      linesOf(await sendRequest(repository, 2, ...fetchLines([main], haves, ...options)));
    expect(await said([unknown])).toEqual(["acknowledgments", "NAK", FLUSH]);
    expect(await said([before, unknown], "wait-for-done")).toEqual(["acknowledgments", `ACK ${before}`, FLUSH]);
    const whole = await said([unknown, before], "thin-pack");
    expect(whole.slice(0, 5)).toEqual(["acknowledgments", `ACK ${before}`, "ready", DELIMITER, "packfile"]);
    expect((await said([before], "done", "thin-pack"))[0]).toBe("packfile");
  });
});

describe.each(versions.map((version) => [version]))("in version %s", (version) => {
  test("every malformed request gets an error message", async () => {
    const { folder, repository } = await filled(9);
    const main = rev(folder, "main");
    const requestOf = (...given: string[]) =>
      written(version === 2 ? ["command=fetch", DELIMITER, ...given, FLUSH] : [...given, FLUSH, "done"]);
    const bodies: [body: Uint8Array, words: string][] = [
      [Buffer.from("not a packet"), "bad line length"],
      [Buffer.from("0003"), "bad line length 3"],
      [Buffer.from("00ffwant"), "hung up within a packet line"],
      [requestOf(`want ${main}`, "nonsense"), 'unexpected line: "nonsense"'],
      [requestOf("want main"), "unexpected line"],
      [requestOf(`want ${main.toUpperCase()}`), "unexpected line"],
      [requestOf(`want ${unknown}`), `upload-pack: not our ref ${unknown}`],
      [requestOf(`want ${main}`, "shallow 12"), "unexpected line"],
      [requestOf(`want ${main}`, "deepen 0"), "unexpected line"],
      [requestOf(`want ${main}`, "deepen -1"), "unexpected line"],
      [requestOf(`want ${main}`, "deepen 99999999999999999999"), "unexpected line"],
      [requestOf(`want ${main}`, "deepen 1", "deepen-since 1"), "cannot be used together"],
      [requestOf(`want ${main}`, "deepen-since 9999999999"), "no commits selected"],
      [requestOf(`want ${main}`, "deepen-not nowhere"), 'deepen-not is not a ref: "nowhere"'],
      [requestOf(`want ${main}`, "filter blob:none"), "unexpected line"],
      [requestOf(`want ${main}`, `${"x".repeat(60_000)}\0`), "unexpected line"],
    ];
    for (const [body, words] of bodies) {
      expect(await linesOf(await responseTo(repository, version, body))).toEqual([
        expect.stringMatching(/^ERR .{1,1000}$/s),
      ]);
      expect((await responseTo(repository, version, body)).toString("latin1")).toContain(words);
    }
  });

  test("a request that is cut off or changed anywhere gets a response", async () => {
    const { folder, repository } = await filled(10);
    const [main, before] = [rev(folder, "main"), rev(folder, "main~5")];
    const given = [`want ${main}`, `shallow ${before}`, "deepen 3"];
    const body = written(
      version === 2
        ? ["command=fetch", DELIMITER, "thin-pack", ...given, `have ${before}`, "done", FLUSH]
        : [...given, FLUSH, `have ${before}`, FLUSH, "done"],
    );
    const random = new Random(version);
    for (let length = 0; length < body.length; length += isSample ? 11 : 3)
      await responseTo(repository, version, body.subarray(0, length));
    for (let round = 0; round < (isSample ? 40 : 150); round++) {
      const changed = Buffer.from(body);
      for (let changes = 1 + random.below(3); changes > 0; changes--)
        changed[random.below(body.length)] = random.below(256);
      await responseTo(repository, version, changed);
    }
  });

  test("a request without wants gets an empty response", async () => {
    const repository = openRepository();
    for (const body of ["", "0000", "00000000"]) {
      expect(await responseTo(repository, version, Buffer.from(body))).toEqual(Buffer.alloc(0));
    }
  });
});

test.each([[0], [1]] as const)(
  "in version %s the lines after the wants only name commits that the client has",
  async (version) => {
    const { folder, repository } = await filled(11);
    const [main, before] = [rev(folder, "main"), rev(folder, "main~1")];
    const afterWants = async (line: string) =>
      linesOf(await sendRequest(repository, version, `want ${main}`, FLUSH, line, FLUSH));
    expect(await afterWants(`have ${before}`)).toEqual([`ACK ${before}`]);
    for (const line of [`want ${before}`, `HAVE ${before}`, `deepen 1`, `1234 ${before}`])
      expect(await afterWants(line)).toEqual([expect.stringMatching(`^ERR .*unexpected line: "${line}"$`)]);
  },
);

test("unknown commands of version 2, and other object formats, are refused", async () => {
  const repository = openRepository();
  const refusals: [lines: string[], words: string][] = [
    [["command=push", FLUSH], "ERR invalid command 'push'"],
    [["command=fetch", "command=ls-refs", FLUSH], "ERR one command is asked for at a time"],
    [["agent=git/1", FLUSH], "ERR one command is asked for at a time"],
    [["command=fetch", "object-format=sha256", FLUSH], "ERR mismatched object format: this repository has sha1"],
    [["command=ls-refs", DELIMITER, "nonsense", FLUSH], 'ERR protocol error: unexpected line: "nonsense"'],
  ];
  for (const [given, words] of refusals)
    expect(await linesOf(await sendRequest(repository, 2, ...given))).toEqual([words]);
});
