// Nothing that is written by those who may not see a confidential issue is answered as if there were one.
import { describe, expect, test } from "vitest";
import { type Actor, ok, unique } from "../support/actors.ts";
import { createIssue } from "../support/factories.ts";
import { createFullMergeRequest } from "../support/merge-requests.ts";
import { at, createSecret, createWorld, discuss, namesOf, type World, write } from "./confidential-world.ts";
import { keyOf, WALK, whole, writings } from "./walk.ts";

describe("what is answered to their writing", () => {
  /** Whatever is made anew has another id, name and time; an id with more digits makes the body longer. */
  const timeless = (told: string, round: string): string =>
    told
      .replaceAll(round, "round")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
      .replace(/"(id|iid|\w+_id)":"?\d+"?/g, '"$1":0')
      .replace(/(issues\/|merge_requests\/|#note_)\d+/g, "$10")
      .replace(/^content-length: \d+$/m, "content-length: that of the body");

  /** Writes by all routes, to an issue of the viewer's own that is made for this and gone afterwards. */
  async function writeAll(world: World, viewer: Actor): Promise<[string, string][]> {
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
      noteable_id: issue.id,
      subscribable_id: issue.id,
      note_id: note.id,
      award_id: award.id,
      note_award_id: noteAward.id,
    };
    const told: [string, string][] = [];
    for (const route of writings) {
      told.push([keyOf(route), timeless(whole(await write(world, viewer, route, names, round)), round)]);
    }
    const made = await ok(viewer.get("/issues", { search: "t", state: "all", per_page: 100 }));
    for (const one of made) if (one.title === "t") await ok(owner.delete(at(one)));
    await ok(owner.delete(`/projects/${place.project.id}/merge_requests/${mergeRequest.merge_request_id}`));
    return told;
  }

  /** What is other than it was before there was such an issue: as it is new, and when it has been taken further. */
  async function differing(confidential: boolean, names: readonly ("outsider" | "guest")[], further?: typeof discuss) {
    const world = await createWorld();
    const viewers = names.map((name) => world.cast[name]);
    const everything = async () => {
      const told: [string, string][] = [];
      // One after the other: they count what the other has made for this.
      for (const viewer of viewers) told.push(...(await writeAll(world, viewer)));
      return told;
    };
    // What is answered otherwise to the first than to the second asking is so now.
    await everything();
    const before = await everything();
    const secret = await createSecret(world, confidential);
    const after = [await everything()];
    if (further !== undefined) {
      await further(world, secret);
      after.push(await everything());
    }
    return after.flatMap((now) =>
      before.flatMap(([route, told], i) => (now[i]?.[1] === told ? [] : [{ route, told, now: now[i]?.[1] }])),
    );
  }

  test("does not differ by a byte for a confidential issue", WALK, async () => {
    expect(await differing(true, ["outsider", "guest"], discuss)).toEqual([]);
  });

  // One viewer and one look at it are enough to see that the walk would tell.
  test("tells of one that is not confidential", WALK, async () => {
    expect([...new Set((await differing(false, ["outsider"])).map(({ route }) => route))].sort()).toEqual([
      "DELETE /projects/:id/labels/:label_id/subscription",
      "DELETE /projects/:id/star",
      "DELETE /todos",
      "POST /projects/:id/labels/:label_id/subscription",
      "POST /projects/:id/star",
    ]);
  });
});
