// Names that users give to new branches and tags through the API.
import { pushedRefProblem } from "./ref-name.ts";

/**
 * True if a branch or a tag may get this name. Stricter than for a push: a full ref name such as `refs/heads/x` is
 * refused, because its sender means `x`.
 */
export const isNewName = (name: string): boolean =>
  !/^refs\/(?:heads|remotes|tags)\//.test(name) && pushedRefProblem(`refs/heads/${name}`) === null;
