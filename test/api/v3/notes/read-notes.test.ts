// GET /projects/:id/issues/:noteable_id/notes and GET .../notes/:note_id
import { describe, expect, test } from "vitest";
import { anonymous, type Cast, castNames, createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createCast, createIssue, createProject } from "../../../support/factories.ts";
import { listing, pageThrough } from "../../../support/lists.ts";
import {
  comment,
  issuePath,
  noNote,
  noNotes,
  noProject,
  noRecord,
  notePath,
  notesOf,
  notesPath,
  setting,
} from "./notes.ts";

/** A comment, and the system note of an estimate. */
async function discussed() {
  const context = await setting();
  const { author, reader, issue } = context;
  const note = await comment(reader, issue, "First!");
  await ok(author.post(`${issuePath(issue)}/time_estimate`, { duration: "1h" }));
  return { ...context, note };
}

describe("the list", () => {
  test("has comments and system notes, oldest first", async () => {
    const { author, reader, issue, note } = await discussed();
    const { status, body } = await reader.get(notesPath(issue));
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        {
          id: note.id,
          body: "First!",
          attachment: null,
          author: {
            id: reader.id,
            username: reader.username,
            name: `Name of ${reader.username}`,
            state: "active",
            avatar_url: null,
            web_url: `${baseUrl}/${reader.username}`,
          },
          created_at: note.created_at,
          updated_at: note.created_at,
          system: false,
          noteable_id: issue.id,
          noteable_type: "Issue",
          upvote: false,
          downvote: false,
        },
        expect.objectContaining({
          body: "changed time estimate to 1h",
          author: expect.objectContaining({ id: author.id }),
          system: true,
          noteable_id: issue.id,
        }),
      ],
    });
  });

  test("is sorted by id, whatever the dates", async () => {
    const { author, issue } = await setting();
    const first = await comment(author, issue);
    const second = await comment(author, issue, "Before", { created_at: "2001-01-01T00:00:00Z" });
    expect(await author.get(notesPath(issue))).toMatchObject(listing(first, second));
  });

  test("is paginated, with links", async () => {
    const { author, reader, issue } = await setting();
    const ids: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      ids.push((await comment(reader, issue, `${i}`)).id);
      await ok(author.post(`${issuePath(issue)}/time_estimate`, { duration: `${i + 1}h` }));
    }
    const { rows, totals } = await pageThrough(reader, notesPath(issue), {}, 4);
    expect([...totals]).toEqual([14]);
    expect(rows.filter(({ system }) => !system).map(({ id }) => id)).toEqual(ids);
    const second = await reader.get(notesPath(issue), { page: 2, per_page: 4 });
    expect(Object.fromEntries(second.headers)).toMatchObject({
      "x-page": "2",
      "x-next-page": "3",
      "x-prev-page": "1",
      "x-total-pages": "4",
    });
  });

  test("is empty past its end and without notes, and has the total", async () => {
    const { reader, issue, project, author } = await discussed();
    const quiet = await createIssue(author, project);
    const answers = [await reader.get(notesPath(issue), { page: 3 }), await reader.get(notesPath(quiet))];
    expect(answers.map(({ status, text, headers }) => [status, text, headers.get("x-total")])).toEqual([
      [200, "[]", "2"],
      [200, "[]", "0"],
    ]);
  });

  test("has no notes of another issue", async () => {
    const { author, project, issue } = await discussed();
    const other = await createIssue(author, project);
    const note = await comment(author, other);
    expect(await author.get(notesPath(other))).toMatchObject(listing(note));
    expect(await notesOf(author, issue)).toMatchObject({ total: "2" });
  });

  test("costs one round trip and as many statements for many notes as for one", async () => {
    const { reader, issue } = await discussed();
    const few = await reader.get(notesPath(issue));
    for (let i = 0; i < 5; i += 1) await comment(reader, issue);
    const many = await reader.get(notesPath(issue));
    expect([few, many].map(({ body, cost }) => [body.length, cost.roundTrips, cost.statements])).toEqual([
      [2, 1, 2],
      [7, 1, 2],
    ]);
  });

  test("reads rows in proportion to its page, not to the number of notes", async () => {
    const { reader, issue } = await discussed();
    for (let i = 0; i < 5; i += 1) await comment(reader, issue);
    const before = await reader.get(notesPath(issue), { per_page: 3 });
    await Promise.all(Array.from({ length: 40 }, () => comment(reader, issue)));
    const after = await reader.get(notesPath(issue), { per_page: 3 });
    expect({ rows: after.body.length, more: after.cost.rowsRead - before.cost.rowsRead }).toEqual({ rows: 3, more: 0 });
  });
});

