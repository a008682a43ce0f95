// Decodes the content of a file that a request sends.

/** Bytes. */
const LARGEST_FILE = 20_000_000;

export type FileContent =
  | { readonly kind: "content"; readonly bytes: Uint8Array }
  | { readonly kind: "not_base64" | "too_large" };

/** @param encoding `base64`; any other content is text, whose CRLF become LF */
export function fileContent(sent: string, encoding: string | null): FileContent {
  const bytes = encoding === "base64" ? decodeBase64(sent) : new TextEncoder().encode(sent.replaceAll("\r\n", "\n"));
  if (bytes === null) return { kind: "not_base64" };
  return bytes.length > LARGEST_FILE ? { kind: "too_large" } : { kind: "content", bytes };
}

/** Accepts line breaks and missing padding. Null if it is not base64. */
function decodeBase64(sent: string): Uint8Array | null {
  const binary = binaryOf(sent);
  if (binary === null) return null;
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** One character per byte. */
function binaryOf(base64: string): string | null {
  try {
    return atob(base64);
  } catch {
    return null;
  }
}
