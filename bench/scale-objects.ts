// Fills two repositories and a courier through the API, so that the sizes of their Durable Objects can be measured.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { git, historyOf, ownHistory } from "./git/repositories.ts";

const DELIVERIES = 2_000;
const WAITING_MS = 100;

/** Pushes this project's history and a generated one, and has a webhook deliver 2,000 events. */
export async function fillObjects(url: URL, token: string, folder: string): Promise<void> {
  const post = async (path: string, values: object) => {
    const response = await fetch(new URL(`/api/v3${path}`, url), {
      method: "POST",
      // The server may have closed an idle connection while git ran, which blocks this process.
      headers: { "private-token": token, "content-type": "application/json", connection: "close" },
      body: JSON.stringify(values),
    });
    if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: number; path_with_namespace: string };
  };
  const samples = [ownHistory(folder), historyOf(folder, "made-20000", 4_800, 400)];
  for (const [number, sample] of samples.entries()) {
    const project = await post("/projects", { name: `scale${number}` });
    const address = `http://root:${token}@${url.host}/${project.path_with_namespace}.git`;
    git(sample.path, ["push", "--quiet", address, "main"]);
    console.log(`\n${sample.name} has ${sample.objects} objects, ${sample.megabytes.toFixed(1)} MB as git packs them.`);
  }
  const project = await post("/projects", { name: "hooked" });
  await deliver(async (receiver) => {
    await post(`/projects/${project.id}/hooks`, { url: receiver, issues_events: true, push_events: false });
    for (let n = 1; n <= DELIVERIES; n += 1) {
      await post(`/projects/${project.id}/issues`, { title: `Issue ${n}`, description: "It does not work." });
    }
  });
}

/** Runs `cause` with the address of a receiver, and returns when it has received every delivery. */
async function deliver(cause: (receiver: string) => Promise<void>): Promise<void> {
  let received = 0;
  const receiver = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      received += 1;
      response.end("ok");
    });
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  await cause(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
  while (received < DELIVERIES) await new Promise((resolve) => setTimeout(resolve, WAITING_MS));
  receiver.close();
}
