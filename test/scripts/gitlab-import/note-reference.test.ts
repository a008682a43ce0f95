// Which issuable a system note of GitLab names.
import { expect, test } from "vitest";
import { referenceOf } from "../../../scripts/gitlab-import/note-reference.ts";

test.each([
  ["mentioned in issue #3", { type: "Issue", iid: 3, isElsewhere: false, isCrossReference: 1 }],
  ["mentioned in merge request !4", { type: "MergeRequest", iid: 4, isElsewhere: false, isCrossReference: 1 }],
  ["mentioned in work item #3", { type: "Issue", iid: 3, isElsewhere: false, isCrossReference: 1 }],
  ["closed via merge request !4", { type: "MergeRequest", iid: 4, isElsewhere: false, isCrossReference: 0 }],
  ["marked this issue as related to #3", { type: "Issue", iid: 3, isElsewhere: false, isCrossReference: 0 }],
  ["removed the relation with #3", { type: "Issue", iid: 3, isElsewhere: false, isCrossReference: 0 }],
])("%s names one of the project", (body, expected) => {
  expect(referenceOf(body)).toEqual(expected);
});

test.each([
  "mentioned in issue group/secret#3",
  "moved from group/secret#3",
  "removed the relation with group/secret#3",
  "added group/secret#3 as child task",
  "promoted to epic &3",
  "marked this issue as blocking #3 and #4",
])("%s names one that cannot be checked", (body) => {
  expect(referenceOf(body)).toMatchObject({ isElsewhere: true });
});

test.each([
  "closed",
  "mentioned in commit 8fb443e2405a34b3fd7fa47829cd4582693ac720",
  "changed title from **{-Fix #3-}** to **{+Fix #4+}**",
  "marked the checklist item **See #3** as completed",
  "added 2 commits\n\n<ul><li>8fb443e2 - Fix group/project#3</li></ul>",
  "changed due date to May 1",
])("%s names none", (body) => {
  expect(referenceOf(body)).toBeNull();
});
