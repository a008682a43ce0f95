// Simultaneous requests with one Idempotency-Key, in every order of their steps that the seeds choose.
import { beforeAll, expect, test } from "vitest";
import { Random } from "../../git/random.ts";
import { cases } from "../../support/sample.ts";
import { stories, World } from "./keyed-world.ts";
import { Schedule } from "./stepped-worker.ts";

const SEEDS = cases(20, 3);
const AT_ONCE = 3;

let world: World;

beforeAll(async () => {
  world = await World.create();
});

test.each(Object.entries(stories))(`%s, in ${SEEDS} orders of three attempts`, async (name, begin) => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = new Random(seed);
    const { method, path, body, status, count } = await begin(world);
    const key = `interleaved-${seed}-${crypto.randomUUID()}`;
    const schedule = new Schedule(world.worker, (limit) => random.below(limit));
    const requests = Array.from({ length: AT_ONCE }, () => world.request(method, path, body, key));
    const responses = await schedule.send(requests);
    const answers = await Promise.all(
      responses.map(async (response) => ({
        status: response.status,
        isReplay: response.headers.has("idempotency-replayed"),
        retryAfter: response.headers.get("retry-after"),
        text: await response.text(),
      })),
    );
    const where = `${name}, seed ${seed}`;
    const executed = answers.filter((answer) => answer.status === status && !answer.isReplay);
    expect(executed, where).toHaveLength(1);
    const others = answers.filter((answer) => answer !== executed[0]);
    const message = "A request with this Idempotency-Key is in progress";
    const inProgress = { status: 409, isReplay: false, retryAfter: "1", text: JSON.stringify({ message }) };
    const replayed = { ...executed[0], isReplay: true };
    for (const other of others) expect(other, where).toBeOneOf([inProgress, replayed]);
    expect(await count(), where).toBe(1);
  }
});
