// Errors for a pack that cannot be read.
import { GitError } from "../git-error.ts";

/** @param offset position of the entry in the pack */
export const corruptEntry = (offset: number, text: string) =>
  new GitError("pack", `The pack is corrupt: the object at byte ${offset} ${text}`);

/** For a pack that ends early. @param text where it ends */
export const cutOff = (text: string) => new GitError("pack", `The pack is cut off ${text}`);
