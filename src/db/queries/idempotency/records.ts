// The records of requests with an Idempotency-Key. An attempt claims its record before it changes anything, marks it in
// the batch of its first change, and stores its response in it.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { IdempotencyState } from "../../schema/idempotency-records.ts";
import { incidental, type Statement, selectWith, writeTemplate } from "../../statement.ts";

/** One attempt at a request with a key. Times are ISO 8601 with milliseconds. */
export interface ClaimKey {
  readonly id: string;
  readonly fingerprint: string;
  readonly attempt: string;
  readonly now: string;
  readonly lease_ends_at: string;
  readonly expires_at: string;
}

/** Expired records that one request with a key deletes, besides its own. */
const MOST_SWEPT = 20;

const id = sql`${sql.placeholder("id")}`;
const attempt = sql`${sql.placeholder("attempt")}`;
const now = sql`${sql.placeholder("now")}`;
const heldByAttempt = sql`id = ${id} and attempt = ${attempt}`;

/** The record of this key must be gone before it is claimed again. */
const sweepTemplate = writeTemplate(sql`delete from idempotency_records where id in (
  select r.id from idempotency_records r where r.id = ${id} and r.expires_at <= ${now}
  union all select * from (select r.id from idempotency_records r where r.expires_at <= ${now}
    order by r.expires_at limit ${sql.raw(String(MOST_SWEPT))}))`);

const claimTemplate = writeTemplate(sql`with ${viewerCte}
  insert into idempotency_records (id, fingerprint, operation_id, attempt, state, lease_ends_at, expires_at)
  select ${id}, ${sql.placeholder("fingerprint")}, ${attempt}, ${attempt}, 'claimed',
    ${sql.placeholder("lease_ends_at")}, ${sql.placeholder("expires_at")} from viewer where viewer_id is not null
  on conflict (id) do update set attempt = excluded.attempt, lease_ends_at = excluded.lease_ends_at
  where state <> 'answered' and lease_ends_at <= ${now} and fingerprint = excluded.fingerprint`);

const recordTemplate = selectWith(
  [viewerCte],
  {
    fingerprint: sql<string>`r.fingerprint`,
    operation_id: sql<string>`r.operation_id`,
    attempt: sql<string>`r.attempt`,
    state: sql<IdempotencyState>`r.state`,
    created_id: sql<number | null>`r.created_id`,
    response: sql<string | null>`r.response`,
  },
  sql`from viewer cross join idempotency_records r where viewer_id is not null and r.id = ${id}`,
);

export type IdempotencyRecord = NonNullable<ReturnType<typeof recordTemplate.with>["row"]>;

/**
 * Claims the record of a key, unless it is answered, belongs to another request, or another attempt has its lease. The
 * last statement returns the record as it is then; no row for an unknown viewer, who cannot claim anything.
 */
export const claimRecord = (
  viewer: ViewerKey,
  claim: ClaimKey,
): [Statement, Statement, Statement<IdempotencyRecord>] => [
  sweepTemplate.with({ ...claim }),
  claimTemplate.with({ ...viewer, ...claim }),
  recordTemplate.with({ ...viewer, ...claim }),
];

const markTemplate = writeTemplate(sql`insert into idempotency_records
  (id, fingerprint, operation_id, attempt, state, lease_ends_at, expires_at)
  values (${id}, '', '', ${attempt}, 'changed', '', '') on conflict (id) do update set state = 'changed'`);

/** Marks the record as changed. Fails its batch ({@link isOvertaken}) if the attempt does not hold the claim. */
export const markChanged = (claim: ClaimKey): Statement => markTemplate.with({ ...claim });

/** True for the error of a batch whose attempt did not hold its claim; nothing was written. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("violates idempotency_claim");

/** Stores the `id` of the row that a select returns. The select must be the one before it in the batch. */
export const storeCreatedId = (claim: ClaimKey, { sql: text, params }: Statement): Statement => ({
  sql: `update idempotency_records set created_id = (select id from (${text})) where id = +?${params.length + 1}`,
  params: [...params, claim.id],
});

const storeTemplate = writeTemplate(sql`update idempotency_records set state = 'answered',
  response = ${sql.placeholder("response")} where ${heldByAttempt}`);

export const storeResponse = (claim: ClaimKey, response: string): Statement =>
  incidental(storeTemplate.with({ ...claim, response }));

const releaseTemplate = writeTemplate(
  sql`delete from idempotency_records where ${heldByAttempt} and state = 'claimed'`,
);

/** Forgets a request that changed nothing. */
export const releaseClaim = (claim: ClaimKey): Statement => incidental(releaseTemplate.with({ ...claim }));

const yieldTemplate = writeTemplate(
  sql`update idempotency_records set lease_ends_at = '' where ${heldByAttempt} and state <> 'answered'`,
);

/** Lets the next attempt take over at once. */
export const yieldClaim = (claim: ClaimKey): Statement => incidental(yieldTemplate.with({ ...claim }));
