// GET /groups/:id/access_requests, PUT .../:user_id/approve, DELETE .../:user_id, and the same under /projects/:id
import { describe, expect, test } from "vitest";
import { type Actor, createAdmin, createUser, levels, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { idsOf, listing, pageThrough } from "../../../support/lists.ts";
import {
  addMember,
  createSource,
  type MemberSource,
  type SourceKind,
  sourceKinds,
} from "../../../support/member-sources.ts";

const forbidden = { status: 403, body: { message: "403 Forbidden" } };
const noRequest = { status: 404, body: { message: "404 Not found" } };
const nobody = 999_999_999;

interface Waiting {
  readonly source: MemberSource;
  readonly requester: Actor;
  /** `/groups/1/access_requests` */
  readonly requests: string;
  /** The request that waits. */
  readonly one: string;
}

/** Something public, and somebody who asks for access to it. */
async function createWaiting(kind: SourceKind): Promise<Waiting> {
  const wish = { visibility_level: 20, request_access_enabled: true };
  const [source, requester] = await Promise.all([createSource(kind, wish), createUser()]);
  const requests = `${source.path}/access_requests`;
  await ok(requester.post(requests));
  return { source, requester, requests, one: `${requests}/${requester.id}` };
}

describe.for(sourceKinds)("the requests for access to a %s", (kind) => {
  test("are listed for who manages the members", async () => {
    const { source, requester, requests } = await createWaiting(kind);
    const { status, body } = await source.manager.get(requests);
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        {
          name: `Name of ${requester.username}`,
          username: requester.username,
          id: requester.id,
          state: "active",
          avatar_url: null,
          web_url: `${baseUrl}/${requester.username}`,
          requested_at: expect.any(String),
        },
      ],
    });
  });

  test("are listed for administrators", async () => {
    const [{ requester, requests }, admin] = await Promise.all([createWaiting(kind), createAdmin()]);
    expect(await admin.get(requests)).toMatchObject(listing(requester));
  });

  test("are listed in pages", async () => {
    const { source, requester, requests } = await createWaiting(kind);
    const more = [await createUser(), await createUser()];
    for (const user of more) await ok(user.post(requests));
    const { rows, totals } = await pageThrough(source.manager, requests, {}, 2);
    expect({ ids: rows.map(({ id }) => id), totals: [...totals] }).toEqual({
      ids: [requester, ...more].map(({ id }) => id),
      totals: [3],
    });
  });

  test("are not for a member who does not manage", async () => {
    const [{ source, requests }, user] = await Promise.all([createWaiting(kind), createUser()]);
    await addMember(source, user, kind === "group" ? "master" : "developer");
    expect(await user.get(requests)).toMatchObject(forbidden);
  });

  test("are not for who made one", async () => {
    const { requester, requests } = await createWaiting(kind);
    expect(await requester.get(requests)).toMatchObject(forbidden);
  });
});

