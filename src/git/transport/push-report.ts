// Reports the outcome of a push: a status for each ref, and messages for the pusher.
import { Buffer } from "node:buffer";
import type { GitError } from "../git-error.ts";
import { dataPacket, flushPacket, sideband } from "../protocol/pkt-line.ts";
import type { RefRefusalReason, RefResult } from "../repository/update-refs.ts";
import type { PushRequest } from "./push-request.ts";

export interface PushOutcome {
  /** Error because of which the whole pack was refused. */
  readonly problem: GitError | null;
  /** In the order of the commands; empty with a problem. */
  readonly results: readonly RefResult[];
  /** Lines of the post-receive hook. */
  readonly messages: readonly string[];
}

/** Refusals caused by missing permissions rather than by the client: their texts are shown to the pusher. */
const shownReasons: ReadonlySet<RefRefusalReason> = new Set(["not_allowed", "protected", "default_branch"]);

const SIDEBAND = "side-band-64k";

/** The response to a push; empty if the client did not request a report. */
export function reportPush(request: PushRequest, outcome: PushOutcome): Uint8Array {
  if (!request.capabilities.has("report-status")) return new Uint8Array(0);
  const status = statusReport(request, outcome);
  if (!request.capabilities.has(SIDEBAND)) return status;
  const shown = [...problems(request, outcome), ...outcome.messages].map((text) => sideband(2, `${text}\n`));
  return Buffer.concat([...shown, sideband(1, status), flushPacket()]);
}

/** The response to an unreadable request. @throws GitError if the client does not support side-band */
export function reportFatal({ capabilities }: PushRequest, error: GitError): Uint8Array {
  if (!capabilities.has(SIDEBAND)) throw error;
  return sideband(3, `${error.message}\n`);
}

function statusReport({ commands }: PushRequest, { problem, results }: PushOutcome): Uint8Array {
  const lines = commands.map(({ rawName }, index) => {
    const refusal = problem === null ? (results[index]?.refusal?.text ?? null) : "unpacker error";
    if (refusal === null) return dataPacket(Buffer.concat([Buffer.from("ok "), rawName, Buffer.from("\n")]));
    return dataPacket(Buffer.concat([Buffer.from("ng "), rawName, Buffer.from(` ${refusal}\n`)]));
  });
  return Buffer.concat([dataPacket(`unpack ${problem === null ? "ok" : problem.message}\n`), ...lines, flushPacket()]);
}

function problems({ isShallow }: PushRequest, { problem, results }: PushOutcome): string[] {
  if (problem !== null) {
    const hint = "Your clone is shallow: `git fetch --unshallow` brings what it lacks.";
    return isShallow ? [problem.message, hint] : [problem.message];
  }
  const refusals = results.flatMap(({ refusal }) => refusal ?? []);
  return [...new Set(refusals.filter(({ reason }) => shownReasons.has(reason)).map(({ text }) => text))];
}
