// Invalid ref names, and pushes that no git client sends: refused, with nothing changed.
import { expect, test } from "vitest";
import { createUser } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { createProject } from "../../support/factories.ts";
import { seedRepository } from "../../support/git.ts";
import { answerOf, commandPackets, postPush, rawPush, refsOf } from "./raw-push.ts";

const missing = "1234567890123456789012345678901234567890";

async function seeded() {
  const owner = await createUser();
  const project = await createProject(owner);
  const commit = await seedRepository(owner, project, { "a.txt": "a\n" });
  return { owner, project, commit, refs: new Map([["refs/heads/main", commit]]) };
}

const refused: Readonly<Record<string, string>> = {
  "refs/heads/../x": "funny refname",
  "refs/heads/a..b": "funny refname",
  "refs/heads/.a": "funny refname",
  "refs/heads/a.lock": "funny refname",
  "refs/heads/a b": "funny refname",
  "refs/heads/a\tb": "funny refname",
  "refs/heads/a\x7fb": "funny refname",
  "refs/heads/a~1": "funny refname",
  "refs/heads/a*": "funny refname",
  "refs/heads/": "funny refname",
  "refs/heads": "funny refname",
  "refs/heads//a": "funny refname",
  "refs/heads/a@{1}": "funny refname",
  "/refs/heads/a": "funny refname",
  HEAD: "funny refname",
  "../../../etc/passwd": "funny refname",
  "heads/main": "only refs below refs/ can be pushed",
  "refs/merge-requests/1/head": "refs of this name are made by the server",
  "refs/keep-around/a": "refs of this name are made by the server",
  "refs/heads/-f": "a branch or tag cannot begin with a dash",
  "refs/heads/HEAD": "a branch or tag cannot be called HEAD",
  [`refs/heads/${missing}`]: "a branch or tag cannot look like an object id",
  [`refs/heads/${"a".repeat(300)}`]: "the name is over 1024 bytes or 32 parts, or a part over 250 bytes",
  "refs/heads/main/below": "'refs/heads/main' exists; cannot create 'refs/heads/main/below'",
};

test("invalid ref names are refused one by one, and the other refs of the push are updated", async () => {
  const { owner, project, commit, refs } = await seeded();
  const names = [...Object.keys(refused), "refs/heads/good"];
  const commands = names.map((name) => ({ name, after: commit }));
  const newMergeRequest = `${baseUrl}/${project.path_with_namespace}/merge_requests/new?merge_request%5Bsource_branch%5D`;
  expect(await rawPush(owner, project, commands)).toEqual({
    status: 200,
    report: [
      "unpack ok",
      ...Object.entries(refused).map(([name, reason]) => `ng ${name} ${reason}`),
      "ok refs/heads/good",
    ],
    shown: `\nTo create a merge request for good, visit:\n  ${newMergeRequest}=good\n\n`,
    fatal: null,
  });
  expect(await refsOf(owner, project)).toEqual(new Map([["refs/heads/good", commit], ...refs]));
});

test("a refused name that is not UTF-8 is reported in its own bytes", async () => {
  const { owner, project, commit, refs } = await seeded();
  const name = Buffer.from("refs/heads/caf\xe9", "latin1");
  const response = await postPush(
    owner,
    project,
    commandPackets([{ name, after: commit }], { capabilities: "report-status" }),
  );
  expect(Buffer.from(await response.arrayBuffer()).includes(Buffer.from("ng refs/heads/caf\xe9 ", "latin1"))).toBe(
    true,
  );
  expect(await refsOf(owner, project)).toEqual(refs);
});

test.each([
  [30_000, { report: ["unpack ok", expect.stringMatching(/^ng refs\/heads\/a+ the name is over 1024 bytes/)] }],
  [65_000, { fatal: "A ref's name has 65011 bytes.\n" }],
])("a name of %i bytes is refused", async (length, answer) => {
  const { owner, project, commit, refs } = await seeded();
  const name = `refs/heads/${"a".repeat(length)}`;
  expect(await rawPush(owner, project, [{ name, after: commit }])).toMatchObject({ status: 200, ...answer });
  expect(await refsOf(owner, project)).toEqual(refs);
});

