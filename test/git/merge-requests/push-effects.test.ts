// What a push does to the merge requests into its branch, as git's lists of commits define it.
import { expect, test } from "vitest";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { type PushedInto, pushEffects } from "../../../src/git/operations/merge-requests/push-effects.ts";
import { cases } from "../../support/sample.ts";
import { randomCommits } from "../history/commits.ts";
import { loadRepository } from "../operations/load-repository.ts";
import { Random } from "../random.ts";

test("merges what it brings into the branch, and outdates what has fewer commits of its own then", async () => {
  const counts = { merged: 0, outdated: 0, neither: 0 };
  for (let seed = 1; seed <= cases(8, 4); seed += 1) {
    const random = new Random(seed);
    using folder = randomCommits(random, 20 + random.below(30), "steady");
    const repository = loadRepository(folder);
    const listed = folder.git(["rev-list", "--all", "--parents"]).toString().trim().split("\n");
    const oids = listed.map((line) => line.slice(0, 40));
    const logs = new Map<Oid, ReadonlySet<Oid>>();
    const logOf = (oid: Oid) => logs.get(oid) ?? new Set<Oid>();
    // Parents are older than their children.
    for (const [oid = "", ...parents] of listed.toReversed().map((line) => line.split(" "))) {
      logs.set(oid, new Set([oid, ...parents.flatMap((parent) => [...logOf(parent)])]));
    }
    const count = (head: Oid, ...except: Oid[]) =>
      [...logOf(head)].filter((oid) => !except.some((other) => logOf(other).has(oid))).length;
    for (let push = 0; push < 4; push += 1) {
      const [before, after] = [random.pick(oids), random.pick(oids)];
      const into = random.times(4, (id): PushedInto => ({ id, head: random.pick(oids), start: random.pick(oids) }));
      const isForced = count(before, after) > 0;
      const expected = { merged: [] as number[], outdated: [] as number[] };
      for (const { id, head, start } of into) {
        const except = [start ?? "", before];
        const left = count(head, ...except, after);
        if (count(head, after) === 0 && count(head, before) > 0) expected.merged.push(id);
        if (isForced || left < count(head, ...except)) expected.outdated.push(id);
        counts.neither += expected.outdated.includes(id) ? 0 : 1;
      }
      const effects = await pushEffects(repository, { before, after, into });
      expect(effects, `seed ${seed}, ${before}..${after}`).toEqual(expected);
      counts.merged += effects.merged.length;
      counts.outdated += isForced ? 0 : effects.outdated.length;
    }
  }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(5);
});
