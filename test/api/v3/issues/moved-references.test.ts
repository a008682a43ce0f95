// References of a moved issue, and the notifications of the move.
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import type { Caller } from "../../../support/api.ts";
import { createGroup, createIssue, createProject, type Issue } from "../../../support/factories.ts";
import { moved, moveTo, type Note, noteBodies, pathOf, setting } from "./moves.ts";

describe("references", () => {
  const text =
    "#2 (#3), see other#4, `#5`, ns/p#6 and #7.\n\n```\n#8\n```\n#9 #x a#b &#10; http://h/#11 https://h/a/b/issues/12";

  test("within a namespace get the path of their project", async () => {
    const { owner, from, to, issue } = await setting({ description: text });
    await ok(owner.post(`${pathOf(issue)}/notes`, { body: `Note: ${text}` }));
    const p = from.path;
    const rewritten = `${p}#2 (${p}#3), see other#4, \`#5\`, ns/p#6 and ${p}#7.\n\n\`\`\`\n#8\n\`\`\`\n${p}#9 #x a#b &#10; http://h/#11 https://h/a/b/issues/12`;
    const made = await moved(owner, issue, to);
    expect(made.description).toBe(rewritten);
    expect(await noteBodies(owner, made)).toEqual([`Note: ${rewritten}`, `moved from ${p}#1`]);
    expect(await owner.get(pathOf(issue))).toMatchObject({ status: 200, body: { description: text } });
  });

  test("in another namespace get the full path", async () => {
    const { owner, from, issue } = await setting({ description: "#2 and other#3" });
    const group = await createGroup(owner);
    const to = await createProject(owner, { namespace_id: group.id });
    const made = await moved(owner, issue, to);
    expect(made.description).toBe(`${from.path_with_namespace}#2 and ${owner.username}/other#3`);
    expect(await noteBodies(owner, made)).toEqual([`moved from ${from.path_with_namespace}#1`]);
    expect(await noteBodies(owner, issue)).toEqual([`moved to ${group.path}/${to.path}#1`]);
  });

  test("keep their targets, which get a note for the new issue as well", async () => {
    const { owner, from, to, issue } = await setting();
    const referrer = await createIssue(owner, from, { description: "As #1" });
    const made = await moved(owner, referrer, to);
    expect(made.description).toBe(`As ${from.path}#1`);
    expect(await noteBodies(owner, issue)).toEqual(["mentioned in issue #2", `mentioned in issue ${to.path}#1`]);
  });

  test("in system notes are moved, and stay hidden from the same users", async () => {
    const { owner, from, to, issue } = await setting({}, { visibility_level: 20 }, { visibility_level: 20 });
    await createIssue(owner, from, { description: "#1", confidential: true });
    await createIssue(owner, from, { description: "#1" });
    const made = await moved(owner, issue, to);
    const p = from.path;
    expect(await noteBodies(owner, made)).toEqual([
      `mentioned in issue ${p}#2`,
      `mentioned in issue ${p}#3`,
      `moved from ${p}#1`,
    ]);
    const { status, body, headers } = await (await createUser()).get(`${pathOf(made)}/notes`);
    expect({ status, bodies: body.map((note: Note) => note.body), total: headers.get("x-total") }).toEqual({
      status: 200,
      bodies: [`mentioned in issue ${p}#3`, `moved from ${p}#1`],
      total: "2",
    });
  });

  test("in 200 notes arrive intact, in three round trips", async () => {
    const { owner, from, to, issue } = await setting();
    const post = (n: number) =>
      ok(owner.post(`${pathOf(issue)}/notes`, { body: `note ${n}: #${n} ${"x".repeat(200)} "quoted" \\ 😀` }));
    await Promise.all(Array.from({ length: 200 }, (_, n) => post(n)));
    const allNotes = async (at: Issue): Promise<Note[]> =>
      (
        await Promise.all([1, 2, 3].map((page) => ok(owner.get(`${pathOf(at)}/notes`, { page, per_page: 100 }))))
      ).flat();
    const before = await allNotes(issue);
    const { status, body: made, cost } = await moveTo(owner, issue, to);
    expect({ status, few: cost.roundTrips <= 3 }).toEqual({ status: 201, few: true });
    const after = await allNotes(made);
    expect({ before: before.length, after: after.length }).toEqual({ before: 200, after: 201 });
    expect(after.slice(0, 200).map(({ body }) => body)).toEqual(
      before.map(({ body }) => body.replace(/#(\d+)/, `${from.path}#$1`)),
    );
  });

  test("in long notes arrive intact, and a text that grows too long, or too long to be sent, is kept unchanged", async () => {
    const { owner, from, to } = await setting();
    const full = `#1 ${"x".repeat(1_048_573)}`;
    const issue = await createIssue(owner, from, { description: full });
    for (const n of [1, 2, 3]) await ok(owner.post(`${pathOf(issue)}/notes`, { body: `#${n} ${"y".repeat(900_000)}` }));
    // Quotes are escaped.
    const quotes = `#4 ${'"'.repeat(1_000_000)}`;
    await ok(owner.post(`${pathOf(issue)}/notes`, { body: quotes }));
    const made = await moved(owner, issue, to);
    expect(made.description === full).toBe(true);
    const notes = await noteBodies(owner, made);
    expect(notes.slice(0, 3).map((body) => body.replace(/y+/, (ys) => `${ys.length}`))).toEqual(
      [1, 2, 3].map((n) => `${from.path}#${n} 900000`),
    );
    expect(notes[3] === quotes).toBe(true);
  });
});

describe("a user who cannot see the other project is not shown the move", () => {
  const list = async (caller: Caller, issue: Issue) => {
    const { status, body, headers } = await caller.get(`${pathOf(issue)}/notes`);
    return { status, bodies: body.map((note: Note) => note.body), total: headers.get("x-total") };
  };
  const nothing = { status: 200, bodies: [], total: "0" };

  test("into a private project", async () => {
    const { owner, to, issue } = await setting({}, { visibility_level: 20 });
    await moved(owner, issue, to);
    expect(await list(await createUser(), issue)).toEqual(nothing);
    expect(await list(owner, issue)).toEqual({ status: 200, bodies: [`moved to ${to.path}#1`], total: "1" });
  });

  test("out of a private project", async () => {
    const { owner, from, to, issue } = await setting({}, {}, { visibility_level: 20 });
    const made = await moved(owner, issue, to);
    expect(await list(await createUser(), made)).toEqual(nothing);
    expect(await list(owner, made)).toEqual({ status: 200, bodies: [`moved from ${from.path}#1`], total: "1" });
  });

  test("even where only the confidential issue is invisible", async () => {
    const { owner, to, issue } = await setting({}, { visibility_level: 20 }, { visibility_level: 20 });
    const made = await moved(owner, issue, to);
    const outsider = await createUser();
    expect((await list(outsider, issue)).total).toBe("1");
    await ok(owner.put(pathOf(made), { confidential: true }));
    expect(await list(outsider, issue)).toEqual(nothing);
  });

  test("and a confidential issue is no activity of its new project", async () => {
    const { owner, to, issue } = await setting({ confidential: true });
    const before = await ok(owner.get(`/projects/${to.id}`));
    await moved(owner, issue, to);
    expect(await owner.get(`/projects/${to.id}`)).toMatchObject({
      body: { last_activity_at: before.last_activity_at },
    });
  });
});
