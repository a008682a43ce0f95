// A notifier on Node's own SQLite that can crash at any step and is restarted by its alarm, as on a Durable Object. It
// reads a real database, with a simulated clock, and collects its mails in a list.

import { sql } from "drizzle-orm";
import type { Database } from "../../src/db/database.ts";
import { insertGroup } from "../../src/db/queries/groups/groups.ts";
import type { IssuableKey } from "../../src/db/queries/issuables/issuables.ts";
import { insertIssue, newestIssueId } from "../../src/db/queries/issues/issues.ts";
import { insertProject } from "../../src/db/queries/projects/projects.ts";
import { insertUser } from "../../src/db/queries/users/writes.ts";
import { execute } from "../../src/db/statement.ts";
import { Repositories, type RepositoryNamespace } from "../../src/durable-objects/repositories.ts";
import type { ObjectStorage } from "../../src/durable-objects/sqlite.ts";
import type { Mail } from "../../src/notifications/compose-mail.ts";
import { deleteExpired } from "../../src/notifications/delete-expired.ts";
import { loadMails } from "../../src/notifications/load-mails.ts";
import { NotifierEngine } from "../../src/notifications/notifier-engine.ts";
import { findNextEvent, notifyOfEvents } from "../../src/notifications/notify.ts";
import { createNote } from "../../src/services/notes/create.ts";
import type { VerbContext } from "../../src/services/verb.ts";
import { nodeStorage } from "../support/node-storage.ts";

export const ORIGIN = "https://tributary.example.com";

const start = "2026-01-01T00:00:00.000Z";
const times = { created_at: start, updated_at: start };

/** The step before which a process can crash. */
export type Step = "read" | "write" | "send" | "hear";

class Died extends Error {}

/** A public project with an issue on which one user comments; the readers get notifications. */
export interface NotifiedWorld {
  readonly db: Database;
  readonly projectId: number;
  readonly issue: IssuableKey;
  readonly commenter: number;
  /** Subscribers of the issue. */
  readonly readers: readonly number[];
}

let made = 100;

export async function createWorld(db: Database, readers: number): Promise<NotifiedWorld> {
  made += 100 + readers;
  const [commenter, groupId, projectId] = [made, made + 1, made + 2];
  const readerIds = Array.from({ length: readers }, (_, index) => made - readers - 10 + index);
  const user = (id: number) =>
    insertUser({ id, username: `user-${id}`, name: `User ${id}`, email: `user-${id}@example.com`, ...times });
  await db.batch(
    user(commenter),
    ...readerIds.map(user),
    insertGroup({ id: groupId, name: `Group ${groupId}`, path: `group-${groupId}`, visibility_level: 20, ...times }),
    insertProject({
      id: projectId,
      namespace_id: groupId,
      creator_id: commenter,
      name: "Project",
      path: "project",
      runners_token: `token-${projectId}`,
      visibility_level: 20,
      last_activity_at: start,
      issue_seq: 1,
      ...times,
    }),
    insertIssue({
      project_id: projectId,
      author_id: commenter,
      assignee_id: null,
      milestone_id: null,
      title: "Title",
      description: null,
      confidential: 0,
      due_date: null,
      ...times,
    }),
  );
  const [[row]] = await db.batch(execute<{ id: number }>(sql`select ${newestIssueId(projectId)} as id`));
  const issue: IssuableKey = { type: "Issue", id: row?.id ?? 0, project_id: projectId };
  await db.batch(
    ...readerIds.map((id) =>
      execute(sql`insert into participants (user_id, target_type, target_id, project_id, subscribed)
        values (${id}, 'Issue', ${issue.id}, ${projectId}, 1)`),
    ),
  );
  return { db, projectId, issue, commenter, readers: readerIds };
}

export class MortalNotifier {
  readonly storage: ObjectStorage = nodeStorage();
  readonly mails: Mail[] = [];
  readonly deaths: Step[] = [];
  readonly reports: string[] = [];
  /** Milliseconds since 1970. */
  now = Date.parse(start);
  /** Null while no alarm is set. */
  alarm: number | null = null;
  alarmsSet = 0;
  takesMail = true;
  /** The error thrown by the mail binding, if any. */
  refusal: Error = new Error("Not today");
  /** Pages of more events than this fail. */
  mostEvents = Number.POSITIVE_INFINITY;
  /** The poison event: every page that contains it fails. */
  poison: number | null = null;
  /** Sizes of the requested pages. */
  readonly limits: number[] = [];
  isGone = false;
  readonly #world: NotifiedWorld;
  readonly #hasPost: boolean;
  #engine: NotifierEngine;
  #life = { stepsLeft: Number.POSITIVE_INFINITY, isOver: false };

  constructor(world: NotifiedWorld, hasPost = true) {
    this.#world = world;
    this.#hasPost = hasPost;
    this.#engine = this.#live();
  }

  get engine(): NotifierEngine {
    return this.#engine;
  }

