// The default message of a merge commit.

interface Proposed {
  readonly iid: number;
  readonly title: string;
  readonly source_branch: string;
  readonly target_branch: string;
}

/** @param closing the paragraph that names the issues it closes; null when there are none */
export const mergeMessage = ({ iid, title, source_branch, target_branch }: Proposed, closing: string | null): string =>
  [
    `Merge branch '${source_branch}' into '${target_branch}'`,
    title,
    ...(closing === null ? [] : [closing]),
    `See merge request !${iid}`,
  ].join("\n\n");
