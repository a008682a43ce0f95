// Who finds users by their e-mail addresses, which are private.
import { expect, test } from "vitest";
import { type Actor, createAdmin, createUser, levels, ok, unique } from "../../../support/actors.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { idsOf } from "../../../support/lists.ts";
import { v4 } from "../../../support/v4.ts";

/** A member of a group and of a project, whose address is not their username. */
async function setting() {
  const mailbox = unique("mailbox");
  const email = `${mailbox}@hidden.example`;
  const [owner, admin, sought] = [await createUser(), await createAdmin(), await createUser({ email })];
  const [group, project] = [await createGroup(owner), await createProject(owner)];
  const places = { group: `/groups/${group.id}`, project: `/projects/${project.id}` };
  for (const place of Object.values(places)) {
    await ok(owner.post(`${place}/members`, { user_id: sought.id, access_level: levels.guest }));
  }
  return { owner, admin, sought, email, mailbox, places };
}

test("nobody finds a user by a part of the e-mail address, administrators by all of it", async () => {
  const { owner, admin, sought, email, mailbox, places } = await setting();
  const find = async (caller: Actor, text: string) => [
    ...idsOf(await caller.get(v4("/users"), { search: text })),
    ...idsOf(await caller.get(v4("/search"), { scope: "users", search: text })),
  ];
  expect(await find(admin, email.toUpperCase())).toEqual([sought.id, sought.id]);
  expect(await find(admin, mailbox)).toEqual([]);
  for (const text of [email, mailbox]) expect(await find(owner, text)).toEqual([]);
  expect(await find(owner, sought.username)).toEqual([sought.id, sought.id]);
  for (const place of Object.values(places)) {
    for (const list of ["/members", "/members/all"]) {
      const answers = [email, mailbox].map((query) => admin.get(v4(place + list), { query }));
      expect((await Promise.all(answers)).flatMap(idsOf)).toEqual([]);
      expect(idsOf(await owner.get(v4(place + list), { query: sought.username }))).toEqual([sought.id]);
    }
    expect(idsOf(await admin.get(v4(`${place}/search`), { scope: "users", search: email }))).toEqual([]);
  }
});

test("v3 finds users and members by a part of the e-mail address", async () => {
  const { owner, sought, mailbox, places } = await setting();
  const lists = [
    await owner.get("/users", { search: mailbox }),
    await owner.get(`${places.group}/members`, { query: mailbox }),
    await owner.get(`${places.project}/members`, { query: mailbox }),
  ];
  expect(lists.map(idsOf)).toEqual([[sought.id], [sought.id], [sought.id]]);
});
