// Adds the records that accumulate over years: events, pushes, notifications and todos about the issues of seed.ts.
import { FIRST_USER, PORTION, portion, type SeedDatabase, type SeedSize } from "./seed.ts";

export interface HistorySize {
  readonly events: number;
  readonly pushes: number;
  /** Spread over ten users. */
  readonly notifications: number;
  /** A tenth of them pending. */
  readonly todos: number;
}

/** SQL of a time in the past two years, later for a later record: older events would be deleted. */
const instantOf = (total: number) =>
  `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || ((${total} - n) * 1000000 / ${total}) || ' minutes')`;

export async function seedHistory(database: SeedDatabase, { issues }: SeedSize, size: HistorySize): Promise<void> {
  const inPortions = async (total: number, sql: string) => {
    for (let first = 1; first <= total; first += PORTION) {
      const last = Math.min(first + PORTION - 1, total);
      await database.prepare(sql).bind(first, last).run();
    }
  };
  const issue = `cross join issues i on i.id = 1 + (n * 7919) % ${issues}`;
  await inPortions(
    size.events,
    `insert into events (kind, actor_id, namespace_id, project_id, target_id, created_at) ${portion}
      select case n % 3 when 0 then 'issue_closed' when 1 then 'issue_updated' else 'issue_opened' end, i.author_id,
        (select namespace_id from projects where id = i.project_id), i.project_id, i.id, ${instantOf(size.events)}
      from series ${issue}`,
  );
  await inPortions(
    size.pushes,
    `insert into pushes (project_id, entry_id, actor_id, ref, before, after, created_at) ${portion}
      select i.project_id, n, i.author_id, 'refs/heads/main', printf('%040x', n), printf('%040x', n + 1), ${instantOf(size.pushes)}
      from series ${issue}`,
  );
  await inPortions(
    size.notifications,
    `insert into notifications (user_id, event_id, event_kind, actor_id, project_id, target_type, target_id, reason,
        read, created_at) ${portion}
      select ${FIRST_USER} + n % 10, n, 'commented', i.author_id, i.project_id, 'Issue', i.id, 'participating',
        n % 10 <> 0, ${instantOf(size.notifications)}
      from series ${issue}`,
  );
  await inPortions(
    size.todos,
    `insert or ignore into todos (user_id, project_id, target_type, target_id, author_id, action, state, created_at,
        updated_at) ${portion}
      select ${FIRST_USER} + n % 10, i.project_id, 'Issue', i.id, i.author_id, 'assigned',
        case n % 10 when 0 then 'pending' else 'done' end, ${instantOf(size.todos)}, ${instantOf(size.todos)}
      from series ${issue}`,
  );
}
