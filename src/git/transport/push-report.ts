// Tells a client how its push went: what became of each ref, and what to show to whoever pushed.
import { Buffer } from "node:buffer";
import type { GitError } from "../git-error.ts";
import { dataPacket, flushPacket, sideband } from "../protocol/pkt-line.ts";
import type { RefRefusalReason, RefResult } from "../repository/update-refs.ts";
import type { PushRequest } from "./push-request.ts";

export interface PushOutcome {
  /** Why nothing of the pack was taken. */
  readonly problem: GitError | null;
  /** Of the commands, in their order; without a problem only. */
  readonly results: readonly RefResult[];
}

/** Refusals that are not about how the client works but about what its user may do. */
const worthSaying: ReadonlySet<RefRefusalReason> = new Set(["not_allowed", "protected", "default_branch"]);

const SIDEBAND = "side-band-64k";

/** The answer to a push, empty when the client did not ask for one. */
export function reportPush(request: PushRequest, outcome: PushOutcome): Uint8Array {
  if (!request.capabilities.has("report-status")) return new Uint8Array(0);
  const status = statusReport(request, outcome);
  if (!request.capabilities.has(SIDEBAND)) return status;
  const shown = messages(request, outcome).map((text) => sideband(2, `${text}\n`));
  return Buffer.concat([...shown, sideband(1, status), flushPacket()]);
}

/** The answer to a request that could not be read to its end. @throws GitError where the client reads no bands */
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

function messages({ isShallow }: PushRequest, { problem, results }: PushOutcome): string[] {
  if (problem !== null) {
    const hint = "Your clone is shallow: `git fetch --unshallow` brings what it lacks.";
    return isShallow ? [problem.message, hint] : [problem.message];
  }
  const refusals = results.flatMap(({ refusal }) => refusal ?? []);
  return [...new Set(refusals.filter(({ reason }) => worthSaying.has(reason)).map(({ text }) => text))];
}
