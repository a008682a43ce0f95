// A text of a user.

export const Text = ({ source }: { source: string | null }) =>
  source === null || source === "" ? null : <div class="markdown">{source}</div>;
