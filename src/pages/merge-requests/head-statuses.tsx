// The builds that external CI reported for the newest commit.
import type { HeadStatusRow } from "../../db/queries/merge-requests/surroundings.ts";
import { State } from "../components/basics.tsx";

interface Props {
  /** Of the whole pipeline; null without one. */
  readonly build: string | null;
  readonly statuses: readonly HeadStatusRow[];
}

/** Nothing for those who may not read the source. */
export const HeadStatuses = ({ build, statuses }: Props) =>
  build === null || statuses.length === 0 ? null : (
    <details open={build !== "success" && statuses.length <= 10}>
      <summary>
        Build <State state={build} />
      </summary>
      <ul class="list">
        {statuses.map((status) => (
          <li>
            <p>
              <State state={status.status} /> <Name status={status} /> {status.description}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );

/** URLs of other schemes are not links. */
const Name = ({ status: { name, target_url } }: { status: HeadStatusRow }) =>
  target_url !== null && /^https?:\/\//i.test(target_url) ? (
    <a href={target_url} rel="nofollow noopener noreferrer">
      {name}
    </a>
  ) : (
    <span>{name}</span>
  );
