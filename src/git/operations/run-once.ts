// Runs an identified operation at most once, as far as it moves refs.
import type { Repository } from "../repository/repository.ts";

export type RunOnce =
  /** `isRecorded`: it has moved refs, now or at an earlier call with the same id. */
  | { readonly answer: unknown; readonly isRecorded: boolean }
  /** It has moved refs at an earlier call. The object stopped before the result was stored, or that was too large. */
  | { readonly isResultLost: true };

/** @param run must move refs by `updateRefs` of the repository it is given; its result must be JSON */
export async function runOnce(
  repository: Repository,
  id: string,
  run: (repository: Repository) => unknown,
): Promise<RunOnce> {
  const { finishedOperations } = repository;
  const finished = finishedOperations.find(id);
  if (finished !== null) {
    return finished.result === null
      ? { isResultLost: true }
      : { answer: JSON.parse(finished.result), isRecorded: true };
  }
  const answer = await run(repository.during({ record: () => finishedOperations.add(id) }));
  return { answer, isRecorded: finishedOperations.storeResult(id, answer) };
}
