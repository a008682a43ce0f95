// The alarm of a repository: the earliest wake-up wins, and none brings the outbox's next attempt forward or postpones it.
import { expect, test } from "vitest";
import { EarliestAlarm, earliest, isDue, type Retry, retryAfter } from "../../src/durable-objects/alarm-schedule.ts";
import { Random } from "../git/random.ts";
import { cases } from "../support/sample.ts";

test.each([
  ["no alarm is set", null, 500, 500],
  ["a wake-up is earlier", 1_000, 500, 500],
  ["a wake-up is later", 1_000, 2_000, 1_000],
])("the alarm rings at the earliest time: %s", (_, set, wanted, expected) => {
  expect(earliest(set, wanted)).toBe(expected);
});

test("failures in a row are retried after 2, 4, 8, 16, 32 and then 60 seconds", () => {
  const pauses: number[] = [];
  let [retry, now]: [Retry | null, number] = [null, 1_000];
  for (let n = 0; n < 7; n += 1) {
    retry = retryAfter(retry, now);
    pauses.push(retry.at - now);
    now = retry.at;
  }
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test("an attempt of a request that fails before the retry is due does not change the retry", () => {
  const retry = retryAfter(null, 0);
  expect([isDue(retry, 1_999), retryAfter(retry, 1_999)]).toEqual([false, retry]);
  expect([isDue(retry, 2_000), retryAfter(retry, 2_000)]).toEqual([true, { failures: 2, at: 6_000 }]);
});

test("a retry that was stored by a clock that ran ahead is due", () => {
  const retry = retryAfter(null, 86_400_000);
  expect([isDue(retry, 0), retryAfter(retry, 0)]).toEqual([true, { failures: 2, at: 4_000 }]);
});

/** Storage that a rolled back transaction or an earlier process may have set. */
class AlarmInStorage {
  time: number | null = null;
  getAlarm = async () => this.time;
  setAlarm = async (time: number) => {
    this.time = time;
  };
}

test("over random wake-ups, rings, restarts and rollbacks, the stored alarm is never after a wake-up that waits", async () => {
  for (let seed = 1; seed <= cases(300); seed += 1) {
    const random = new Random(seed);
    const storage = new AlarmInStorage();
    let alarm = new EarliestAlarm(storage);
    let waiting: number[] = [];
    for (let step = 0; step < 20; step += 1) {
      await alarm.load();
      const happening = random.pick(["restart", "ring", "rollback", "wake-up", "wake-up", "wake-up"]);
      if (happening === "restart") alarm = new EarliestAlarm(storage);
      if (happening === "ring" && storage.time !== null) {
        const { time } = storage;
        storage.time = null;
        alarm.rang();
        waiting = waiting.filter((wanted) => wanted > time);
        for (const wanted of waiting) alarm.set(wanted);
      }
      const wanted = random.below(1_000);
      const before = storage.time;
      if (happening === "rollback" || happening === "wake-up") alarm.set(wanted);
      if (happening === "rollback") storage.time = before;
      if (happening === "wake-up") waiting.push(wanted);
      if (waiting.length > 0) expect(storage.time ?? 1_000, `seed ${seed}`).toBeLessThanOrEqual(Math.min(...waiting));
    }
  }
});
