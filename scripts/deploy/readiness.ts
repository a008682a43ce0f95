// Waits until a deployed server is ready.
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../failure.ts";

/** A new workers.dev name takes some seconds until it resolves. */
const ATTEMPTS = 60;

/**
 * @param pause milliseconds between two attempts
 * @param next what the reader should do if it does not
 * @throws Failure with the last response when the server does not become ready
 */
export async function waitUntilReady(url: string, pause: number, next: string): Promise<void> {
  let last = "no response";
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      const response = await fetch(`${url}/-/readiness`, { redirect: "manual" });
      if (response.status === 200) return;
      last = `${response.status} ${await response.text()}`;
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    await sleep(pause);
  }
  throw new Failure(`${url} is deployed but not ready: ${last}\n\n${next}`);
}