test("a single note has the shape of the list, in one round trip", async () => {
  const { reader, issue } = await discussed();
  const list = await ok(reader.get(notesPath(issue)));
  for (const note of list) {
    const { status, body, cost } = await reader.get(notePath(issue, note));
    expect({ status, body, roundTrips: cost.roundTrips }).toEqual({ status: 200, body: note, roundTrips: 1 });
  }
});

describe("readers of the issue can read its notes:", () => {
  const everyoneInside = { guest: 200, reporter: 200, developer: 200, master: 200, owner: 200, admin: 200 };
  const readers: Record<string, [number, Record<keyof Cast, number>]> = {
    private: [0, { anonymous: 401, external: 404, outsider: 404, ...everyoneInside }],
    internal: [10, { anonymous: 401, external: 404, outsider: 200, ...everyoneInside }],
    public: [20, { anonymous: 401, external: 200, outsider: 200, ...everyoneInside }],
  };

  test.each(Object.entries(readers))("in a %s project", async (_, [level, who]) => {
    const { cast, project } = await createCast({}, { visibility_level: level });
    const issue = await createIssue(cast.owner, project);
    const note = await comment(cast.owner, issue);
    const statuses = await Promise.all(
      castNames.map(async (name) => {
        const [list, one] = [await cast[name].get(notesPath(issue)), await cast[name].get(notePath(issue, note))];
        return [name, { list: list.status, one: one.status }];
      }),
    );
    const expected = castNames.map((name) => [name, { list: who[name], one: who[name] }]);
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(expected));
  });

  test("of a confidential one, its author and its assignee in any role", async () => {
    const [owner, guest, outsider] = await Promise.all([createUser(), createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 20 });
    await joinProject(owner, project, guest, "guest");
    const issue = await createIssue(outsider, project, { confidential: true });
    const assigned = await createIssue(owner, project, { confidential: true, assignee_id: guest.id });
    const note = await comment(owner, issue);
    const other = await comment(owner, assigned);
    expect(await outsider.get(notesPath(issue))).toMatchObject(listing(note));
    expect(await guest.get(notesPath(assigned))).toMatchObject(listing(other));
    expect(await guest.get(notePath(assigned, other))).toMatchObject({ status: 200 });
  });
});

describe("a note that cannot be seen", () => {
  test("because the issue is confidential answers as for an unknown one", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const issue = await createIssue(cast.owner, project, { confidential: true });
    const note = await comment(cast.owner, issue);
    const unknown = { ...issue, id: 999_999_999 };
    for (const reader of [cast.guest, cast.outsider]) {
      expect([await reader.get(notesPath(issue)), await reader.get(notesPath(unknown))]).toMatchObject([
        noNotes,
        noNotes,
      ]);
      expect([await reader.get(notePath(issue, note)), await reader.get(notePath(unknown, note))]).toMatchObject([
        noNote,
        noNote,
      ]);
    }
  });

  test("because issues are disabled is 404, and so is one of another project's issue", async () => {
    const { author, project, issue, note } = await discussed();
    const other = { ...issue, project_id: (await createProject(author)).id };
    expect([await author.get(notesPath(other)), await author.get(notePath(other, note))]).toMatchObject([
      noNotes,
      noNote,
    ]);
    await ok(author.put(`/projects/${project.id}`, { issues_enabled: false }));
    expect([await author.get(notesPath(issue)), await author.get(notePath(issue, note))]).toMatchObject([
      noNotes,
      noNote,
    ]);
  });

  test("because the project is invisible is 404 for the project", async () => {
    const [owner, outsider] = await Promise.all([createUser(), createUser()]);
    const issue = await createIssue(owner, await createProject(owner));
    const note = await comment(owner, issue);
    expect([await outsider.get(notesPath(issue)), await outsider.get(notePath(issue, note))]).toMatchObject([
      noProject,
      noProject,
    ]);
  });

  test("is 404, as a note of another issue and an unknown one are", async () => {
    const { author, project, issue, note } = await discussed();
    const other = await createIssue(author, project);
    expect([
      await author.get(notePath(other, note)),
      await author.get(notePath(issue, { id: 999_999_999 })),
      await author.get(`${notesPath(issue)}/99999999999999999999999`),
    ]).toMatchObject([noRecord, noRecord, noRecord]);
  });

  test("by an id that is not a number is 400, and 401 for anonymous callers", async () => {
    const { author, project } = await setting();
    const paths = [`/projects/${project.id}/issues/abc/notes`, `/projects/${project.id}/issues/abc/notes/x`];
    const errors = ["noteable_id is invalid", "noteable_id is invalid, note_id is invalid"];
    for (const [at, path] of paths.entries()) {
      expect(await author.get(path)).toMatchObject({ status: 400, body: { error: errors[at] } });
      expect(await anonymous.get(path)).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
    }
  });
});

