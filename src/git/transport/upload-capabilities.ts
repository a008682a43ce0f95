// Capabilities of a fetch.

/** For protocol versions 0 and 1: words on the first line of the refs. */
export const uploadCapabilities =
  "multi_ack thin-pack side-band side-band-64k ofs-delta shallow deepen-since deepen-not deepen-relative no-progress " +
  "include-tag multi_ack_detailed allow-tip-sha1-in-want allow-reachable-sha1-in-want no-done object-format=sha1 " +
  "agent=tributary";

/** For version 2: one line each. */
export const commandCapabilities = [
  "agent=tributary",
  "ls-refs=unborn",
  "fetch=shallow wait-for-done",
  "object-format=sha1",
] as const;
