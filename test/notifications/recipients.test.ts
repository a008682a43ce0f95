// Who is notified and why: rule by rule, and compared with a model that applies every rule to every user.
import { describe, expect, test } from "vitest";
import type { NotificationReason } from "../../src/db/schema/notifications.ts";
import { type CountingLevel, type Facts, recipientsOf } from "../../src/notifications/recipients.ts";
import { Random } from "../git/random.ts";

const [ACTOR, AUTHOR, ASSIGNEE, FORMER, WRITER, SUBSCRIBER, FOLLOWER, MENTIONED, WATCHER, REVIEWER] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
];
const everybody = [ACTOR, AUTHOR, ASSIGNEE, FORMER, WRITER, SUBSCRIBER, FOLLOWER, MENTIONED, WATCHER, REVIEWER];

const watch: CountingLevel = { level: "watch", events: [] };

/** One of each role; all of them may see the target. */
const facts: Facts = {
  actorId: ACTOR,
  authorId: AUTHOR,
  assigneeId: ASSIGNEE,
  formerAssigneeId: FORMER,
  reviewerIds: [REVIEWER],
  participants: [
    { userId: WRITER, takesPart: true, subscribed: null },
    { userId: SUBSCRIBER, takesPart: false, subscribed: true },
  ],
  labelSubscribers: [FOLLOWER],
  mentioned: [MENTIONED],
  watchers: [WATCHER],
  levels: new Map([[WATCHER, watch]]),
  readers: new Set(everybody),
  event: "new_note",
  isForLabelSubscribersOnly: false,
};

const reasons = (changes: Partial<Facts>): Record<number, NotificationReason> =>
  Object.fromEntries(recipientsOf({ ...facts, ...changes }).map(({ userId, reason }) => [userId, reason]));

const all = {
  [AUTHOR]: "author",
  [ASSIGNEE]: "assigned",
  [FORMER]: "assigned",
  [WRITER]: "participating",
  [SUBSCRIBER]: "subscribed",
  [FOLLOWER]: "label_subscribed",
  [MENTIONED]: "mentioned",
  [WATCHER]: "watching",
  [REVIEWER]: "review_requested",
};

const without = (...ids: number[]) =>
  Object.fromEntries(Object.entries(all).filter(([id]) => !ids.includes(Number(id))));

