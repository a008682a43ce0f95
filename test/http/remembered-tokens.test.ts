// An isolate remembers the hashes of tokens, but neither the requests that brought them nor who has them.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { readParams, readQuery } from "../../src/http/sources.ts";
import { viewerWithToken } from "../../src/middleware/authenticate.ts";
import { sufficient } from "../../src/permissions/scopes.ts";
import { generateToken, hashToken } from "../../src/permissions/token.ts";
import { cases } from "../support/sample.ts";

const options = { rootTokenHash: undefined, scopes: sufficient.none, today: "2026-01-01" };

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes after a collection. */
function heapSize(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Signs in with a new token in a form of 1 MB. */
async function signInByForm(): Promise<void> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = `private_token=${generateToken()}&description=${"x".repeat(1_000_000)}`;
  const request = new Request("http://host/", { method: "POST", headers, body });
  const given = await readParams(request, readQuery(new URL("http://host/")), 2_000_000);
  viewerWithToken(String(given.get("private_token")), options);
}

test("remembered tokens do not hold the bodies that they came in", async () => {
  await signInByForm();
  const before = heapSize();
  for (let i = 0; i < cases(40, 20); i += 1) await signInByForm();
  expect(heapSize() - before).toBeLessThan(10_000_000);
});

test("a remembered token is root's once it is ROOT_TOKEN, and a former ROOT_TOKEN is not", () => {
  const token = generateToken();
  const hash = hashToken(token);
  const roots = [undefined, hash, hashToken("another"), hash, undefined];
  const found = roots.map((rootTokenHash) => viewerWithToken(token, { ...options, rootTokenHash }));
  expect(found.map(({ known_id, token_hash }) => ({ known_id, token_hash }))).toEqual([
    { known_id: null, token_hash: hash },
    { known_id: 1, token_hash: null },
    { known_id: null, token_hash: hash },
    { known_id: 1, token_hash: null },
    { known_id: null, token_hash: hash },
  ]);
});

test("the hash of a token is the same after thousands of others", () => {
  const tokens = Array.from({ length: 2_500 }, generateToken);
  const hashes = [...tokens, ...tokens.toReversed()].map((token) => viewerWithToken(token, options).token_hash);
  expect(hashes).toEqual([...tokens, ...tokens.toReversed()].map(hashToken));
});
