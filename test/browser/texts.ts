// What a world is made of: each text that people can enter. test/browser/delta-texts.ts has ordinary ones,
// hostile-texts.ts scripts.
import type { Values } from "../support/api.ts";
import type { Contents } from "../support/history.ts";

export interface Person {
  readonly username: string;
  readonly name: string;
  /** Further attributes of the account. */
  readonly profile: Values;
}

export interface Written {
  readonly title: string;
  readonly description: string;
}

/** A branch with one commit, and its merge request. */
export interface Proposed extends Written {
  readonly branch: string;
  readonly message: string;
  readonly files: Contents;
}

export interface Texts {
  /** The first one is an administrator and owns everything. */
  readonly people: readonly [Person, Person];
  readonly group: { readonly path: string; readonly name: string; readonly description: string };
  readonly project: { readonly path: string; readonly name: string; readonly description: string };
  readonly labels: readonly { readonly name: string; readonly color: string; readonly description: string }[];
  readonly milestone: Written;
  /** The commits of `main`, of which each changes these files. */
  readonly commits: readonly { readonly message: string; readonly files: Contents }[];
  /** A file of `main`, and the folder that the files are listed of. */
  readonly file: string;
  readonly folder: string;
  readonly commitComment: string;
  readonly tag: { readonly name: string; readonly message: string; readonly release: string };
  readonly issues: readonly [Written, ...Written[]];
  readonly issueNotes: readonly string[];
  /** To be merged, with discussions. */
  readonly open: Proposed & { readonly discussions: readonly [string, string]; readonly reply: string };
  /** Changes what `main` has changed since. */
  readonly conflicting: Proposed;
  readonly merged: Proposed;
  readonly status: { readonly name: string; readonly description: string; readonly target_url: string };
  /** Path of the hooks' URL, and what their receiver answers. */
  readonly hook: { readonly path: string; readonly answer: string };
}
