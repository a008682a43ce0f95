// Capabilities of a push.
export const receiveCapabilities =
  "report-status delete-refs side-band-64k quiet atomic ofs-delta push-options object-format=sha1 agent=tributary";
