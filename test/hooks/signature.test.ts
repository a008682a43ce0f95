// Signatures follow Standard Webhooks; its reference package verifies them.
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { signatures, webhookId } from "../../src/hooks/sign.ts";
import { newSigningSecret } from "../../src/services/hooks/secrets.ts";

const now = Date.now();
const text = JSON.stringify({ title: "Tökén 🙂" });
const content = {
  id: webhookId(1, 2),
  timestamp: Math.floor(now / 1_000),
  body: new Uint8Array(Buffer.from(text)),
};

const hook = (secret: string, previous: string | null = null, until: number | null = null) => ({
  signing_secret: secret,
  previous_signing_secret: previous,
  previous_signing_secret_until: until === null ? null : new Date(until).toISOString(),
});

const headersWith = (signature: string) => ({
  "webhook-id": content.id,
  "webhook-timestamp": String(content.timestamp),
  "webhook-signature": signature,
});

test("only the holder of the secret can verify a signature", () => {
  const secret = newSigningSecret();
  const headers = headersWith(signatures(hook(secret), content));
  expect(new Webhook(secret).verify(text, headers)).toEqual(JSON.parse(text));
  expect(() => new Webhook(newSigningSecret()).verify(text, headers)).toThrow("No matching signature found");
  expect(() => new Webhook(secret).verify(`${text} `, headers)).toThrow("No matching signature found");
});

test("the previous secret signs as well until it expires", () => {
  const [secret, previous] = [newSigningSecret(), newSigningSecret()];
  const during = headersWith(signatures(hook(secret, previous, now + 60_000), content));
  expect(new Webhook(secret).verify(text, during)).toEqual(JSON.parse(text));
  expect(new Webhook(previous).verify(text, during)).toEqual(JSON.parse(text));
  const after = headersWith(signatures(hook(secret, previous, now - 60_000), content));
  expect(new Webhook(secret).verify(text, after)).toEqual(JSON.parse(text));
  expect(() => new Webhook(previous).verify(text, after)).toThrow("No matching signature found");
});

test("a secret without bytes signs nothing", () => {
  expect(() => signatures(hook("whsec_"), content)).toThrow("The signing secret of the hook is empty");
});