  /** Writes a comment without waking the notifier. Returns the event. */
  async recordEvent(body = "Well said."): Promise<number> {
    const { db, issue, commenter } = this.#world;
    const noteable = { ...issue, iid: 1, assignee_id: null };
    const params = { body, createdAt: null, entities: { users: [], issuables: [] } };
    const outcome = await createNote(contextOf(db, commenter, this.now), noteable, params);
    if (outcome.kind !== "created") throw new Error(outcome.kind);
    const [[newest]] = await db.batch(execute<{ id: number }>(sql`select max(id) as id from events`));
    return newest?.id ?? 0;
  }

  wake(): void {
    this.#orDie(() => this.#engine.wake());
  }

  /** Advances the clock to the alarm, which the runtime repeats if the process dies in it. */
  async ring(): Promise<void> {
    this.now = Math.max(this.now, this.alarm ?? this.now);
    this.alarm = null;
    const life = this.#life;
    await this.#engine.work();
    if (!life.isOver) return;
    this.alarm ??= this.now;
    this.revive();
  }

  /** Rings until no alarm is due within this many milliseconds. */
  async settle(within = 60_000): Promise<void> {
    for (let rings = 0; this.alarm !== null && this.alarm <= this.now + within; rings += 1) {
      if (rings > 200) throw new Error("The notifier never settles");
      await this.ring();
    }
  }

  /** Ends the process and starts a new one. @param steps after which the new process crashes */
  revive(steps = Number.POSITIVE_INFINITY): void {
    this.#life.isOver = true;
    this.#life = { stepsLeft: steps, isOver: false };
    this.#engine = this.#live();
  }

  /** The notifications of each reader, by event. */
  async notifications(): Promise<Map<number, number[]>> {
    const { db, projectId, readers } = this.#world;
    const [rows] = await db.batch(
      execute<{ user_id: number; event_id: number }>(
        sql`select user_id, event_id from notifications where project_id = ${projectId} order by event_id`,
      ),
    );
    return new Map(
      readers.map((id) => [id, rows.filter(({ user_id }) => user_id === id).map(({ event_id }) => event_id)]),
    );
  }

  #orDie(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      this.revive();
    }
  }

  #live(): NotifierEngine {
    const life = this.#life;
    const check = () => {
      if (life.isOver) throw new Died();
    };
    const step = (name: Step) => {
      check();
      if (life.stepsLeft-- > 0) return;
      life.isOver = true;
      this.deaths.push(name);
      throw new Died();
    };
    const { db, projectId } = this.#world;
    const instant = () => new Date(this.now).toISOString();
    return new NotifierEngine({
      storage: mortalStorage(this.storage, check, step),
      notify: async (after, limit) => {
        step("read");
        this.limits.push(limit);
        if (await this.#isTooMuch(after, limit)) throw new Error("The page is too large");
        const outcome = await notifyOfEvents(db, projectId, { after, limit }, instant());
        step("hear");
        return outcome;
      },
      findNextEvent: (after) => {
        check();
        return findNextEvent(db, projectId, after);
      },
      deleteExpired: () => {
        check();
        return deleteExpired(db, projectId, this.now);
      },
      post: this.#hasPost
        ? {
            from: "tributary@example.com",
            origin: ORIGIN,
            load: (mails) => {
              check();
              return loadMails(db, mails, instant());
            },
            send: async (mail) => {
              step("send");
              if (!this.takesMail) throw this.refusal;
              this.mails.push(mail);
              step("hear");
            },
          }
        : null,
      clock: () => this.now,
      setAlarm: (time) => {
        if (life.isOver) return;
        this.alarm = time;
        this.alarmsSet += 1;
      },
      report: (what) => void this.reports.push(what),
      end: async () => {
        check();
        this.isGone = true;
        this.alarm = null;
      },
    });
  }

  async #isTooMuch(after: number | null, limit: number): Promise<boolean> {
    const { db, projectId } = this.#world;
    const [rows] = await db.batch(
      execute<{ id: number }>(
        sql`select id from events where project_id = ${projectId} and id > ${after ?? 0} order by id limit ${limit}`,
      ),
    );
    return rows.length > this.mostEvents || rows.some(({ id }) => id === this.poison);
  }
}

export const contextOf = (db: Database, actorId: number, now: number): VerbContext => ({
  db,
  repositories: new Repositories(noRepositories),
  viewer: { known_id: actorId, known_username: null, token_hash: null, scopes: "", today: start.slice(0, 10) },
  baseUrl: ORIGIN,
  now: new Date(now).toISOString(),
  actorId,
  isDetailed: false,
  impersonation: "{}",
});

/** Comments read no repository. */
const noRepositories: RepositoryNamespace = Object.create(null);

function mortalStorage(storage: ObjectStorage, check: () => void, step: (name: Step) => void): ObjectStorage {
  let isWithin = false;
  return {
    sql: {
      databaseSize: 0,
      exec(query, ...bindings) {
        if (isWithin || query.startsWith("select")) check();
        else step("write");
        return storage.sql.exec(query, ...bindings);
      },
    },
    transactionSync: (work) =>
      storage.transactionSync(() => {
        isWithin = true;
        try {
          const result = work();
          step("write");
          return result;
        } finally {
          isWithin = false;
        }
      }),
  };
}
