// The signed link by which a mail's recipient unsubscribes from the issuable without signing in: RFC 8058.
import type { IssuableType } from "../db/schema/issuables.ts";

/** A user who unsubscribes from an issuable. */
export interface Unsubscription {
  readonly issuable: { readonly type: IssuableType; readonly id: number; readonly project_id: number };
  readonly userId: number;
}

export interface SignedUnsubscription extends Unsubscription {
  readonly signature: Uint8Array<ArrayBuffer>;
}

const letters: Record<IssuableType, string> = { Issue: "i", MergeRequest: "m" };

const contentOf = ({ issuable, userId }: Unsubscription): string =>
  `${issuable.project_id}-${letters[issuable.type]}-${issuable.id}-${userId}`;

/** `<project>-<i|m>-<issuable>-<user>-<signature>` @param secret hexadecimal */
export async function signUnsubscription(secret: string, unsubscription: Unsubscription): Promise<string> {
  const content = contentOf(unsubscription);
  const signature = await crypto.subtle.sign("HMAC", await keyOf(secret), new TextEncoder().encode(content));
  return `${content}-${toBase64Url(new Uint8Array(signature))}`;
}

/** Parses a token without checking its signature; null for a malformed one. */
export function readUnsubscription(token: string): SignedUnsubscription | null {
  const parts = /^(\d{1,15})-([im])-(\d{1,15})-(\d{1,15})-([\w-]{43})$/.exec(token);
  if (parts === null) return null;
  const [, project = "", letter, issuable = "", user = "", signature = ""] = parts;
  return {
    issuable: { type: letter === "i" ? "Issue" : "MergeRequest", id: Number(issuable), project_id: Number(project) },
    userId: Number(user),
    signature: fromBase64Url(signature),
  };
}

/** @param secret hexadecimal */
export const isSigned = async (secret: string, unsubscription: SignedUnsubscription): Promise<boolean> =>
  crypto.subtle.verify(
    "HMAC",
    await keyOf(secret),
    unsubscription.signature,
    new TextEncoder().encode(contentOf(unsubscription)),
  );

const keyOf = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", new TextEncoder().encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
