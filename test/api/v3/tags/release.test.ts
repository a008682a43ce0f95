// POST, PUT /projects/:id/repository/tags/:tag_name/release, and the lifetime of release notes.
import { describe, expect, test } from "vitest";
import { ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { inShort } from "../../../support/in-short.ts";
import { createSeeded, createTag, type Seeded } from "./tags.ts";

const noTag = { status: 404, body: { message: "Tag does not exist" } };

/** The tag's release notes, which must be the same in the list and in a single answer. */
async function notesOf({ owner, path }: Seeded, name: string): Promise<unknown> {
  const { release } = await ok(owner.get(`${path}/${encodeURIComponent(name)}`));
  const listed = (await ok(owner.get(path))).find((tag: { name: string }) => tag.name === name);
  expect(listed.release).toEqual(release);
  return release;
}

test.each(["v1.0", "release/1.0", "ä", "v/release"])("notes are written for %s and updated", async (tag_name) => {
  const seeded = await createSeeded();
  const { owner, path } = seeded;
  await createTag(seeded, tag_name);
  await createTag(seeded, "other");
  const at = `${path}/${encodeURIComponent(tag_name)}/release`;
  const first = { tag_name, description: "# First\n\n* ä 🐛\n" };
  const made = await owner.post(at, first);
  expect([made.status, made.body]).toEqual([201, first]);
  expect(await notesOf(seeded, tag_name)).toEqual(first);
  const again = await owner.put(at, { description: "Second" });
  expect([again.status, again.body]).toEqual([200, { tag_name, description: "Second" }]);
  expect(await notesOf(seeded, tag_name)).toEqual({ tag_name, description: "Second" });
  expect(await notesOf(seeded, "other")).toBeNull();
});

test("a slash in the name needs no encoding", async () => {
  const seeded = await createSeeded();
  await createTag(seeded, "a/b");
  expect(await seeded.owner.post(`${seeded.path}/a/b/release`, { description: "x" })).toMatchObject({ status: 201 });
});

test("a tag can be created with its notes", async () => {
  const seeded = await createSeeded();
  const release_description = "What is new";
  const release = { tag_name: "v1", description: release_description };
  expect(await createTag(seeded, "v1", { message: "One", release_description })).toMatchObject({ release });
  expect(await notesOf(seeded, "v1")).toEqual(release);
  expect(await createTag(seeded, "v2", { release_description: " " })).toMatchObject({ release: null });
});

test("a tag has one text", async () => {
  const seeded = await createSeeded();
  const { owner, path } = seeded;
  await createTag(seeded, "v1");
  const at = `${path}/v1/release`;
  expect(await owner.put(at, { description: "x" })).toMatchObject({
    status: 404,
    body: { message: "Release does not exist" },
  });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => owner.post(at, { description: `${n}` })));
  const [made, ...others] = answers.filter(({ status }) => status === 201);
  expect(others).toEqual([]);
  expect(await notesOf(seeded, "v1")).toEqual(made?.body);
  expect(answers.filter(({ status }) => status !== 201)).toMatchObject(
    Array(9).fill({ status: 409, body: { message: "Release already exists" } }),
  );
});

test("a missing tag and a branch answer 404", async () => {
  const { owner, path } = await createSeeded();
  for (const name of ["v1", "main", "refs%2Ftags%2Fv1"]) {
    expect(await owner.post(`${path}/${name}/release`, { description: "x" })).toMatchObject(noTag);
    expect(await owner.put(`${path}/${name}/release`, { description: "x" })).toMatchObject(noTag);
  }
});

const refusals: [Values, object][] = [
  [{}, { error: "description is missing" }],
  [{ description: ["x"] }, { error: "description is invalid" }],
  [{ description: "" }, { message: { description: ["can't be blank"] } }],
  [{ description: " \n" }, { message: { description: ["can't be blank"] } }],
  [{ description: null }, { message: { description: ["can't be blank"] } }],
  [
    { description: "x".repeat(1_100_000) },
    { message: { description: ["is too long (maximum is 1048576 characters)"] } },
  ],
];