describe.for(sourceKinds)("a request for access to a %s that is approved", (kind) => {
  test("makes a developer, in the shape of members", async () => {
    const { source, requester, one } = await createWaiting(kind);
    const { status, body } = await source.manager.put(`${one}/approve`);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        name: `Name of ${requester.username}`,
        username: requester.username,
        id: requester.id,
        state: "active",
        avatar_url: null,
        web_url: `${baseUrl}/${requester.username}`,
        access_level: levels.developer,
        expires_at: null,
      },
    });
  });

  test.for(kind === "group" ? [10, 40, 50] : [10, 40])(
    "makes a member of the level %i that is asked",
    async (level) => {
      const { source, requester, one } = await createWaiting(kind);
      await ok(source.manager.put(`${one}/approve`, { access_level: level }));
      expect(await source.manager.get(`${source.path}/members/${requester.id}`)).toMatchObject({
        status: 200,
        body: { access_level: level },
      });
    },
  );

  test("is one no more", async () => {
    const { source, requests, one } = await createWaiting(kind);
    await ok(source.manager.put(`${one}/approve`));
    expect(await source.manager.get(requests)).toMatchObject(listing());
  });

  test("is approved once, when ten approve it at once", async () => {
    const { source, requester, one } = await createWaiting(kind);
    const approvals = Array.from({ length: 10 }, () => source.manager.put(`${one}/approve`));
    const answers = await Promise.all(approvals);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(404)]);
    const members = [source.manager.id, requester.id].sort((a, b) => a - b);
    expect(idsOf(await source.manager.get(`${source.path}/members`))).toEqual(members);
  });

  test("is either approved or denied, when both are done at once", async () => {
    const { source, requester, one } = await createWaiting(kind);
    const [approval, denial] = await Promise.all([source.manager.put(`${one}/approve`), source.manager.delete(one)]);
    const member = await source.manager.get(`${source.path}/members/${requester.id}`);
    const approved = { approval: 201, denial: 404, member: 200 };
    const denied = { approval: 404, denial: 200, member: 404 };
    const seen = { approval: approval.status, denial: denial.status, member: member.status };
    expect(seen).toEqual(approval.status === 201 ? approved : denied);
  });

  test("waits on where the level is none", async () => {
    const { source, requester, requests, one } = await createWaiting(kind);
    for (const access_level of kind === "group" ? [0, 15, 60] : [0, 15, 50]) {
      expect(await source.manager.put(`${one}/approve`, { access_level })).toMatchObject({
        status: 422,
        body: { message: "Access level is not known" },
      });
    }
    expect(await source.manager.get(requests)).toMatchObject(listing(requester));
  });

  test("has to be there", async () => {
    const { source, requests } = await createWaiting(kind);
    expect(await source.manager.put(`${requests}/${nobody}/approve`)).toMatchObject(noRequest);
  });

  test("is not one's own to approve", async () => {
    const { requester, one } = await createWaiting(kind);
    expect(await requester.put(`${one}/approve`)).toMatchObject(forbidden);
  });

  test("is not approved by a member who does not manage", async () => {
    const [{ source, one }, user] = await Promise.all([createWaiting(kind), createUser()]);
    await addMember(source, user, kind === "group" ? "master" : "developer");
    expect(await user.put(`${one}/approve`)).toMatchObject(forbidden);
  });
});

describe.for(sourceKinds)("a request for access to a %s that is denied", (kind) => {
  test("is answered as it was, and is one no more", async () => {
    const { source, requester, requests, one } = await createWaiting(kind);
    expect(await source.manager.delete(one)).toMatchObject({
      status: 200,
      body: { id: requester.id, username: requester.username, requested_at: expect.any(String) },
    });
    expect(await source.manager.get(requests)).toMatchObject(listing());
  });

  test("may be made again", async () => {
    const { source, requester, requests, one } = await createWaiting(kind);
    await ok(source.manager.delete(one));
    expect(await requester.post(requests)).toMatchObject({ status: 201, body: { id: requester.id } });
  });

  test("may be taken back by who made it", async () => {
    const { requester, one } = await createWaiting(kind);
    expect(await requester.delete(one)).toMatchObject({ status: 200, body: { id: requester.id } });
  });

  test("is not denied by others", async () => {
    const [{ one }, user] = await Promise.all([createWaiting(kind), createUser()]);
    expect(await user.delete(one)).toMatchObject(forbidden);
  });

  test("has to be there: a member's name is none", async () => {
    const { source, requests } = await createWaiting(kind);
    expect(await source.manager.delete(`${requests}/${source.manager.id}`)).toMatchObject(noRequest);
  });
});

describe.for(sourceKinds)("a request for access to a %s ends", (kind) => {
  test("when its user is made a member by other means", async () => {
    const { source, requester, requests } = await createWaiting(kind);
    await addMember(source, requester, "reporter");
    expect(await source.manager.get(requests)).toMatchObject(listing());
  });

  test("for good: it is not there again when the membership ends", async () => {
    const { source, requester, requests } = await createWaiting(kind);
    await addMember(source, requester, "reporter");
    await ok(source.manager.delete(`${source.path}/members/${requester.id}`));
    expect(await source.manager.get(requests)).toMatchObject(listing());
  });
});
