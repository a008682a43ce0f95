// The fields of a hook.
import { Checkboxes, TextField } from "../components/form.tsx";
import type { Visit } from "../visit.ts";

/** The settings that select events. */
export const hookEvents = [
  ["push_events", "Pushes to branches"],
  ["tag_push_events", "Tags"],
  ["issues_events", "Issues"],
  ["confidential_issues_events", "Confidential issues, and their comments"],
  ["merge_requests_events", "Merge requests"],
  ["note_events", "Comments"],
  ["build_events", "Builds"],
  ["pipeline_events", "Pipelines"],
  ["releases_events", "Releases"],
  ["milestone_events", "Milestones"],
  ["emoji_events", "Emoji"],
  ["wiki_page_events", "Wiki pages"],
] as const;

/** Events of which the API sends a test. */
export const testableEvents = hookEvents.filter(
  ([name]) => name !== "confidential_issues_events" && name !== "wiki_page_events",
);

/** The API leaves out `confidential_issues_events` where it is not set. */
export const isSet = (hook: object, setting: string): boolean => new Map(Object.entries(hook)).get(setting) === true;

type Setting = (typeof hookEvents)[number][0] | "enable_ssl_verification";

type ShownHook = { readonly url: string } & { readonly [S in Setting]?: boolean };

const newHook: ShownHook = { url: "", push_events: true, enable_ssl_verification: true };

interface Props {
  readonly visit: Visit;
  readonly hook?: ShownHook;
}

export const HookFields = ({ visit, hook = newHook }: Props) => {
  const isChecked = (name: string) => isSet(hook, name);
  const isNew = hook === newHook;
  return (
    <>
      <TextField
        name="url"
        label="URL"
        type="url"
        value={visit.entered("url", hook.url)}
        hint="A user and a password in the URL are sent as Basic authentication and not shown again."
        required
      />
      <TextField
        name="token"
        label="Secret token"
        type="password"
        autocomplete="off"
        hint={`Sent as X-Gitlab-Token.${isNew ? "" : " Empty keeps the present one, which is not shown, as long as the URL stays the same."}`}
      />
      {!isNew && (
        <Checkboxes visit={visit} fields={[["remove_token", "Remove the secret token"]]} isChecked={isChecked} />
      )}
      <fieldset>
        <legend>Events</legend>
        <Checkboxes visit={visit} fields={hookEvents} isChecked={isChecked} />
      </fieldset>
      <Checkboxes
        visit={visit}
        fields={[["enable_ssl_verification", "Verify the receiver's certificate"]]}
        isChecked={isChecked}
      />
    </>
  );
};

/** The submitted fields as the API's parameters. An empty token keeps the present one. */
export function hookValues(visit: Visit) {
  const settings = [...hookEvents.map(([name]) => name), "enable_ssl_verification"];
  return {
    url: visit.formText("url") ?? "",
    ...Object.fromEntries(settings.map((name) => [name, visit.form.get(name)])),
    token: visit.formText("token") ?? (visit.formText("remove_token") === "true" ? "" : undefined),
  };
}
