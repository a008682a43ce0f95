// GET, POST .../hooks: the hooks of a project, of a group or of the server.
import { Empty, Pages, State, Time } from "../components/basics.tsx";
import { Button, Form } from "../components/form.tsx";
import { secretPage } from "../components/secret.tsx";
import type { Action, Page, View } from "../page.ts";
import type { Visit } from "../visit.ts";
import { HookFields, hookEvents, hookValues, isSet } from "./hook-fields.tsx";
import { type HookPlace, hooksUrl, hookUrl } from "./hook-place.ts";

export const hookListPage =
  (place: HookPlace): Page =>
  async (visit) => {
    const values = { id: await place.idOf(visit), page: visit.queryText("page") };
    const [frame, listed] = await Promise.all([place.frame(visit), visit.api.list(place.hooks.list, values)]);
    return frame(
      "Webhooks",
      <section>
        <h1>Webhooks</h1>
        {listed.rows.length === 0 ? (
          <Empty>There are no webhooks yet.</Empty>
        ) : (
          <ul class="list">
            {listed.rows.map((hook) => (
              <HookItem hook={hook} href={hookUrl(place, visit, hook.id)} now={visit.base.now} />
            ))}
          </ul>
        )}
        <Pages visit={visit} listed={listed} />
        <h2>New webhook</h2>
        <Form visit={visit} action={hooksUrl(place, visit)} class="box" label="New webhook">
          <HookFields visit={visit} />
          <Button kind="primary">Add webhook</Button>
        </Form>
      </section>,
    );
  };

interface ListedHook {
  readonly url: string;
  readonly enabled: boolean;
  readonly disabled_until: string | null;
  readonly created_at: string;
}

/** A hook without a mark delivers. */
export const HookState = ({ hook }: { hook: Pick<ListedHook, "enabled" | "disabled_until"> }) =>
  hook.enabled ? hook.disabled_until !== null && <State state="retrying" /> : <State state="failed" />;

const HookItem = ({ hook, href, now }: { hook: ListedHook; href: string; now: string }) => (
  <li>
    <a class="main" href={href}>
      {hook.url}
    </a>{" "}
    <HookState hook={hook} />
    <p class="meta">
      <span>{chosenEvents(hook).join(", ") || "No events"}</span>
      <span>
        Added <Time now={now} time={hook.created_at} />
      </span>
    </p>
  </li>
);

const chosenEvents = (hook: object): string[] =>
  hookEvents.filter(([name]) => isSet(hook, name)).map(([, label]) => label);

export const createHook = (place: HookPlace): Action => ({ submit: submitHook(place), form: hookListPage(place) });

const submitHook =
  (place: HookPlace) =>
  async (visit: Visit): Promise<View> => {
    const values = { id: await place.idOf(visit), ...hookValues(visit) };
    const hook = await visit.api.call(place.hooks.create, values);
    return signingSecretPage("The webhook was added", hook.signing_secret, hookUrl(place, visit, hook.id));
  };

export const signingSecretPage = (title: string, secret: string, next: string): View =>
  secretPage({
    title,
    label: "Signing secret",
    secret,
    hint: "By it the receiver verifies that a delivery comes from this server.",
    next,
  });
