// Requests for access, for those who decide them.
import type { AccessRequestRow } from "../../db/queries/members/access-requests.ts";
import { Time, UserLink } from "../components/basics.tsx";
import { ActionButton, Button, Form } from "../components/form.tsx";
import type { Visit } from "../visit.ts";
import { LevelSelect } from "./member-table.tsx";
import type { MembersPlace } from "./place.ts";

interface Props {
  readonly visit: Visit;
  readonly place: MembersPlace;
  readonly requests: readonly AccessRequestRow[];
}

export const RequestList = ({ visit, place, requests }: Props) =>
  requests.length === 0 ? null : (
    <>
      <h2>Access requests</h2>
      <ul class="list">
        {requests.map((request) => (
          <li class="heading">
            <span>
              <UserLink user={request} /> @{request.username}, <Time now={visit.base.now} time={request.requested_at} />
            </span>
            <div class="actions">
              <Form visit={visit} action={`${place.path}/${request.id}/approve`} class="actions">
                <LevelSelect kind={place.source.kind} value={30} label={`Level of ${request.username}`} />
                <Button kind="primary">Approve</Button>
              </Form>
              <ActionButton visit={visit} action={`${place.path}/${request.id}/deny`} kind="danger">
                Deny<span class="hidden"> {request.username}</span>
              </ActionButton>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
