// Waits until a deployed server is ready.
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../failure.ts";

/** A new workers.dev name takes some seconds until it resolves. */
const ATTEMPTS = 60;
/** Milliseconds between two attempts; READINESS_PAUSE for the tests. */
const PAUSE = Number(process.env.READINESS_PAUSE ?? 1_000);

/** @throws Failure with the last response when the server does not become ready within a minute */
export async function waitUntilReady(url: string): Promise<void> {
  let last = "no response";
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      const response = await fetch(`${url}/-/readiness`, { redirect: "manual" });
      if (response.status === 200) return;
      last = `${response.status} ${await response.text()}`;
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    await sleep(PAUSE);
  }
  throw new Failure(
    `${url} is deployed but not ready: ${last}\n\nLook at npx wrangler tail; npx wrangler rollback restores the former version.`,
  );
}
