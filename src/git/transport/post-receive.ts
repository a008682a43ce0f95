// The hook that runs when a push has moved branches, like git's post-receive: it may print messages for the pusher.
import { BRANCHES } from "../repository/ref-store.ts";
import type { RefResult } from "../repository/update-refs.ts";
import type { PushCommand, PushRequest } from "./push-request.ts";

/** A push that has moved branches. */
export interface AcceptedPush {
  readonly userId: number;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  /** Short names of the branches that were created or moved, except the default branch. Never empty. */
  readonly branches: readonly string[];
}

/**
 * Returns the lines of a message for the pusher. Called without a pause after the refs have moved, so that their outbox
 * entries are still there. Must not reject, because the push has succeeded.
 */
export type PostReceive = (push: AcceptedPush) => Promise<readonly string[]>;

/** The capability `quiet` is no obstacle: git also sends it where its stderr is no terminal. */
export const readsMessages = ({ capabilities }: PushRequest): boolean =>
  capabilities.has("report-status") && capabilities.has("side-band-64k");

/** @param results of the commands, in their order */
export function movedBranches(
  commands: readonly PushCommand[],
  results: readonly RefResult[],
  defaultBranch: string | null,
): string[] {
  const moved = commands.filter(
    ({ before, after }, index) => results[index]?.refusal === null && after !== null && after !== before,
  );
  const branches = moved.flatMap(({ name }) => (name.startsWith(BRANCHES) ? [name.slice(BRANCHES.length)] : []));
  return branches.filter((branch) => branch !== defaultBranch);
}
