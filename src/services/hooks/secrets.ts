// The secrets that sign deliveries, in the format of Standard Webhooks.

const BYTES = 32;

/** `whsec_` and the base64 of 32 random bytes. */
export const newSigningSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))}`;
