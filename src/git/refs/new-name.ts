// Names for branches and tags that somebody types, not pushes.
import { pushedRefProblem } from "./ref-name.ts";

/**
 * Whether a branch or a tag may be made with this name. Besides what cannot be pushed, refuses whole names of refs: who
 * asks for a branch `refs/heads/x` means `x`.
 */
export const isNewName = (name: string): boolean =>
  !/^refs\/(?:heads|remotes|tags)\//.test(name) && pushedRefProblem(`refs/heads/${name}`) === null;