describe("a system note about a mention is visible", () => {
  /** A public issue, mentioned in a confidential one of the same project and in one of a private project. */
  async function mentioned() {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const issue = await createIssue(cast.owner, project);
    const said = await comment(cast.outsider, issue, "Said by anybody");
    const secret = await createIssue(cast.owner, project, { confidential: true });
    await comment(cast.owner, secret, `As in #${issue.iid}`);
    const hidden = await createProject(cast.owner, { visibility_level: 0 });
    const far = await createIssue(cast.owner, hidden);
    await comment(cast.owner, far, `As in ${project.path_with_namespace}#${issue.iid}`);
    const near = await createIssue(cast.owner, project);
    await comment(cast.owner, near, `As in #${issue.iid}`);
    const bodies = {
      said: said.body,
      secret: `mentioned in issue #${secret.iid}`,
      far: `mentioned in issue ${hidden.path_with_namespace}#${far.iid}`,
      near: `mentioned in issue #${near.iid}`,
    };
    return { cast, project, issue, secret, far, near, bodies };
  }

  test("to those who can see the referrer: in the list, in its total and by itself", async () => {
    const { cast, issue, bodies } = await mentioned();
    const { said, secret, far, near } = bodies;
    expect({
      outsider: await notesOf(cast.outsider, issue),
      guest: await notesOf(cast.guest, issue),
      reporter: await notesOf(cast.reporter, issue),
      owner: await notesOf(cast.owner, issue),
      admin: await notesOf(cast.admin, issue),
    }).toEqual({
      outsider: { bodies: [said, near], total: "2" },
      guest: { bodies: [said, near], total: "2" },
      reporter: { bodies: [said, secret, near], total: "3" },
      owner: { bodies: [said, secret, far, near], total: "4" },
      admin: { bodies: [said, secret, far, near], total: "4" },
    });
    const notes = await ok(cast.owner.get(notesPath(issue)));
    const statuses = await Promise.all(
      [cast.outsider, cast.reporter].map((reader) =>
        Promise.all(
          notes.map(async (note: { id: number }) => {
            const { status, text } = await reader.get(notePath(issue, note));
            return status === 200 ? 200 : text;
          }),
        ),
      ),
    );
    expect(statuses).toEqual([
      [200, noRecord.text, noRecord.text, 200],
      [200, 200, noRecord.text, 200],
    ]);
  });

  test("and pages are full and disjoint without it", async () => {
    const { cast, issue, bodies } = await mentioned();
    await comment(cast.outsider, issue, "Last");
    const { rows, totals } = await pageThrough(cast.outsider, notesPath(issue), {}, 2);
    expect({ bodies: rows.map(({ body }) => body), totals: [...totals] }).toEqual({
      bodies: [bodies.said, bodies.near, "Last"],
      totals: [3],
    });
  });

  test("only while the referrer exists", async () => {
    const { cast, issue, near, bodies } = await mentioned();
    await ok(cast.owner.delete(issuePath(near)));
    expect(await notesOf(cast.outsider, issue)).toEqual({ bodies: [bodies.said], total: "1" });
  });

  test("to users who gain access to the referrer", async () => {
    const { cast, project, issue, bodies } = await mentioned();
    const group = `/groups/${project.namespace.id}/members/${cast.guest.id}`;
    await ok(cast.owner.put(group, { access_level: 20 }));
    expect(await notesOf(cast.guest, issue)).toMatchObject({ bodies: [bodies.said, bodies.secret, bodies.near] });
    await ok(cast.owner.put(group, { access_level: 10 }));
    expect(await notesOf(cast.guest, issue)).toMatchObject({ bodies: [bodies.said, bodies.near] });
  });

  test("and to nobody else, who can neither change nor delete it: it answers as an unknown note", async () => {
    const [owner, master] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner);
    await joinProject(owner, project, master, "master");
    const issue = await createIssue(owner, project);
    const far = await createIssue(owner, await createProject(owner));
    await comment(owner, far, `See ${project.path_with_namespace}#${issue.iid}`);
    const [note] = await ok(owner.get(notesPath(issue)));
    expect([
      await master.put(notePath(issue, note), { body: "mine" }),
      await master.delete(notePath(issue, note)),
    ]).toMatchObject([noRecord, noRecord]);
    expect(await notesOf(owner, issue)).toMatchObject({ total: "1" });
  });
});
