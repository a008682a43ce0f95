// The four issue lists compared with a plain model of their rules: one random world, and many queries.
// LIST_SEED=<number> repeats a world and its queries; LIST_QUESTIONS=<number> asks more.
import { expect, test } from "vitest";
import { withQuery } from "../../../support/api.ts";
import { issuesOf, issuesOfGroup, resultOf } from "./issue-lists.ts";
import {
  expected,
  groupNames,
  projectNames,
  type Query,
  type Question,
  type Target,
  viewerNames,
  type World,
} from "./list-model.ts";
import { type Chance, createChance, createWorld, inTurns, words } from "./list-world.ts";

const QUESTIONS = Number(process.env.LIST_QUESTIONS ?? 160);

const seed = Number(process.env.LIST_SEED ?? Math.floor(Math.random() * 2 ** 31));

const searches = [
  ...words,
  "app",
  "PFEL",
  "ürich",
  "zÜ",
  "ü",
  "%",
  "_",
  '"',
  "*",
  "(",
  "ND",
  "本",
  "😀",
  " ",
  "p a",
  "nowhere",
];
const labelWishes = [
  "bug",
  "ui,bug",
  "Bug,100%",
  "No Label",
  ",",
  "bug,",
  " bug",
  "ä",
  "two words,nobody",
  "bug,ui,100%,ä",
  "",
];
const milestoneWishes = ["v1", "v2", "100%", "V1", "No Milestone", "#upcoming", "#started", "unknown", ""];

function ask(dice: Chance, world: World): Question {
  const project = dice.pick(projectNames);
  const milestones = world.milestones.filter(({ project_id }) => project_id === world.projects[project].id);
  const target = dice.pick<Target>([
    { kind: "own" },
    { kind: "group", group: dice.pick(groupNames) },
    { kind: "project", project },
    milestones.length > 0
      ? { kind: "milestone", project, milestone: dice.pick(milestones) }
      : { kind: "project", project },
  ]);
  const somebody = () => world.viewers[dice.pick(viewerNames)].id;
  // Lists by one filter are read from an index, others from their matches.
  const single = dice.pick([
    { labels: dice.pick(labelWishes) },
    { milestone: dice.pick(milestoneWishes) },
    { author_id: somebody() },
    { assignee_id: dice.pick([0, somebody()]) },
  ]);
  const several: Query = {
    ...(dice.chance(0.25) && { labels: dice.pick(labelWishes) }),
    ...(dice.chance(0.25) && { milestone: dice.pick(milestoneWishes) }),
    ...(dice.chance(0.3) && { search: dice.pick(searches) }),
    ...(dice.chance(0.25) && { author_id: somebody() }),
    ...(dice.chance(0.25) && { assignee_id: dice.chance(0.3) ? 0 : somebody() }),
    ...(target.kind === "project" && dice.chance(0.1) && { iid: dice.pick([1, 2, 3, 5, 8, 99]) }),
  };
  const query: Query = {
    ...(dice.chance(0.4) && { state: dice.pick(["opened", "closed", "all"]) }),
    ...(dice.chance(0.4) ? single : several),
    ...(dice.chance(0.5) && { order_by: dice.pick(["created_at", "updated_at"]) }),
    ...(dice.chance(0.5) && { sort: dice.pick(["asc", "desc"]) }),
    ...(dice.chance(0.4) && { page: dice.pick([1, 2, 3, 4]), per_page: dice.pick([1, 2, 5, 10]) }),
  };
  return { viewer: dice.pick(viewerNames), target, query };
}

function pathOf({ groups: made, projects }: World, target: Target): string {
  switch (target.kind) {
    case "own":
      return "/issues";
    case "group":
      return issuesOfGroup(made[target.group]);
    case "project":
      return issuesOf(projects[target.project]);
    case "milestone":
      return `/projects/${projects[target.project].id}/milestones/${target.milestone.id}/issues`;
  }
}

test("the lists of a random world equal the model's", { timeout: 60_000 + 100 * QUESTIONS }, async () => {
  const dice = createChance(seed);
  const world = await createWorld(dice);
  const questions = Array.from({ length: QUESTIONS }, () => ask(dice, world));
  const answers = await inTurns(
    questions.map(
      ({ viewer, target, query }) =>
        () =>
          world.viewers[viewer].get(pathOf(world, target), query),
    ),
  );
  const wrong = questions.flatMap((question, at) => {
    const answer = answers[at];
    const right = expected(world, question);
    const given = answer && resultOf(answer);
    if (JSON.stringify(given) === JSON.stringify(right)) return [];
    return [{ viewer: question.viewer, path: withQuery(pathOf(world, question.target), question.query), given, right }];
  });
  expect(wrong, `LIST_SEED=${seed} asks this again`).toEqual([]);
  // The comparison proves little if most queries match nothing.
  const found = questions.filter((question) => {
    const right = expected(world, question);
    return "total" in right && right.total > 0;
  });
  expect(found.length, `LIST_SEED=${seed}`).toBeGreaterThan(QUESTIONS / 6);
});