test("everybody concerned is listed by id, with the reason", () => {
  expect(reasons({})).toEqual(all);
  expect(recipientsOf(facts).map(({ userId }) => userId)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("the actor is not notified, whatever their roles", () => {
  for (const actorId of everybody.slice(1)) {
    const changes = { actorId, mentioned: [MENTIONED, actorId], watchers: [WATCHER, actorId] };
    expect(reasons(changes)).toEqual(without(actorId));
  }
});

test("users who may not see the target are not notified", () => {
  for (const id of everybody) {
    expect(reasons({ readers: new Set(everybody.filter((one) => one !== id)) })).toEqual(without(id));
  }
});

test.each<[NotificationReason, Partial<Facts>]>([
  ["mentioned", {}],
  ["assigned", { mentioned: [] }],
  ["author", { mentioned: [], assigneeId: null }],
  ["subscribed", { mentioned: [], assigneeId: null, authorId: AUTHOR }],
  ["label_subscribed", { mentioned: [], assigneeId: null, authorId: AUTHOR, participants: [taking(null)] }],
  [
    "participating",
    { mentioned: [], assigneeId: null, authorId: AUTHOR, participants: [taking(null)], labelSubscribers: [] },
  ],
  ["watching", { mentioned: [], assigneeId: null, authorId: AUTHOR, participants: [], labelSubscribers: [] }],
])("the first of several reasons counts: %s", (reason, changes) => {
  const everything: Partial<Facts> = {
    mentioned: [20],
    assigneeId: 20,
    authorId: 20,
    participants: [taking(true)],
    labelSubscribers: [20],
    watchers: [20],
    levels: new Map([[20, watch]]),
    readers: new Set([20]),
  };
  expect(reasons({ ...everything, ...changes })).toEqual({ 20: reason });
});

function taking(subscribed: boolean | null) {
  return { userId: 20, takesPart: true, subscribed };
}

describe("a user who unsubscribed", () => {
  const refusing = (...ids: number[]) => ids.map((userId) => ({ userId, takesPart: true, subscribed: false }));

  test("is notified only by a mention", () => {
    expect(reasons({ participants: refusing(...everybody) })).toEqual({ [MENTIONED]: "mentioned" });
  });
});

describe("at level", () => {
  const at = (level: CountingLevel["level"], events: string[] = []) => ({
    levels: new Map(everybody.map((id): [number, CountingLevel] => [id, { level, events }])),
  });
  const byHand = { [SUBSCRIBER]: "subscribed", [FOLLOWER]: "label_subscribed" };

  test("disabled, only an explicit subscription notifies", () => {
    expect(reasons(at("disabled"))).toEqual(byHand);
  });

  test("mention, mentions notify as well", () => {
    expect(reasons(at("mention"))).toEqual({ ...byHand, [MENTIONED]: "mentioned" });
  });

  test("participating, everything but watching notifies", () => {
    expect(reasons(at("participating"))).toEqual(without(WATCHER));
  });

  test("watch, everything notifies", () => {
    expect(reasons(at("watch"))).toEqual(all);
  });

  test("custom, participation and the chosen events notify", () => {
    expect(reasons(at("custom", ["new_issue", "new_note"]))).toEqual(all);
    expect(reasons(at("custom", ["new_issue"]))).toEqual(without(WATCHER));
    expect(reasons({ ...at("custom", ["new_note"]), event: null })).toEqual(without(WATCHER));
  });

  test("participating, which is the default, everything but watching notifies", () => {
    expect(reasons({ levels: new Map() })).toEqual(without(WATCHER));
  });
});

test("added labels notify those who subscribe to them, unless they unsubscribed from the issue", () => {
  expect(reasons({ isForLabelSubscribersOnly: true })).toEqual({ [FOLLOWER]: "label_subscribed" });
  const participants = [{ userId: FOLLOWER, takesPart: false, subscribed: false }];
  expect(reasons({ isForLabelSubscribersOnly: true, participants })).toEqual({});
});

const LEVELS = ["disabled", "participating", "watch", "mention", "custom"] as const;
const ORDER: NotificationReason[] = [
  "mentioned",
  "assigned",
  "review_requested",
  "author",
  "subscribed",
  "label_subscribed",
  "participating",
  "watching",
];

/** The model: the reason for which one user is notified, or null, from every rule in turn. */
function model(f: Facts, userId: number): NotificationReason | null {
  const part = f.participants.find((one) => one.userId === userId);
  const { level, events } = f.levels.get(userId) ?? { level: "participating", events: [] };
  const isInvolved = level === "participating" || level === "watch" || level === "custom";
  const refuses = part?.subscribed === false;
  const others = !f.isForLabelSubscribersOnly;
  const applies: Record<NotificationReason, boolean> = {
    mentioned: others && f.mentioned.includes(userId) && level !== "disabled",
    assigned: others && (f.assigneeId === userId || f.formerAssigneeId === userId) && isInvolved && !refuses,
    review_requested: others && f.reviewerIds.includes(userId) && isInvolved && !refuses,
    author: others && f.authorId === userId && isInvolved && !refuses,
    subscribed: others && part?.subscribed === true,
    label_subscribed: f.labelSubscribers.includes(userId) && !refuses,
    participating: others && part?.takesPart === true && isInvolved && !refuses,
    watching:
      others &&
      f.watchers.includes(userId) &&
      !refuses &&
      (level === "watch" || (level === "custom" && events.some((event) => event === f.event))),
  };
  if (userId === f.actorId || !f.readers.has(userId)) return null;
  return ORDER.find((reason) => applies[reason]) ?? null;
}

function anyFacts(random: Random): Facts {
  const users = random.times(8, (index) => index + 1);
  const some = (percent: number) => users.filter(() => random.chance(percent));
  const events = ["new_note", "new_issue", "close_issue"] as const;
  return {
    actorId: random.pick(users),
    authorId: random.pick(users),
    assigneeId: random.chance(50) ? random.pick(users) : null,
    formerAssigneeId: random.chance(20) ? random.pick(users) : null,
    reviewerIds: some(15),
    participants: some(60).map((userId) => ({
      userId,
      takesPart: random.chance(60),
      subscribed: random.pick([null, null, true, false]),
    })),
    labelSubscribers: some(20),
    mentioned: some(25),
    watchers: some(40),
    levels: new Map(
      some(80).map((id) => [id, { level: random.pick(LEVELS), events: events.filter(() => random.chance(40)) }]),
    ),
    readers: new Set(some(80)),
    event: random.chance(80) ? random.pick(events) : null,
    isForLabelSubscribersOnly: random.chance(15),
  };
}

test("in 5,000 random worlds exactly the users the model selects are notified, for its reason", () => {
  const reached = new Set<NotificationReason>();
  for (let seed = 0; seed < 5_000; seed += 1) {
    const world = anyFacts(new Random(seed));
    const expected = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((userId) => {
      const reason = model(world, userId);
      return reason === null ? [] : [{ userId, reason }];
    });
    expect(recipientsOf(world), `seed ${seed}`).toEqual(expected);
    for (const { reason } of expected) reached.add(reason);
  }
  expect([...reached].toSorted()).toEqual(ORDER.toSorted());
});
