// What a client may ask of a fetch.

/** Of the protocol's first two versions: words on the first line of refs. */
export const uploadCapabilities =
  "multi_ack thin-pack side-band side-band-64k ofs-delta shallow deepen-since deepen-not deepen-relative no-progress " +
  "include-tag multi_ack_detailed allow-tip-sha1-in-want allow-reachable-sha1-in-want no-done object-format=sha1 " +
  "agent=tributary";

/** Of version 2: a line each. */
export const commandCapabilities = [
  "agent=tributary",
  "ls-refs=unborn",
  "fetch=shallow wait-for-done",
  "object-format=sha1",
] as const;
