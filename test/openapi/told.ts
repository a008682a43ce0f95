// Tells a story to a server of its own: what is recorded, and what it cost.
import { readCost } from "../support/api.ts";
import { operationAt } from "../support/conformance.ts";
import { startFreshServer } from "./fresh-server.ts";
import { Recorder } from "./recorder.ts";
import { tellStory } from "./story.ts";
import { tellStoryOfV4 } from "./story-v4.ts";

const ROOT_TOKEN = "the-root-token-of-the-examples";

const stories = { 3: tellStory, 4: tellStoryOfV4 };

interface Told {
  /** The examples as JSON. */
  readonly text: string;
  /** The most round trips of each operation, by method and name. */
  readonly roundTrips: ReadonlyMap<string, number>;
}

export async function told(version: 3 | 4): Promise<Told> {
  await using server = await startFreshServer(ROOT_TOKEN);
  const most = new Map<string, number>();
  const counting = async (request: Request) => {
    const response = await server.fetch(request);
    const { roundTrips } = readCost(response.headers.get("server-timing") ?? "");
    const name = `${request.method} ${operationAt(request.method, request.url)}`;
    most.set(name, Math.max(roundTrips, most.get(name) ?? 0));
    return response;
  };
  const recorder = new Recorder(server.origin, counting, version);
  await stories[version](recorder, ROOT_TOKEN);
  return { text: recorder.text, roundTrips: most };
}