test("a ref name may use any script", async () => {
  const { owner, project, commit, refs } = await seeded();
  const name = "refs/heads/Änderung/川";
  expect(await rawPush(owner, project, [{ name, after: commit }])).toMatchObject({
    report: ["unpack ok", `ok ${name}`],
  });
  expect(await refsOf(owner, project)).toEqual(new Map([...refs, [name, commit]]));
});

test.each([
  [
    "of one ref twice",
    (commit: string) => ({ name: "refs/heads/a", after: commit }),
    "multiple updates for ref not allowed",
  ],
  [
    "of a ref with a wrong old id",
    () => ({ name: "refs/heads/main", before: missing }),
    "failed to update ref: it has moved meanwhile",
  ],
  ["to a missing object", () => ({ name: "refs/heads/a", after: missing }), `missing necessary objects: ${missing}`],
])("an update %s is refused", async (_, make, reason) => {
  const { owner, project, commit, refs } = await seeded();
  const command = make(commit);
  const commands = reason.startsWith("multiple") ? [command, command] : [command];
  const { report } = await rawPush(owner, project, commands);
  expect(report).toEqual(["unpack ok", ...commands.map(({ name }) => `ng ${name} ${reason}`)]);
  expect(await refsOf(owner, project)).toEqual(refs);
});

test("deleting a missing ref changes nothing", async () => {
  const { owner, project, refs } = await seeded();
  expect(await rawPush(owner, project, [{ name: "refs/heads/none" }], { pack: null })).toMatchObject({
    report: ["unpack ok", "ok refs/heads/none"],
  });
  expect(await refsOf(owner, project)).toEqual(refs);
});

test.each([
  ["a signed push", { first: ["push-cert\0report-status side-band-64k\n"] }, "Signed pushes are not accepted here."],
  [
    "ids of SHA-256",
    { capabilities: "report-status side-band-64k object-format=sha256" },
    "Repositories with sha256 object ids are not kept here: SHA-1 only.",
  ],
])("%s is refused with an explanation", async (_, push, text) => {
  const { owner, project, commit, refs } = await seeded();
  expect(await rawPush(owner, project, [{ name: "refs/heads/a", after: commit }], push)).toMatchObject({
    status: 200,
    report: [],
    fatal: `${text}\n`,
  });
  expect(await refsOf(owner, project)).toEqual(refs);
});

test.each([
  ["no command", "hello\n"],
  ["a short id", `${"1".repeat(39)} ${missing} refs/heads/a\0report-status side-band-64k\n`],
  ["an id in capitals", `${"A".repeat(40)} ${missing} refs/heads/a\0report-status side-band-64k\n`],
  ["no name", `${missing} ${missing} \0report-status side-band-64k\n`],
])("a line with %s gets a protocol error", async (_, line) => {
  const { owner, project } = await seeded();
  const length = (line.length + 4).toString(16).padStart(4, "0");
  const response = await postPush(owner, project, `${length}${line}0000`);
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining("protocol error: expected old/new/ref"),
  ]);
});

test.each([
  ["that ends within a packet", "00a0half"],
  ["of no packets", "hello world"],
  ["with a delimiter", "0001"],
])("a request %s gets a protocol error", async (_, body) => {
  const { owner, project } = await seeded();
  const response = await postPush(owner, project, body);
  expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(/^.{4}ERR .*\n$/)]);
});

test("more than 3,000 refs at once are refused", async () => {
  const { owner, project, commit, refs } = await seeded();
  const commands = Array.from({ length: 3_001 }, (_, index) => ({ name: `refs/heads/b${index}`, after: commit }));
  const response = await postPush(owner, project, commandPackets(commands));
  expect(await answerOf(response)).toMatchObject({
    status: 200,
    fatal: "This push changes more than 3000 refs, the most at once.\n",
  });
  expect(await refsOf(owner, project)).toEqual(refs);
});
