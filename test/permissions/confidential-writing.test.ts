// Writes by users who may not see a confidential issue get the responses they would get without it.
import { describe, expect, test } from "vitest";
import { type Actor, ok, unique } from "../support/actors.ts";
import { keyOf } from "../support/every-api.ts";
import { createIssue } from "../support/factories.ts";
import { createFullMergeRequest } from "../support/merge-requests.ts";
import { isSample, sampled } from "../support/sample.ts";
import { at, createSecret, createWorld, discuss, namesOf, type World, write } from "./confidential-world.ts";
import { WALK, whole, writings } from "./walk.ts";

describe("responses to their writes", () => {
  /** New objects have their own ids, names and times; an id with more digits makes the body longer. */
  const timeless = (response: string, round: string): string =>
    response
      .replaceAll(round, "round")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
      .replace(/"(id|iid|\w+_i?id)":"?\d+"?/g, '"$1":0')
      .replace(
        /(issues\/|merge_requests\/|discussions\/|#note_|"(?:short|relative|full|reference)":"[^"#!]*[#!])\d+/g,
        "$10",
      )
      .replace(/^content-length: \d+$/m, "content-length: that of the body");

  /** Writes through the routes, to an issue of the viewer's own that is created and deleted for this. */
  async function writeAll(world: World, viewer: Actor, routes: Writer["routes"]): Promise<[string, string][]> {
    const { reporter, owner } = world.cast;
    const [place] = world.places;
    const round = unique("round");
    const issue = await createIssue(viewer, place.project, { title: "t", description: "d" });
    await ok(reporter.put(at(issue), { labels: place.issue.label, milestone_id: place.issue.milestone_id }));
    const note = await ok(viewer.post(`${at(issue)}/notes`, { body: "b" }));
    const award = await ok(viewer.post(`${at(issue)}/award_emoji`, { name: "tada" }));
    const noteAward = await ok(viewer.post(`${at(issue)}/notes/${note.id}/award_emoji`, { name: "tada" }));
    const proposed = { title: "t", source_branch: round };
    const mergeRequest = await createFullMergeRequest(owner, place.project, proposed, viewer);
    const names = {
      ...namesOf(world, place),
      ...mergeRequest,
      issue_id: issue.id,
      issue_iid: issue.iid,
      noteable_id: issue.id,
      subscribable_id: issue.id,
      note_id: note.id,
      award_id: award.id,
      note_award_id: noteAward.id,
    };
    const responses: [string, string][] = [];
    for (const route of routes) {
      responses.push([keyOf(route), timeless(whole(await write(world, viewer, route, names, round)), round)]);
    }
    const made = await ok(viewer.get("/issues", { search: "t", state: "all", per_page: 100 }));
    for (const one of made) if (one.title === "t") await ok(owner.delete(at(one)));
    await ok(owner.delete(`/projects/${place.project.id}/merge_requests/${mergeRequest.merge_request_id}`));
    return responses;
  }

  interface Writer {
    readonly name: "outsider" | "guest";
    readonly routes: readonly (typeof writings)[number][];
  }

  /**
   * Differences from the responses before the issue existed: once when it is new, and once after further activity. In a
   * sample only the latter: what it reveals is no less then.
   */
  async function differing(confidential: boolean, writers: readonly Writer[], further?: typeof discuss) {
    const world = await createWorld();
    const everything = async () => {
      const responses: [string, string][] = [];
      // One after the other: responses count what the other viewer has created.
      for (const { name, routes } of writers) responses.push(...(await writeAll(world, world.cast[name], routes)));
      return responses;
    };
    // The first pass may differ from the second; from then on responses are stable.
    await everything();
    const before = await everything();
    const secret = await createSecret(world, confidential);
    const after = further !== undefined && isSample ? [] : [await everything()];
    if (further !== undefined) {
      await further(world, secret);
      after.push(await everything());
    }
    return after.flatMap((now) =>
      before.flatMap(([route, response], i) =>
        now[i]?.[1] === response ? [] : [{ route, response, now: now[i]?.[1] }],
      ),
    );
  }

  test("do not differ by a byte for a confidential issue", WALK, async () => {
    const writers = (["outsider", "guest"] as const).map((name, row) => ({ name, routes: sampled(writings, row, 2) }));
    expect(await differing(true, writers, discuss)).toEqual([]);
  });

  /** The routes whose responses count it, or name it. */
  const showing = [
    "DELETE /projects/:id/labels/:label_id/subscription",
    "DELETE /projects/:id/star",
    "DELETE /todos",
    "POST /projects/:id/labels/:label_id/subscription",
    "POST /projects/:id/star",
    "v4 POST /projects/:id/star",
    "v4 POST /projects/:id/unstar",
  ];

  // One viewer and one pass are enough to show that the walk would find a difference.
  test("differ for an issue that is not confidential", WALK, async () => {
    const routes = isSample ? writings.filter((route) => showing.includes(keyOf(route))) : writings;
    const differences = await differing(false, [{ name: "outsider", routes }]);
    expect([...new Set(differences.map(({ route }) => route))].sort()).toEqual(showing);
  });
});
