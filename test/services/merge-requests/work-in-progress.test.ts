// The markers of work in progress: those of both versions of the API.
import { expect, test } from "vitest";
import { isWorkInProgress, withoutWorkInProgress } from "../../../src/services/merge-requests/work-in-progress.ts";

test.each(["Draft: x", "draft:x", "[Draft] x", "(DRAFT) x", "WIP: x", "[wip] x", "WIP x", "Draft: WIP: x"])(
  "%s is work in progress",
  (title) => {
    expect([isWorkInProgress(title), withoutWorkInProgress(title)]).toEqual([true, "x"]);
  },
);

test.each(["Draft x", "Drafts: x", "x Draft:", "(WIP) x", "WIPx"])("%s is not", (title) => {
  expect([isWorkInProgress(title), withoutWorkInProgress(title)]).toEqual([false, title]);
});