test.each(refusals.map(([attributes, body]) => [inShort(attributes), attributes, body] as const))(
  "%s is refused",
  async (_, attributes, body) => {
    const seeded = await createSeeded();
    const { owner, path } = seeded;
    await createTag(seeded, "v1", { release_description: "kept" });
    await createTag(seeded, "v2");
    expect(await owner.post(`${path}/v2/release`, attributes)).toMatchObject({ status: 400, body });
    expect(await owner.put(`${path}/v1/release`, attributes)).toMatchObject({ status: 400, body });
    expect([await notesOf(seeded, "v1"), await notesOf(seeded, "v2")]).toMatchObject([{ description: "kept" }, null]);
  },
);

describe("notes are deleted with their tag,", () => {
  const deletions: [string, (seeded: Seeded) => Promise<unknown>][] = [
    ["deleted through the API", ({ owner, path }) => ok(owner.delete(`${path}/v1`))],
    [
      "deleted by git",
      async ({ owner, project }) => {
        using folder = await WorkingFolder.copy(owner, project);
        await folder.deliver(":refs/tags/v1");
      },
    ],
  ];
  const creations: [string, (seeded: Seeded) => Promise<unknown>][] = [
    ["made through the API", (seeded) => createTag(seeded, "v1")],
    [
      "pushed by git",
      async ({ owner, project }) => {
        using folder = await WorkingFolder.copy(owner, project);
        await folder.deliver("HEAD:refs/tags/v1");
      },
    ],
  ];

  const pairs = deletions.flatMap(([how, remove]) => creations.map(([again, make]) => ({ how, again, remove, make })));

  test.each(pairs)("$how: a tag of its name $again has none", async ({ remove, make }) => {
    const seeded = await createSeeded();
    await createTag(seeded, "v1", { release_description: "Old" });
    await createTag(seeded, "v10", { release_description: "Another" });
    await remove(seeded);
    await make(seeded);
    expect(await notesOf(seeded, "v1")).toBeNull();
    expect(await notesOf(seeded, "v10")).toMatchObject({ description: "Another" });
    const at = `${seeded.path}/v1/release`;
    expect(await seeded.owner.put(at, { description: "New" })).toMatchObject({ status: 404 });
    expect(await seeded.owner.post(at, { description: "New" })).toMatchObject({ status: 201 });
    expect(await notesOf(seeded, "v1")).toEqual({ tag_name: "v1", description: "New" });
  });

  test("and a new one can be created with its own at once", async () => {
    const seeded = await createSeeded();
    await createTag(seeded, "v1", { release_description: "Old" });
    await ok(seeded.owner.delete(`${seeded.path}/v1`));
    await createTag(seeded, "v1", { release_description: "New" });
    expect(await notesOf(seeded, "v1")).toEqual({ tag_name: "v1", description: "New" });
  });

  test("but kept when it is moved, and when a branch of its name is deleted", async () => {
    const seeded = await createSeeded();
    const { owner, project } = seeded;
    await createTag(seeded, "v1", { release_description: "Kept" });
    using folder = await WorkingFolder.copy(owner, project);
    const id = await folder.commit({ a: "1" });
    await folder.deliver("HEAD:refs/tags/v1", "HEAD:refs/heads/v1");
    await folder.deliver(":refs/heads/v1");
    expect(await owner.get(`${seeded.path}/v1`)).toMatchObject({ body: { commit: { id } } });
    expect(await notesOf(seeded, "v1")).toEqual({ tag_name: "v1", description: "Kept" });
  });

  test("and belong to one project", async () => {
    const seeded = await createSeeded();
    await createTag(seeded, "v1", { release_description: "Ours" });
    const other = await createSeeded();
    await createTag(other, "v1");
    expect(await notesOf(other, "v1")).toBeNull();
  });
});
