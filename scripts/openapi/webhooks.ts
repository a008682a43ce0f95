// The payloads of webhooks.
import type { JsonSchema } from "../../src/http/coerce.ts";
import { type Shapes, united } from "./shapes.ts";

interface Webhook {
  /** `X-Gitlab-Event`, and its other name. */
  readonly event: string;
  readonly alias?: string;
  readonly summary: string;
  readonly file: string;
  /** The functions that make its payloads. */
  readonly payloads: readonly string[];
}

const webhooks: Readonly<Record<string, Webhook>> = {
  push: { event: "Push Hook", summary: "Commits were pushed", file: "push.ts", payloads: ["pushPayload"] },
  tagPush: {
    event: "Tag Push Hook",
    summary: "A tag was created or deleted",
    file: "push.ts",
    payloads: ["pushPayload"],
  },
  issue: { event: "Issue Hook", summary: "An issue changed", file: "issue.ts", payloads: ["issuePayload"] },
  mergeRequest: {
    event: "Merge Request Hook",
    summary: "A merge request changed",
    file: "merge-request.ts",
    payloads: ["mergeRequestPayload"],
  },
  note: {
    event: "Note Hook",
    summary: "An issue, a merge request or a commit was commented on",
    file: "note.ts",
    payloads: ["issueNotePayload", "mergeRequestNotePayload", "commitNotePayload"],
  },
  build: {
    event: "Build Hook",
    alias: "Job Hook",
    summary: "A commit status changed. `Job Hook` for hooks created through API v4.",
    file: "build.ts",
    payloads: ["buildPayload"],
  },
  pipeline: {
    event: "Pipeline Hook",
    summary: "A pipeline changed",
    file: "pipeline.ts",
    payloads: ["pipelinePayload"],
  },
  release: {
    event: "Release Hook",
    summary: "A release was created, edited or deleted",
    file: "release.ts",
    payloads: ["releasePayload"],
  },
  milestone: {
    event: "Milestone Hook",
    summary: "A milestone was created, closed, reopened or deleted",
    file: "milestone.ts",
    payloads: ["milestonePayload"],
  },
  emoji: {
    event: "Emoji Hook",
    summary: "An emoji was awarded or revoked",
    file: "emoji.ts",
    payloads: ["emojiPayload"],
  },
  system: {
    event: "System Hook",
    summary: "A project, a group, a user or a membership changed. System hooks receive the other events, too.",
    file: "system.ts",
    payloads: [
      "projectPayload",
      "movedProjectPayload",
      "projectMemberPayload",
      "groupPayload",
      "groupMemberPayload",
      "userPayload",
    ],
  },
};

const STRING = { type: "string" };

const header = (name: string, description: string, required: boolean, schema: HeaderParameter["schema"] = STRING) => ({
  name,
  in: "header",
  required,
  description,
  schema,
});

interface HeaderParameter {
  readonly name: string;
  readonly schema: { readonly type?: string; readonly enum?: readonly string[] };
}

/** The first parameter is `X-Gitlab-Event`. */
export type Webhooks = Readonly<Record<string, { readonly post: { readonly parameters: readonly HeaderParameter[] } }>>;

/** The object `webhooks` of the document. @param examples bodies, by the name of the webhook */
export function describeWebhooks(shapes: Shapes, examples: Readonly<Record<string, unknown>>): Webhooks {
  return Object.fromEntries(
    Object.entries(webhooks).map(([name, { event, alias, summary, file, payloads }]) => {
      const schemas = payloads.map((payload) => payloadSchema(shapes, file, payload));
      // Sent by test events when there is no event yet.
      if (name !== "system") schemas.push(payloadSchema(shapes, "frame.ts", "samplePayload"));
      const example = examples[name];
      const content = { schema: united(schemas), ...(example !== undefined && { example }) };
      const post = {
        operationId: `${name}Hook`,
        summary,
        tags: ["Webhooks"],
        security: [],
        parameters: headersOf(alias === undefined ? [event] : [event, alias]),
        requestBody: { required: true, content: { "application/json": content } },
        responses: { "2XX": { description: "Delivered. Any other status is retried." } },
      };
      return [name, { post }];
    }),
  );
}

/** @param file below src/hooks/payloads */
function payloadSchema(shapes: Shapes, file: string, name: string): JsonSchema {
  const exported = { file: `src/hooks/payloads/${file}`, name };
  shapes.name(exported, name.charAt(0).toUpperCase() + name.slice(1));
  return shapes.returned(exported);
}

const headersOf = (events: readonly string[]): HeaderParameter[] => [
  header("X-Gitlab-Event", "The kind of event; `System Hook` for every event of a system hook.", true, {
    enum: [...new Set([...events, "System Hook"])],
  }),
  header("X-Gitlab-Token", "The token of the hook, if it has one.", false),
  header("X-Gitlab-Instance", "The origin of this server.", true),
  header("X-Gitlab-Webhook-UUID", "The same for all deliveries to a hook.", true),
  header("X-Gitlab-Event-UUID", "The same for all deliveries of an event.", true),
  header("Idempotency-Key", "The same for all attempts of a delivery.", true),
  header("webhook-id", "The same for all attempts of a delivery.", true),
  header("webhook-timestamp", "Seconds since 1970.", true),
  header("webhook-signature", "`v1,` and the HMAC of id, timestamp and body, of Standard Webhooks.", true),
];
