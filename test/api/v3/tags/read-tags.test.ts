// GET /projects/:id/repository/tags and /:tag_name
import { expect, test } from "vitest";
import { createUser } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { createSeeded, createTag, namesOf, tagsOf } from "./tags.ts";

const missing = { status: 404, body: { message: "404 Tag Not Found" } };

test("tags are answered with their commit, annotated ones with their message", async () => {
  const { owner, project, path, commit } = await createSeeded();
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("tag", "light");
  await folder.git("tag", "-a", "-m", "First release\n\nWith all that is in it.", "v1.0");
  await folder.deliver("light", "v1.0");
  const onCommit = { id: commit, short_id: commit.slice(0, 8), title: "Begin", message: "Begin\n", parent_ids: [] };
  const [list, single] = [await owner.get(path), await owner.get(`${path}/v1.0`)];
  expect(list).toMatchObject({ status: 200, body: [{ name: "v1.0" }, { name: "light", message: null }] });
  expect(single).toMatchObject({
    status: 200,
    body: { name: "v1.0", message: "First release\n\nWith all that is in it.", commit: onCommit, release: null },
  });
  expect(Object.keys(single.body)).toEqual(["name", "message", "commit", "release"]);
  expect(list.body[0]).toEqual(single.body);
  expect(list.body[1].commit).toEqual(single.body.commit);
});

test("a repository without tags answers an empty list", async () => {
  const owner = await createUser();
  const path = tagsOf(await createProject(owner));
  const { status, body } = await owner.get(path);
  expect({ status, body }).toEqual({ status: 200, body: [] });
  expect(await owner.get(`${path}/v1`)).toMatchObject(missing);
});

test("tags of tags, trees and blobs are listed", async () => {
  const { owner, project, path, commit } = await createSeeded();
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("tag", "-a", "-m", "Inner", "inner");
  await folder.git("tag", "-a", "-m", "Outer", "outer", "inner");
  await folder.git("tag", "-a", "-m", "A tree", "tree", "HEAD^{tree}");
  await folder.git("tag", "-a", "-m", "On a tag of a tree", "tag-of-tree", "tree");
  await folder.git("tag", "light-tree", "HEAD^{tree}");
  await folder.git("tag", "light-blob", "HEAD:README.md");
  await folder.deliver("inner", "outer", "tree", "tag-of-tree", "light-tree", "light-blob");
  const { status, body } = await owner.get(path);
  type Shown = { name: string; message: string | null; commit: { id: string } | null };
  expect(status).toBe(200);
  expect(body.map(({ name, message, commit: on }: Shown) => [name, message, on?.id ?? null])).toEqual([
    ["tree", "A tree", null],
    ["tag-of-tree", "On a tag of a tree", null],
    ["outer", "Outer", commit],
    ["light-tree", null, null],
    ["light-blob", null, null],
    ["inner", "Inner", commit],
  ]);
  expect(await owner.get(`${path}/light-blob`)).toMatchObject({ status: 200, body: { commit: null } });
});

const odd = ["v1.0-rc.1", "release/2016/12", "Ä", "v1%2F2", "v;1=2&3#4+5", "日本/語", "🐛", "v/release", '"1"'];

test("tags are listed whole, in reverse order of names, whatever their names", async () => {
  const { owner, project, path } = await createSeeded();
  using folder = await WorkingFolder.copy(owner, project);
  const names = [...odd, ...Array.from({ length: 120 }, (_, n) => `many/${n}`)];
  await folder.deliver(...names.map((name) => `HEAD:refs/tags/${name}`));
  const answer = await owner.get(path, { per_page: 5, page: 2 });
  const bytewise = (one: string, other: string) => Buffer.compare(Buffer.from(other), Buffer.from(one));
  expect(answer.status).toBe(200);
  expect(namesOf(answer)).toEqual([...names].sort(bytewise));
  expect([answer.headers.get("x-total"), answer.cost.roundTrips]).toEqual([null, 1]);
});

test.each(odd)("the tag %s is found by its encoded name, slashes encoded or not", async (name) => {
  const seeded = await createSeeded();
  const { owner, path } = seeded;
  await createTag(seeded, name);
  expect(await owner.get(`${path}/${encodeURIComponent(name)}`)).toMatchObject({ status: 200, body: { name } });
  const raw = name.split("/").map(encodeURIComponent).join("/");
  expect(await owner.get(`${path}/${raw}`)).toMatchObject({ status: 200, body: { name } });
});

test("an incomplete tag name, a branch or a commit id answers 404", async () => {
  const seeded = await createSeeded();
  const { owner, path, commit } = seeded;
  await createTag(seeded, "v/1");
  for (const name of ["v", "1", "V/1", "refs/tags/v/1", "main", commit, "HEAD"]) {
    expect(await owner.get(`${path}/${encodeURIComponent(name)}`), name).toMatchObject(missing);
  }
});

test("a signature is part of the message, and invalid UTF-8 is replaced", async () => {
  const { owner, project, path, commit } = await createSeeded();
  using folder = await WorkingFolder.copy(owner, project);
  const signature = "-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n";
  const head = `object ${commit}\ntype commit\ntag t\ntagger A <a@b.c> 1500000000 +0000\n\n`;
  const content = Buffer.concat([Buffer.from(head), Buffer.from([0x63, 0xe9]), Buffer.from(`\n${signature}`)]);
  const { stdout } = await folder.try(["hash-object", "-t", "tag", "-w", "--stdin"], { input: content });
  await folder.deliver(`${stdout.trim()}:refs/tags/signed`);
  expect(await owner.get(`${path}/signed`)).toMatchObject({
    status: 200,
    body: { message: `c\ufffd\n${signature.trimEnd()}`, commit: { id: commit } },
  });
});
