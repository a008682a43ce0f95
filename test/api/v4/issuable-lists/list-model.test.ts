// v4's lists of issues and merge requests compared with a plain model of their rules: one random world, and many
// queries. LIST_SEED=<number> repeats a world and its queries; LIST_QUESTIONS=<number> asks more.
import { expect, test } from "vitest";
import { type Answer, withQuery } from "../../../support/api.ts";
import { cases } from "../../../support/sample.ts";
import { v4 } from "../../../support/v4.ts";
import { groupNames, projectNames, viewerNames } from "../../v3/issues/list-model.ts";
import { type Chance, createChance, inTurns, words } from "../../v3/issues/list-world.ts";
import { expected, type Query, type Question, type Target } from "./list-model.ts";
import { branches, createListWorld, type ListType, type ListWorld, reactionNames, targets } from "./list-world.ts";

const QUESTIONS = Number(process.env.LIST_QUESTIONS ?? cases(240));

const seed = Number(process.env.LIST_SEED ?? Math.floor(Math.random() * 2 ** 31));

const searches = [...words, "app", "PFEL", "ürich", "zÜ", "ü", "ND", "本", "p a", "untitled", "nowhere", " "];
const labelWishes = ["bug", "bug,ui", "100%", "None", "any", "ä", "ui,unknown"];
const milestoneWishes = ["v1", "v2", "None", "Any", "100%", "unknown"];

function ask(dice: Chance, world: ListWorld): Question {
  const type = dice.pick<ListType>(["issues", "merge_requests"]);
  const target = dice.pick<Target>([
    { kind: "everywhere" },
    { kind: "group", group: dice.pick(groupNames) },
    { kind: "project", project: dice.pick(projectNames) },
  ]);
  const somebody = () => world.viewers[dice.pick(viewerNames)];
  const name = () => (dice.chance(0.9) ? somebody().username.toUpperCase() : "unknown");
  const idOrWord = () => dice.pick<string | number>([somebody().id, somebody().id, "None", "any", 0]);
  const instant = () => dice.pick(world.items)[dice.pick<"created_at" | "updated_at">(["created_at", "updated_at"])];
  const isIssues = type === "issues";
  const scopes = ["created_by_me", "assigned_to_me", "assigned-to-me"];
  const common: Record<string, () => Query[string]> = {
    state: () => dice.pick(isIssues ? ["opened", "closed", "all"] : ["opened", "closed", "merged", "locked", "all"]),
    labels: () => dice.pick(labelWishes),
    "not[labels]": () => dice.pick(labelWishes),
    milestone: () => dice.pick(milestoneWishes),
    "not[milestone]": () => dice.pick(milestoneWishes),
    author_id: () => somebody().id,
    author_username: name,
    "not[author_id]": () => somebody().id,
    "not[author_username]": name,
    assignee_id: idOrWord,
    assignee_username: name,
    "not[assignee_id]": idOrWord,
    "not[assignee_username]": name,
    iids: () => dice.some([1, 2, 3, 4, 5, 8, 99], 0.5).concat(1),
    "not[iids]": () => dice.some([1, 2, 3, 4, 5, 8, 99], 0.5).concat(1),
    search: () => dice.pick(searches),
    created_after: instant,
    created_before: instant,
    updated_after: instant,
    updated_before: instant,
    my_reaction_emoji: () => dice.pick([...reactionNames, "None", "Any"]),
    "not[my_reaction_emoji]": () => dice.pick([...reactionNames, "None", "Any"]),
    scope: () => dice.pick(isIssues ? scopes : [...scopes, "reviews_for_me"]),
    ...(isIssues
      ? { confidential: () => dice.pick(["true", "false"]), issue_type: () => dice.pick(["issue", "issue", "task"]) }
      : {
          source_branch: () => dice.pick(branches),
          target_branch: () => dice.pick(targets),
          ...(dice.chance(0.5)
            ? { draft: () => dice.pick(["true", "false"]) }
            : { wip: () => dice.pick(["yes", "no"]) }),
          reviewer_id: idOrWord,
          reviewer_username: name,
          "not[reviewer_id]": idOrWord,
        }),
  };
  // Lists by one filter and a state are read from an index, others from their matches.
  const single = dice.pick(["labels", "milestone", "author_id", "author_username", "assignee_id", "assignee_username"]);
  const names = dice.chance(0.3) ? [single, ...dice.some(["state"], 0.5)] : dice.some(Object.keys(common), 0.07);
  const wished = names.map((name) => [name, common[name]?.()]);
  const orders = ["created_at", "updated_at", "title", "popularity", "milestone_due", "label_priority", "priority"];
  const query: Query = {
    ...Object.fromEntries(wished),
    ...(dice.chance(0.5) && { order_by: dice.pick([...orders, isIssues ? "due_date" : "merged_at"]) }),
    ...(dice.chance(0.5) && { sort: dice.pick(["asc", "desc"]) }),
    ...(dice.chance(0.3) && { page: dice.pick([1, 2, 3]), per_page: dice.pick([1, 2, 5, 10]) }),
    ...(dice.chance(0.1) && { in: dice.pick(["title", "description", "description,title"]) }),
  };
  // Beyond the world, a list of everything has the records of other tests.
  if (target.kind !== "everywhere" || dice.chance(0.6)) return { type, viewer: dice.pick(viewerNames), target, query };
  const who = dice.pick([{ author_id: somebody().id }, { assignee_username: somebody().username }]);
  return { type, viewer: dice.pick(viewerNames), target, query: { ...query, ...who, scope: "all" } };
}

function pathOf({ groups, projects }: ListWorld, { type, target }: Question): string {
  switch (target.kind) {
    case "everywhere":
      return v4(`/${type}`);
    case "group":
      return v4(`/groups/${groups[target.group].id}/${type}`);
    case "project":
      return v4(`/projects/${projects[target.project].id}/${type}`);
  }
}

const resultOf = ({ status, body, headers }: Answer) =>
  status === 200
    ? { status, ids: body.map(({ id }: { id: number }) => id), total: Number(headers.get("x-total")) }
    : { status };

test("the lists of a random world equal the model's", { timeout: 120_000 + 100 * QUESTIONS }, async () => {
  const dice = createChance(seed);
  const world = await createListWorld(dice);
  const questions = Array.from({ length: QUESTIONS }, () => ask(dice, world));
  const answers = await inTurns(
    questions.map((question) => () => world.viewers[question.viewer].get(pathOf(world, question), question.query)),
  );
  const wrong = questions.flatMap((question, at) => {
    const answer = answers[at];
    const right = expected(world, question);
    const given = answer && resultOf(answer);
    if (JSON.stringify(given) === JSON.stringify(right)) return [];
    return [{ viewer: question.viewer, path: withQuery(pathOf(world, question), question.query), given, right }];
  });
  expect(wrong, `LIST_SEED=${seed} asks this again`).toEqual([]);
  // The comparison proves little if most queries match nothing.
  const found = questions.filter((question) => {
    const right = expected(world, question);
    return right.status === 200 && right.total > 0;
  });
  expect(found.length, `LIST_SEED=${seed}`).toBeGreaterThan(QUESTIONS / 5);
});
