// GET .../hooks/:hook/deliveries/:delivery and POST .../redeliver: the request of a delivery and the last response.
import { minuteOf, State, Time } from "../components/basics.tsx";
import { ActionButton } from "../components/form.tsx";
import { Scroll } from "../components/scroll.tsx";
import type { Action, Page } from "../page.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";
import { type HookPlace, hookIds, hookUrl } from "./hook-place.ts";

const idsOf = async (place: HookPlace, visit: Visit) => ({
  ...(await hookIds(place, visit)),
  delivery_id: visit.param("delivery"),
});

export const deliveryPage =
  (place: HookPlace): Page =>
  async (visit) => {
    const ids = await idsOf(place, visit);
    const [frame, delivery] = await Promise.all([place.frame(visit), visit.api.call(place.deliveries.get, ids)]);
    const url = `${hookUrl(place, visit)}/deliveries/${delivery.id}`;
    const { request, response } = delivery;
    return frame(
      "Delivery",
      <section>
        <p>
          <a href={hookUrl(place, visit)}>Webhook</a>
        </p>
        <div class="heading">
          <h1>
            {delivery.event} #{delivery.id}
          </h1>
          <ActionButton visit={visit} action={`${url}/redeliver`} kind="primary">
            Redeliver
          </ActionButton>
        </div>
        <Facts delivery={delivery} now={visit.base.now} />
        <h2>Request</h2>
        {request.url !== null && <Text label="URL" text={`POST ${request.url}`} />}
        <Text label="Request headers" text={headerLines(request.headers)} />
        <Text label="Request body" text={readableBody(request.body)} />
        <BytesShown shown={request.body} bytes={request.body_bytes} />
        <h2>Response</h2>
        {delivery.error !== null && <p>{delivery.error}</p>}
        {response === null ? (
          <p>The receiver has not answered.</p>
        ) : (
          <>
            <p>Status {response.status}</p>
            <Text label="Response headers" text={headerLines(response.headers)} />
            <Text label="Response body, of which the first 4,096 bytes are kept" text={response.body ?? ""} />
          </>
        )}
      </section>,
    );
  };

interface ShownDelivery {
  readonly state: string;
  readonly attempts: number;
  readonly created_at: string | null;
  readonly attempted_at: string | null;
  readonly next_attempt_at: string | null;
  readonly duration_ms: number | null;
  readonly webhook_id: string;
}

const Facts = ({ delivery, now }: { delivery: ShownDelivery; now: string }) => (
  <dl class="facts">
    <dt>State</dt>
    <dd>
      <State state={delivery.state} />
    </dd>
    <dt>Message</dt>
    <dd class="mono">{delivery.webhook_id}</dd>
    <Instant name="Created" time={delivery.created_at} now={now} />
    <dt>Attempts</dt>
    <dd>{delivery.attempts}. The request and the response below are those of the last one.</dd>
    <Instant name="Last attempt" time={delivery.attempted_at} now={now} />
    {delivery.duration_ms !== null && (
      <>
        <dt>It took</dt>
        <dd>{delivery.duration_ms} ms</dd>
      </>
    )}
    {delivery.next_attempt_at !== null && (
      <>
        <dt>Next attempt</dt>
        <dd>{minuteOf(delivery.next_attempt_at)}</dd>
      </>
    )}
  </dl>
);

const Instant = ({ name, time, now }: { name: string; time: string | null; now: string }) =>
  time !== null && (
    <>
      <dt>{name}</dt>
      <dd>
        <Time now={now} time={time} />
      </dd>
    </>
  );

/** A text from outside, unchanged. */
const Text = ({ label, text }: { label: string; text: string }) => (
  <div class="box">
    <h3 class="box-head">{label}</h3>
    <Scroll label={label}>
      <pre>{text}</pre>
    </Scroll>
  </div>
);

const BytesShown = ({ shown, bytes }: { shown: string; bytes: number }) =>
  new TextEncoder().encode(shown).length < bytes && <p>The first 65,536 of {bytes} bytes are shown.</p>;

const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

/** JSON with indentation; a body that was cut is no JSON, and stays as it is. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

export const redeliver = (place: HookPlace): Action => ({
  async submit(visit) {
    const { id } = await visit.api.call(place.deliveries.redeliver, await idsOf(place, visit));
    return redirectWith(visit, "It was sent again: the answer is below.", `${hookUrl(place, visit)}/deliveries/${id}`);
  },
  form: deliveryPage(place),
});
