// DELETE /projects/:id/repository/tags/:tag_name
import { expect, test } from "vitest";
import { WorkingFolder } from "../../support/git.ts";
import { addDeveloper, createSeeded, createTag, namesOf } from "./tags.ts";

const missing = { status: 404, body: { message: "No such tag" } };

test.each(["v1.0", "release/1.0", "ä/日本", "v/release", "a%2Fb"])("%s is deleted, for git as well", async (name) => {
  const seeded = await createSeeded();
  const { owner, project, path } = seeded;
  await createTag(seeded, name, { message: "Annotated" });
  await createTag(seeded, "other");
  const { status, body } = await owner.delete(`${path}/${encodeURIComponent(name)}`);
  expect({ status, body }).toEqual({ status: 200, body: { tag_name: name } });
  expect(namesOf(await owner.get(path))).toEqual(["other"]);
  using folder = await WorkingFolder.clone(owner, project);
  expect(await folder.git("tag")).toBe("other");
  expect(await owner.delete(`${path}/${encodeURIComponent(name)}`)).toMatchObject(missing);
});

test("a developer deletes tags here, where git lets masters only", async () => {
  const seeded = await createSeeded();
  const developer = await addDeveloper(seeded);
  await createTag(seeded, "v1");
  using folder = await WorkingFolder.clone(developer, seeded.project);
  const { code, stderr } = await folder.push("origin", ":refs/tags/v1");
  expect([code, stderr]).toEqual([1, expect.stringContaining("not allowed to change existing tags")]);
  expect(await developer.delete(`${seeded.path}/v1`)).toMatchObject({ status: 200 });
});

test("of 10 who delete it at once one does", async () => {
  const seeded = await createSeeded();
  await createTag(seeded, "v1");
  const answers = await Promise.all(Array.from({ length: 10 }, () => seeded.owner.delete(`${seeded.path}/v1`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 200)).toMatchObject(Array(9).fill(missing));
});
