// Responses as the database keeps them: encrypted under a key that is derived from the caller's token, because they may
// hold secrets and the database holds no token.
import { Buffer } from "node:buffer";

/** Bytes of a body. A value of D1 has at most 2 MB, and base64 adds a third. */
const MOST_BYTES = 1024 * 1024;
const IV_BYTES = 12;

/** Base64 of the encrypted response; null for a body over 1 MiB. @param recordId binds the text to its record */
export async function sealResponse(response: Response, token: string, recordId: string): Promise<string | null> {
  const body = await response.clone().arrayBuffer();
  if (body.byteLength > MOST_BYTES) return null;
  const head = Buffer.from(JSON.stringify([response.status, Object.fromEntries(response.headers)]));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = Buffer.concat([length, head, Buffer.from(body)]);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(token, recordId), plain);
  return Buffer.concat([iv, Buffer.from(sealed)]).toString("base64");
}

/** The stored response; null if it was sealed with another token: ROOT_TOKEN can be changed. */
export async function openResponse(sealed: string, token: string, recordId: string): Promise<Response | null> {
  const bytes = Buffer.from(sealed, "base64");
  const algorithm = { name: "AES-GCM", iv: bytes.subarray(0, IV_BYTES) };
  const key = await keyOf(token, recordId);
  const opened = await crypto.subtle.decrypt(algorithm, key, bytes.subarray(IV_BYTES)).catch(() => null);
  if (opened === null) return null;
  const plain = Buffer.from(opened);
  const bodyAt = 4 + plain.readUInt32BE(0);
  const [status, headers] = JSON.parse(plain.toString("utf8", 4, bodyAt));
  const body = plain.subarray(bodyAt);
  return new Response(body.length === 0 ? null : body, { status, headers });
}

async function keyOf(token: string, recordId: string): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey("raw", Buffer.from(token), "HKDF", false, ["deriveKey"]);
  const info = Buffer.from("tributary idempotency response");
  const derivation = { name: "HKDF", hash: "SHA-256", salt: Buffer.from(recordId), info };
  return crypto.subtle.deriveKey(derivation, secret, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}
