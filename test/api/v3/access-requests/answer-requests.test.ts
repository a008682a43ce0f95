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
  /** The pending request. */
  readonly one: string;
}

/** A public group or project, and a user who requests access to it. */
async function createWaiting(kind: SourceKind): Promise<Waiting> {
  const attributes = { visibility_level: 20, request_access_enabled: true };
  const [source, requester] = await Promise.all([createSource(kind, attributes), createUser()]);
  const requests = `${source.path}/access_requests`;
  await ok(requester.post(requests));
  return { source, requester, requests, one: `${requests}/${requester.id}` };
}

describe.for(sourceKinds)("the access requests of a %s", (kind) => {
  test("are listed for the managers of its members", async () => {
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

  test("are paginated", async () => {
    const { source, requester, requests } = await createWaiting(kind);
    const more = [await createUser(), await createUser()];
    for (const user of more) await ok(user.post(requests));
    const { rows, totals } = await pageThrough(source.manager, requests, {}, 2);
    expect({ ids: rows.map(({ id }) => id), totals: [...totals] }).toEqual({
      ids: [requester, ...more].map(({ id }) => id),
      totals: [3],
    });
  });

  test("are hidden from members who cannot manage members", async () => {
    const [{ source, requests }, user] = await Promise.all([createWaiting(kind), createUser()]);
    await addMember(source, user, kind === "group" ? "master" : "developer");
    expect(await user.get(requests)).toMatchObject(forbidden);
  });

  test("are hidden from the requester", async () => {
    const { requester, requests } = await createWaiting(kind);
    expect(await requester.get(requests)).toMatchObject(forbidden);
  });
});

describe.for(sourceKinds)("approving an access request to a %s", (kind) => {
  test("makes the requester a developer, answered in the shape of members", async () => {
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
    "makes a member with access level %i if that is requested",
    async (level) => {
      const { source, requester, one } = await createWaiting(kind);
      await ok(source.manager.put(`${one}/approve`, { access_level: level }));
      expect(await source.manager.get(`${source.path}/members/${requester.id}`)).toMatchObject({
        status: 200,
        body: { access_level: level },
      });
    },
  );

  test("removes the request", async () => {
    const { source, requests, one } = await createWaiting(kind);
    await ok(source.manager.put(`${one}/approve`));
    expect(await source.manager.get(requests)).toMatchObject(listing());
  });

  test("succeeds for one of ten concurrent calls", async () => {
    const { source, requester, one } = await createWaiting(kind);
    const approvals = Array.from({ length: 10 }, () => source.manager.put(`${one}/approve`));
    const answers = await Promise.all(approvals);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(404)]);
    const members = [source.manager.id, requester.id].sort((a, b) => a - b);
    expect(idsOf(await source.manager.get(`${source.path}/members`))).toEqual(members);
  });

  test("and denying it at once: one of them succeeds", async () => {
    const { source, requester, one } = await createWaiting(kind);
    const [approval, denial] = await Promise.all([source.manager.put(`${one}/approve`), source.manager.delete(one)]);
    const member = await source.manager.get(`${source.path}/members/${requester.id}`);
    const approved = { approval: 201, denial: 404, member: 200 };
    const denied = { approval: 404, denial: 200, member: 404 };
    const seen = { approval: approval.status, denial: denial.status, member: member.status };
    expect(seen).toEqual(approval.status === 201 ? approved : denied);
  });

  test("with an invalid level leaves the request pending", async () => {
    const { source, requester, requests, one } = await createWaiting(kind);
    for (const access_level of kind === "group" ? [0, 15, 60] : [0, 15, 50]) {
      expect(await source.manager.put(`${one}/approve`, { access_level })).toMatchObject({
        status: 422,
        body: { message: "Access level is not known" },
      });
    }
    expect(await source.manager.get(requests)).toMatchObject(listing(requester));
  });

  test("answers 404 without a request", async () => {
    const { source, requests } = await createWaiting(kind);
    expect(await source.manager.put(`${requests}/${nobody}/approve`)).toMatchObject(noRequest);
  });

  test("is not allowed to the requester", async () => {
    const { requester, one } = await createWaiting(kind);
    expect(await requester.put(`${one}/approve`)).toMatchObject(forbidden);
  });

  test("is not allowed to a member who cannot manage members", async () => {
    const [{ source, one }, user] = await Promise.all([createWaiting(kind), createUser()]);
    await addMember(source, user, kind === "group" ? "master" : "developer");
    expect(await user.put(`${one}/approve`)).toMatchObject(forbidden);
  });
});

describe.for(sourceKinds)("denying an access request to a %s", (kind) => {
  test("answers the request and removes it", async () => {
    const { source, requester, requests, one } = await createWaiting(kind);
    expect(await source.manager.delete(one)).toMatchObject({
      status: 200,
      body: { id: requester.id, username: requester.username, requested_at: expect.any(String) },
    });
    expect(await source.manager.get(requests)).toMatchObject(listing());
  });

  test("lets the user request access again", async () => {
    const { source, requester, requests, one } = await createWaiting(kind);
    await ok(source.manager.delete(one));
    expect(await requester.post(requests)).toMatchObject({ status: 201, body: { id: requester.id } });
  });

  test("is allowed to the requester", async () => {
    const { requester, one } = await createWaiting(kind);
    expect(await requester.delete(one)).toMatchObject({ status: 200, body: { id: requester.id } });
  });

  test("is not allowed to others", async () => {
    const [{ one }, user] = await Promise.all([createWaiting(kind), createUser()]);
    expect(await user.delete(one)).toMatchObject(forbidden);
  });

  test("answers 404 without a request, also for a member", async () => {
    const { source, requests } = await createWaiting(kind);
    expect(await source.manager.delete(`${requests}/${source.manager.id}`)).toMatchObject(noRequest);
  });
});

describe.for(sourceKinds)("an access request to a %s ends", (kind) => {
  test("when its user becomes a member by other means", async () => {
    const { source, requester, requests } = await createWaiting(kind);
    await addMember(source, requester, "reporter");
    expect(await source.manager.get(requests)).toMatchObject(listing());
  });

  test("for good: it does not return when the membership ends", async () => {
    const { source, requester, requests } = await createWaiting(kind);
    await addMember(source, requester, "reporter");
    await ok(source.manager.delete(`${source.path}/members/${requester.id}`));
    expect(await source.manager.get(requests)).toMatchObject(listing());
  });
});
