// GET /-/profile/sessions, and the actions that end sessions
import { getCurrentUser } from "../../api/v3/users/get-current-user.ts";
import { endOtherSessions, endSessionOf, listSessions, type SessionRow } from "../../db/queries/users/sessions.ts";
import { clamp } from "../../http/coerce.ts";
import { recordNotFound, unauthorized } from "../../http/errors.ts";
import { Time } from "../components/basics.tsx";
import { ActionButton } from "../components/form.tsx";
import type { Action, Page } from "../page.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";
import { browserName } from "./browser-name.ts";
import { profileView } from "./profile-place.tsx";

const url = "/-/profile/sessions";

export const sessionsPage: Page = async (visit) => {
  const { db, viewer } = visit.base;
  const [[sessions]] = await Promise.all([db.batch(listSessions(viewer)), requireUser(visit)]);
  return profileView(
    visit,
    "Sessions",
    <>
      <p>The browsers that are signed in as you.</p>
      <ul class="list">
        {sessions.map((session) => (
          <Session visit={visit} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <ActionButton visit={visit} action={`${url}/end_others`} kind="danger">
          End all other sessions
        </ActionButton>
      )}
    </>,
  );
};

const requireUser = (visit: Visit) => visit.api.call(getCurrentUser, {});

const Session = ({ visit, session }: { visit: Visit; session: SessionRow }) => (
  <li class="heading">
    <div>
      <strong title={session.name}>{browserName(session.name)}</strong>
      {session.is_current === 1 && <span class="badge">This session</span>}
      {session.impersonation === 1 && <span class="badge">By an impersonation token</span>}
      <p class="meta">
        <span>
          Since <Time now={visit.base.now} time={session.created_at} />
        </span>
        <span>Until {session.expires_at}</span>
      </p>
    </div>
    {session.is_current === 0 && (
      <ActionButton visit={visit} action={`${url}/${session.id}/end`}>
        End
      </ActionButton>
    )}
  </li>
);

export const endOneSession: Action = {
  async submit(visit) {
    const { id } = await requireUser(visit);
    const [ended] = await visit.base.db.batch(endSessionOf(id, clamp(Number(visit.param("session")))));
    if (ended.length === 0) throw recordNotFound();
    return redirectWith(visit, "The session was ended.", url);
  },
  form: sessionsPage,
};

export const endAllOtherSessions: Action = {
  async submit(visit) {
    const { id } = await requireUser(visit);
    const { token_hash } = visit.base.viewer;
    if (token_hash === null) throw unauthorized();
    await visit.base.db.batch(endOtherSessions(id, token_hash));
    return redirectWith(visit, "All other sessions were ended.", url);
  },
  form: sessionsPage,
};
