// DELETE /projects/:id/repository/tags/:tag_name
import { expect, test } from "vitest";
import { WorkingFolder } from "../../../support/git.ts";
import { once } from "../../../support/once.ts";
import { refsOf } from "../../git/raw-push.ts";
import { addDeveloper, createSeeded, createTag, namesOf } from "./tags.ts";

const missing = { status: 404, body: { message: "No such tag" } };

/** For tests that do not change the tag `other`. */
const withOther = once(async () => {
  const seeded = await createSeeded();
  await createTag(seeded, "other");
  return seeded;
});

test.each(["v1.0", "release/1.0", "ä/日本", "v/release", "a%2Fb"])("%s is deleted, for git as well", async (name) => {
  const seeded = await withOther();
  const { owner, project, path } = seeded;
  await createTag(seeded, name, { message: "Annotated" });
  const { status, body } = await owner.delete(`${path}/${encodeURIComponent(name)}`);
  expect({ status, body }).toEqual({ status: 200, body: { tag_name: name } });
  expect(namesOf(await owner.get(path))).toEqual(["other"]);
  expect([...(await refsOf(owner, project)).keys()]).toEqual(["refs/heads/main", "refs/tags/other"]);
  expect(await owner.delete(`${path}/${encodeURIComponent(name)}`)).toMatchObject(missing);
});

test("a developer can delete tags here, which over git only masters can", async () => {
  const seeded = await createSeeded();
  const developer = await addDeveloper(seeded);
  await createTag(seeded, "v1");
  using folder = await WorkingFolder.clone(developer, seeded.project);
  const { code, stderr } = await folder.push("origin", ":refs/tags/v1");
  expect([code, stderr]).toEqual([1, expect.stringContaining("not allowed to change existing tags")]);
  expect(await developer.delete(`${seeded.path}/v1`)).toMatchObject({ status: 200 });
});

test("of 10 concurrent deletions one succeeds", async () => {
  const seeded = await createSeeded();
  await createTag(seeded, "v1");
  const answers = await Promise.all(Array.from({ length: 10 }, () => seeded.owner.delete(`${seeded.path}/v1`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 200)).toMatchObject(Array(9).fill(missing));
});
