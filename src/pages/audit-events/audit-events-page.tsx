// GET .../audit_events: the audit trail of a project, of a group or of the server.
import { auditEventLists } from "../../api/v3/audit-events/router.ts";
import { capitalised, Empty, Pages } from "../components/basics.tsx";
import { Button, Select, TextField } from "../components/form.tsx";
import { Scroll } from "../components/scroll.tsx";
import { groupPlace, type OwnerPlace, projectPlace, serverPlace } from "../owner-place.tsx";
import type { Page } from "../page.ts";
import type { Visit } from "../visit.ts";
import { changeText } from "./change-text.ts";

const auditPage =
  (place: OwnerPlace, list: typeof auditEventLists.project): Page =>
  async (visit) => {
    const values = { id: await place.idOf(visit), ...filtersOf(visit) };
    const [frame, listed] = await Promise.all([place.frame(visit), visit.api.list(list, values)]);
    return frame(
      "Audit events",
      <section>
        <h1>Audit events</h1>
        <Filters visit={visit} place={place} />
        {listed.rows.length === 0 ? <Empty>No events match.</Empty> : <Events events={listed.rows} />}
        <Pages visit={visit} listed={listed} />
      </section>,
    );
  };

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Parameters of the API. A last day is included. */
function filtersOf(visit: Visit) {
  const before = visit.queryText("created_before");
  return {
    page: visit.queryText("page"),
    entity_type: visit.queryText("entity_type"),
    entity_id: visit.queryText("entity_id"),
    created_after: visit.queryText("created_after"),
    created_before: before !== undefined && DAY.test(before) ? `${before}T23:59:59.999Z` : before,
  };
}

const entityTypes = [
  { value: "", text: "Everything" },
  { value: "Project", text: "Projects" },
  { value: "Group", text: "Groups" },
  { value: "User", text: "Users" },
  { value: "Gitlab::Audit::InstanceScope", text: "The server" },
];

const Filters = ({ visit, place }: { visit: Visit; place: OwnerPlace }) => {
  const field = (name: string) => ({ name, value: visit.queryText(name) ?? "" });
  return (
    <form method="get" action={`${place.urlOf(visit)}/audit_events`} class="filters">
      {place === serverPlace && (
        <>
          <Select {...field("entity_type")} label="About" options={entityTypes} />
          <TextField {...field("entity_id")} label="Its id" type="number" />
        </>
      )}
      <TextField {...field("created_after")} label="From" type="date" />
      <TextField {...field("created_before")} label="To" type="date" />
      <p class="field">
        <Button>Filter</Button>
      </p>
    </form>
  );
};

interface AuditEvent {
  readonly event_type: string;
  readonly details: Readonly<Record<string, string | number | null>>;
  readonly created_at: string;
}

/** Names are those of the moment of the change. */
const Events = ({ events }: { events: readonly AuditEvent[] }) => (
  <Scroll label="Events">
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Author</th>
          <th scope="col">Event</th>
          <th scope="col">Of</th>
          <th scope="col">Target</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ event_type, details, created_at }) => (
          <tr>
            <td>
              <time datetime={created_at}>{created_at.slice(0, 19).replace("T", " ")}</time>
            </td>
            <td>{details.author_name}</td>
            <td>{capitalised(event_type.replaceAll("_", " "))}</td>
            <td>{details.entity_path}</td>
            <td>{details.target_details}</td>
            <td>{changeText(details)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
);

export const projectAuditPage = auditPage(projectPlace, auditEventLists.project);
export const groupAuditPage = auditPage(groupPlace, auditEventLists.group);
export const serverAuditPage = auditPage(serverPlace, auditEventLists.instance);
