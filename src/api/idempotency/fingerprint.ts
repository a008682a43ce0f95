// Digests of a request with an Idempotency-Key: whose key it is, and which request.
import { createHash, createHmac, type Hmac } from "node:crypto";
import type { GivenParams } from "../../http/sources.ts";
import { tokenParams } from "../../middleware/authenticate.ts";
import type { ViewerKey } from "../../permissions/visible.ts";

/** SHA-256 of the caller and their key, in hexadecimal. ROOT_TOKEN's callers are the users it acts for. */
export function recordIdOf({ token_hash, known_id, known_username }: ViewerKey, key: string): string {
  return createHash("sha256")
    .update(JSON.stringify([token_hash, known_id, known_username, key]))
    .digest("hex");
}

interface IdentifiedRequest {
  readonly method: string;
  readonly path: string;
  readonly given: GivenParams;
}

/**
 * HMAC-SHA-256 of method, path and parameters, in hexadecimal. Neither the order of names nor tokens count.
 *
 * @param token the caller's. Parameters may be passwords, and a reader of the database could guess those of a plain hash.
 */
export async function fingerprintOf({ method, path, given }: IdentifiedRequest, token: string): Promise<string> {
  const hash = createHmac("sha256", token);
  await update(hash, [method, path]);
  await update(hash, new Map([...given].filter(([name]) => !tokenParams.has(name))));
  return hash.digest("hex");
}

/** Every value begins with its type and its length, so that different values never give the same bytes. */
async function update(hash: Hmac, value: unknown): Promise<void> {
  if (value instanceof Blob) {
    const bytes = new Uint8Array(await value.arrayBuffer());
    await update(hash, ["file", "name" in value ? value.name : "", value.type, bytes.length]);
    hash.update(bytes);
  } else if (Array.isArray(value)) {
    hash.update(`a${value.length};`);
    for (const element of value) await update(hash, element);
  } else if (typeof value === "object" && value !== null) {
    const entries = value instanceof Map ? [...value] : Object.entries(value);
    hash.update(`o${entries.length};`);
    for (const entry of entries.sort(([a], [b]) => (a < b ? -1 : 1))) await update(hash, entry);
  } else {
    const text = String(value);
    hash.update(`${typeof value}${text.length};`).update(text);
  }
}
