// Types of the payloads of webhooks.
import type { webhooks } from "./schema.d.ts";

export type WebhookName = keyof webhooks;

/**
 * The JSON that a webhook sends, such as `WebhookPayload<"issue">`; without a name, that of any. A test delivery on a
 * project without such an event is a `SamplePayload`, which lacks `object_attributes`.
 */
export type WebhookPayload<Name extends WebhookName = WebhookName> = {
  [Each in Name]: webhooks[Each]["post"]["requestBody"]["content"]["application/json"];
}[Name];
