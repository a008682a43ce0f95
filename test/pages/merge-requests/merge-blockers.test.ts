// What prevents a merge, in words
import { expect, test } from "vitest";
import { judgeMerge } from "../../../src/pages/merge-requests/merge-blockers.ts";

type Judged = Parameters<typeof judgeMerge>[0];
type Examined = NonNullable<Judged["examined"]>;

const examined: Examined = { obstacle: null, isAllowed: true, isSourceMissing: false, messages: [], closingTexts: [] };

const ready: Judged = {
  examined,
  notReady: [],
  build: null,
  statuses: [],
  isBuilding: false,
  isArchived: false,
  source_branch: "feature",
  target_branch: "main",
};

const verdictOf = (differing: Partial<Judged>) => judgeMerge({ ...ready, ...differing });

test("without an obstacle it is ready, and waits for nothing", () => {
  expect(verdictOf({})).toEqual({ blockers: [], conflicts: null, isReady: true, canWait: false });
});

test.each([
  ["the project is archived", { isArchived: true }, "The project is archived, so nothing in it changes."],
  [
    "the source branch is gone",
    { examined: { ...examined, obstacle: { kind: "branch_missing" }, isSourceMissing: true } },
    "The source branch feature does not exist any more.",
  ],
  [
    "the target branch is gone",
    { examined: { ...examined, obstacle: { kind: "branch_missing" } } },
    "The target branch main does not exist any more. Choose another one.",
  ],
  [
    "the target branch has all commits",
    { examined: { ...examined, obstacle: { kind: "already_merged" } } },
    "main has all commits of feature: there is nothing to merge.",
  ],
  [
    "the branches are unrelated",
    { examined: { ...examined, obstacle: { kind: "unrelated" } } },
    "The branches have no commit in common, so git does not merge them.",
  ],
  [
    "the merge is too large",
    { examined: { ...examined, obstacle: { kind: "too_much" } } },
    "The merge is too large for this server. Merge it on your computer and push the result.",
  ],
  ["it is work in progress", { notReady: ["work_in_progress"] }, "It is work in progress, as its title says."],
  ["discussions are open", { notReady: ["open_discussions"] }, "All discussions have to be resolved."],
  [
    "its build failed, and the reader does not see it",
    { notReady: ["unsuccessful_build"], build: "failed" },
    "Its build has to succeed.",
  ],
] satisfies [string, Partial<Judged>, string][])("it is not merged now if %s", (_, differing, blocker) => {
  expect(verdictOf(differing)).toEqual({ blockers: [blocker], conflicts: null, isReady: false, canWait: false });
});

test.each([
  ["alone", {}, true],
  ["beside an open discussion", { notReady: ["unsuccessful_build", "open_discussions"] }, false],
  ["in an archived project", { isArchived: true }, false],
  ["with conflicts", { examined: { ...examined, obstacle: { kind: "conflicts", paths: ["a"], count: 1 } } }, false],
] satisfies [string, Partial<Judged>, boolean][])(
  "a running build %s can be waited for: %s",
  (_, differing, canWait) => {
    const waiting: Partial<Judged> = { notReady: ["unsuccessful_build"], build: "running", isBuilding: true };
    expect(verdictOf({ ...waiting, ...differing })).toMatchObject({ isReady: false, canWait });
  },
);

test("conflicts are listed apart", () => {
  const obstacle = { kind: "conflicts", paths: ["a", "b"], count: 3 } as const;
  expect(verdictOf({ examined: { ...examined, obstacle } })).toEqual({
    blockers: [],
    conflicts: obstacle,
    isReady: false,
    canWait: false,
  });
});
