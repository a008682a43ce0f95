// Decides whether a merge request is merged now, waits for its pipeline, or is refused.
import { expect, test } from "vitest";
import { type Acceptable, decideAcceptance } from "../../../src/services/merge-requests/decide-acceptance.ts";

const ready: Acceptable = {
  state: "opened",
  title: "Add a file",
  head_pipeline_status: null,
  has_open_discussions: 0,
  only_allow_merge_if_build_succeeds: 0,
  only_allow_merge_if_all_discussions_are_resolved: 0,
};

test.each<[why: string, changes: Partial<Acceptable>, waits: boolean, decision: string]>([
  ["nothing forbids it", {}, false, "merge"],
  ["it was reopened", { state: "reopened" }, false, "merge"],
  ["it is merged", { state: "merged" }, false, "not_open"],
  ["it is closed", { state: "closed" }, false, "not_open"],
  ["it is work in progress", { title: "WIP: Add a file" }, false, "not_ready"],
  [
    "it is work in progress, and its pipeline runs and is awaited",
    { title: "WIP: Add a file", head_pipeline_status: "running" },
    true,
    "not_ready",
  ],
  ["a discussion is open", { has_open_discussions: 1 }, false, "merge"],
  [
    "a discussion is open and has to be resolved",
    { has_open_discussions: 1, only_allow_merge_if_all_discussions_are_resolved: 1 },
    true,
    "not_ready",
  ],
  [
    "a discussion has to be resolved, and its pipeline runs and is awaited",
    { has_open_discussions: 1, only_allow_merge_if_all_discussions_are_resolved: 1, head_pipeline_status: "running" },
    true,
    "not_ready",
  ],
  ["its pipeline runs", { head_pipeline_status: "running" }, false, "merge"],
  ["its pipeline runs and is awaited", { head_pipeline_status: "running" }, true, "wait"],
  ["its pipeline is pending and awaited", { head_pipeline_status: "pending" }, true, "wait"],
  ["its pipeline failed and is awaited", { head_pipeline_status: "failed" }, true, "merge"],
  ["a successful pipeline is required, and there is none", { only_allow_merge_if_build_succeeds: 1 }, false, "merge"],
  [
    "a successful pipeline is required, and it succeeded",
    { only_allow_merge_if_build_succeeds: 1, head_pipeline_status: "success" },
    true,
    "merge",
  ],
  [
    "a successful pipeline is required, and it failed",
    { only_allow_merge_if_build_succeeds: 1, head_pipeline_status: "failed" },
    true,
    "not_ready",
  ],
  [
    "a successful pipeline is required, and it runs",
    { only_allow_merge_if_build_succeeds: 1, head_pipeline_status: "running" },
    false,
    "not_ready",
  ],
  [
    "a successful pipeline is required, runs and is awaited",
    { only_allow_merge_if_build_succeeds: 1, head_pipeline_status: "running" },
    true,
    "wait",
  ],
])("%s: %j, awaited %s -> %s", (_why, changes, whenBuildSucceeds, decision) => {
  expect(decideAcceptance({ ...ready, ...changes }, { whenBuildSucceeds })).toBe(decision);
});
