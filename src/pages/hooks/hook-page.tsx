// GET .../hooks/:hook: a hook's settings and its deliveries; and the actions on it.
import { Empty, minuteOf, Pages, State, Time } from "../components/basics.tsx";
import { ActionButton, Button, Form, Select } from "../components/form.tsx";
import { Scroll } from "../components/scroll.tsx";
import type { Action, Page } from "../page.ts";
import { redirectWith } from "../redirect-with.ts";
import { HookFields, hookValues, testableEvents } from "./hook-fields.tsx";
import { HookState, signingSecretPage } from "./hook-list-page.tsx";
import { type HookPlace, hookIds, hooksUrl, hookUrl } from "./hook-place.ts";

export const hookPage =
  (place: HookPlace): Page =>
  async (visit) => {
    const ids = await hookIds(place, visit);
    const [frame, hook, deliveries] = await Promise.all([
      place.frame(visit),
      visit.api.call(place.hooks.get, ids),
      visit.api.list(place.deliveries.list, { ...ids, page: visit.queryText("page") }),
    ]);
    const url = hookUrl(place, visit);
    return frame(
      "Webhook",
      <section>
        <p>
          <a href={hooksUrl(place, visit)}>All webhooks</a>
        </p>
        <h1>
          {hook.url} <HookState hook={hook} />
        </h1>
        <LastFailure hook={hook} now={visit.base.now} />
        <h2>Deliveries</h2>
        <DeliveryTable deliveries={deliveries.rows} url={url} now={visit.base.now} />
        <Pages visit={visit} listed={deliveries} />
        <Form visit={visit} action={`${url}/test`} class="filters" label="Test">
          <Select
            name="event"
            label="Event"
            options={testableEvents.map(([value, text]) => ({ value, text }))}
            value={visit.entered("event")}
          />
          <p class="field">
            <Button>Send a test</Button>
          </p>
        </Form>
        <h2>Settings</h2>
        <Form visit={visit} action={url} class="box" label="Settings">
          <HookFields visit={visit} hook={hook} />
          <Button kind="primary">Save changes</Button>
        </Form>
        <h2>Signing secret</h2>
        <p>A new secret replaces the present one, which also signs deliveries for 24 hours.</p>
        <div class="actions">
          <ActionButton visit={visit} action={`${url}/rotate_secret`}>
            Replace the signing secret
          </ActionButton>
          <ActionButton visit={visit} action={`${url}/delete`} isConfirmed>
            Delete this webhook
          </ActionButton>
        </div>
      </section>,
    );
  };

interface FailingHook {
  readonly enabled: boolean;
  readonly disabled_until: string | null;
  readonly last_error: string | null;
  readonly last_error_at: string | null;
}

const LastFailure = ({ hook, now }: { hook: FailingHook; now: string }) =>
  hook.last_error !== null &&
  hook.last_error_at !== null && (
    <p>
      The last failure was <Time now={now} time={hook.last_error_at} />: {hook.last_error}.
      {!hook.enabled && " The receiver is gone, so nothing is delivered until the settings are saved again."}
      {hook.disabled_until !== null && ` The next attempt is at ${minuteOf(hook.disabled_until)}.`}
    </p>
  );

interface Delivery {
  readonly id: number;
  readonly event: string;
  readonly state: string;
  readonly attempts: number;
  readonly created_at: string | null;
  readonly duration_ms: number | null;
  readonly response_status: number | null;
  readonly error: string | null;
}

const DeliveryTable = ({ deliveries, url, now }: { deliveries: readonly Delivery[]; url: string; now: string }) =>
  deliveries.length === 0 ? (
    <Empty>Nothing has been delivered yet.</Empty>
  ) : (
    <Scroll label="Deliveries">
      <table>
        <thead>
          <tr>
            <th scope="col">Delivery</th>
            <th scope="col">State</th>
            <th scope="col" class="number">
              Attempts
            </th>
            <th scope="col">Response</th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <tr>
              <td>
                <a href={`${url}/deliveries/${delivery.id}`}>
                  {delivery.event} #{delivery.id}
                </a>
              </td>
              <td>
                <State state={delivery.state} />
              </td>
              <td class="number">{delivery.attempts}</td>
              <td>{delivery.response_status ?? delivery.error}</td>
              <td>{delivery.created_at !== null && <Time now={now} time={delivery.created_at} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );

/** An action on the hook of the path, whose page is shown again after a refusal. */
const onHook = (place: HookPlace, submit: Action["submit"]): Action => ({ submit, form: hookPage(place) });

export const updateHook = (place: HookPlace): Action =>
  onHook(place, async (visit) => {
    await visit.api.call(place.hooks.update, { ...(await hookIds(place, visit)), ...hookValues(visit) });
    return redirectWith(visit, "The webhook was saved.", hookUrl(place, visit));
  });

export const testHook = (place: HookPlace): Action =>
  onHook(place, async (visit) => {
    const values = { ...(await hookIds(place, visit)), event: visit.formText("event") };
    const delivery = await visit.api.call(place.deliveries.test, values);
    return redirectWith(visit, "The test was sent.", `${hookUrl(place, visit)}/deliveries/${delivery.id}`);
  });

export const rotateSecret = (place: HookPlace): Action =>
  onHook(place, async (visit) => {
    const hook = await visit.api.call(place.hooks.rotateSecret, await hookIds(place, visit));
    return signingSecretPage("The signing secret was replaced", hook.signing_secret, hookUrl(place, visit));
  });

export const deleteHook = (place: HookPlace): Action =>
  onHook(place, async (visit) => {
    await visit.api.call(place.hooks.delete, await hookIds(place, visit));
    return redirectWith(visit, "The webhook was deleted.", hooksUrl(place, visit));
  });
