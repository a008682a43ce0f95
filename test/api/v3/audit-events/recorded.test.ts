// Each change of an audited route leaves its events in the audit trail, and every route that writes is classified.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { routes } from "../../../../src/api/v3/index.ts";
import { createUser, ok, root } from "../../../support/actors.ts";
import { auditedHooks, auditedMembers } from "./audited-members.ts";
import { auditedBranches, auditedGroups, auditedProjects } from "./audited-places.ts";
import { auditedUsers } from "./audited-users.ts";
import { inShortForm, recordedBy, type Scenarios, trail } from "./trail.ts";

const audited: Scenarios = {
  ...auditedUsers,
  ...auditedMembers,
  ...auditedHooks,
  ...auditedGroups,
  ...auditedProjects,
  ...auditedBranches,
};

/** Routes that change nothing of security relevance, by what they are about. */
const unaudited: Readonly<Record<string, readonly RegExp[]>> = {
  "issues and merge requests with their contents": [
    / \/projects\/:id\/issues(\/|$)/,
    / \/projects\/:id\/merge_requests?(\/|$)/,
    / \/projects\/:id\/(labels|milestones)(\/|$)/,
  ],
  "contents of repositories, whose pushes are events": [
    /^(POST|DELETE) \/projects\/:id\/repository\/branches(\/:branch\{\.\+\})?$/,
    / \/projects\/:id\/repository\/(merged_branches|tags|commits|files)(\/|$)/,
    / \/projects\/:id\/statuses\//,
  ],
  "a user's own views": [
    /(todos|notifications|notification_settings|unsubscribe|star)(\/|$)/,
    /^POST \/notifications\//,
  ],
  "deliveries of hooks": [/\/hooks\/:hook_id\/(deliveries|test)\//],
  "links to an external issue tracker": [/ \/projects\/:id\/services\/custom-issue-tracker$/],
  "requests for access, which give none": [/^POST \/(groups|projects)\/:id\/access_requests$/],
  "sessions, of which there are none": [/^POST \/session$/],
};

const writing = routes.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

/** The hooks of the server would receive the events of all later tests. */
afterAll(async () => {
  const hooks: { id: number; url: string }[] = await ok(root.get("/hooks", { per_page: 100 }));
  for (const { id } of hooks.filter(({ url }) => url.includes("s3cret"))) await ok(root.delete(`/hooks/${id}`));
});

describe("every route that writes", () => {
  test("is audited, or changes nothing of security relevance", () => {
    const patterns = Object.values(unaudited).flat();
    const unclassified = writing.filter((key) => !(key in audited) && !patterns.some((pattern) => pattern.test(key)));
    expect(unclassified).toEqual([]);
  });

  test("is not classified twice", () => {
    const patterns = Object.values(unaudited).flat();
    expect(Object.keys(audited).filter((key) => patterns.some((pattern) => pattern.test(key)))).toEqual([]);
  });

  test("exists", () => {
    expect(Object.keys(audited).filter((key) => !writing.includes(key))).toEqual([]);
    const unused = Object.values(unaudited)
      .flat()
      .filter((pattern) => !writing.some((key) => pattern.test(key)));
    expect(unused).toEqual([]);
  });
});

describe.each(Object.entries(audited))("%s", (key, prepare) => {
  test("leaves its events, with author, entity, target and change", async () => {
    const { actor, send, expected } = await prepare();
    let answer: Awaited<ReturnType<typeof send>> | undefined;
    const recorded = await recordedBy(actor, async () => {
      answer = await send(actor);
    });
    expect(answer?.status).toBeOneOf([200, 201, 204]);
    expect(inShortForm(recorded)).toEqual(answer && expected(answer));
  });

  test("leaves no event if it is refused", async () => {
    const [{ send }, outsider] = [await prepare(), await createUser({ can_create_group: false, projects_limit: 0 })];
    // Others may create tokens of their own.
    if (key === "POST /user/personal_access_tokens") await ok(root.put(`/users/${outsider.id}/block`));
    let status = 0;
    const recorded = await recordedBy(outsider, async () => {
      ({ status } = await send(outsider));
    });
    expect({ status, recorded }).toEqual({ status: expect.toBeOneOf([400, 401, 403, 404]), recorded: [] });
  });
});

test("docs/audit-events.md lists every type of event in the trail", async () => {
  const page = await readFile(join(import.meta.dirname, "../../../../docs/audit-events.md"), "utf8");
  const types = new Set((await trail()).map(({ event_type }) => event_type));
  expect([...types].filter((type) => !page.includes(`\`${type}\``))).toEqual([]);
});
