// Refusals of creating, editing, accepting and cancelling merge requests, in GitLab's words.
import { ApiError, conflict } from "../../../http/errors.ts";

export const sameBranch = () => unmergeable("You can not use same project/branch for source and target");

export const notAFork = () => unmergeable("Source project is not a fork of the target project");

/** @param twin the open merge request with the same branches */
export const twinExists = ({ title }: { readonly title: string }) =>
  conflict([`Cannot Create: This merge request already exists: [${JSON.stringify(title)}]`]);

export const tooLarge = () => unmergeable("The fork's branch has more than can be taken over from a fork");

/** GitLab's form of these refusals: a list under `error`. */
const unmergeable = (reason: string) => new ApiError(422, { error: [reason] });

/** It is merged or closed. */
export const notOpenToMerge = () => new ApiError(406, { message: "Method Not Allowed" });

export const notReadyToMerge = () => new ApiError(405, { message: "405 Method Not Allowed" });

export const notMergeable = () => new ApiError(405, { message: "Branch cannot be merged" });

export const notOpenToCancel = () => new ApiError(405, { message: "Method Not Allowed" });

export const notWaiting = () => new ApiError(406, { message: "Can't cancel the automatic merge" });
