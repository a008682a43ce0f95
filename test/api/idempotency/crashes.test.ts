// A request with an Idempotency-Key is carried out once, wherever the server is killed or suspended in it.
import { expect, test } from "vitest";
import { Random } from "../../git/random.ts";
import { cases } from "../../support/sample.ts";
import { type Story, stories, World } from "./keyed-world.ts";
import { Life } from "./stepped-worker.ts";

const SEEDS = cases(20, 3);
const MOST_STOPS = 4;
const MOST_STEPS = 10;
const MOST_ATTEMPTS = 30;
/** Seconds, over the time after which a request counts as interrupted. */
const INTERRUPTED = 61;

/** A server keeps every repository in memory. */
const SEEDS_OF_A_WORLD = 100;
/** Milliseconds. */
const TIMEOUT = 60_000 + 300 * SEEDS;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** What happened over all seeds. */
class Record {
  stops = 0;
  inProgress = 0;
  replays = 0;
  lost = 0;
}

const LOST = /was carried out, but its response was lost/;

/** Sends the request until it has three answers, then lets the suspended attempts go on. */
async function live(world: World, story: Story, random: Random, record: Record): Promise<Answer[]> {
  const key = `seed-${random.seed}-${crypto.randomUUID()}`;
  const suspended: Life[] = [];
  const answers: Answer[] = [];
  const send = async (life: Life) => {
    const response = await life.send(world.worker, world.request(story.method, story.path, story.body, key));
    if (response === null) return null;
    const isInProgress = response.status === 409 && response.headers.has("retry-after");
    if (response.headers.get("idempotency-replayed") === "true") record.replays += 1;
    if (isInProgress) record.inProgress += 1;
    return { isInProgress, answer: { status: response.status, text: await response.text() } };
  };
  for (let attempts = 0; answers.length < 3 && attempts < MOST_ATTEMPTS; attempts += 1) {
    const life = new Life(attempts < MOST_STOPS && random.chance(70) ? random.below(MOST_STEPS) : undefined);
    const sent = await send(life);
    if (sent === null) {
      record.stops += 1;
      suspended.push(life);
    } else if (!sent.isInProgress) answers.push(sent.answer);
    if (random.chance(20)) await (await suspended.shift()?.resume())?.text();
    if ((sent === null && random.chance(60)) || sent?.isInProgress) await world.pass(INTERRUPTED);
  }
  for (const life of suspended) if (random.chance(50)) await (await life.resume())?.text();
  const last = await send(new Life());
  if (last !== null) answers.push(last.answer);
  return answers;
}

test.each(Object.entries(stories))(
  `%s, in ${SEEDS} runs with crashes`,
  async (name, begin) => {
    const record = new Record();
    let world = await World.create();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      if (seed % SEEDS_OF_A_WORLD === 0) world = await World.create();
      const story = await begin(world);
      const answers = await live(world, story, new Random(seed), record);
      const where = `${name}, seed ${seed}`;
      expect(await story.count(), where).toBe(1);
      expect({ answers: answers.length, different: new Set(answers.map(({ text }) => text)).size }, where).toEqual({
        answers: 4,
        different: 1,
      });
      const [answer] = answers;
      const isLost = answer?.status === 409 && LOST.test(answer.text);
      if (isLost) record.lost += 1;
      if (!isLost || !story.canBeLost) expect(answer, where).toMatchObject({ status: story.status });
    }
    expect(record.stops, "stops").toBeGreaterThan(SEEDS / 4);
    expect(record.replays, "replays").toBeGreaterThan(SEEDS);
  },
  TIMEOUT,
);
