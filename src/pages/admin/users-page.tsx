// GET, POST /-/admin/users and GET /-/admin/users/new
import { createUser as create } from "../../api/v3/users/create-user.ts";
import { listUsers } from "../../api/v3/users/list-users.ts";
import { Empty, Pages, State } from "../components/basics.tsx";
import { Button, Form } from "../components/form.tsx";
import { serverPlace } from "../owner-place.tsx";
import type { Action, Page } from "../page.ts";
import { redirectWith } from "../redirect-with.ts";
import { Choice, ListFilter } from "./list-filter.tsx";
import { UserFields, userValues } from "./user-form.tsx";

export const usersUrl = "/-/admin/users";

const kinds = [
  { value: "", text: "All" },
  { value: "active", text: "Active" },
  { value: "blocked", text: "Blocked" },
  { value: "external", text: "External" },
];

export const usersPage: Page = async (visit) => {
  const kind = visit.queryText("kind");
  const values = {
    search: visit.queryText("search"),
    page: visit.queryText("page"),
    ...(kinds.some(({ value }) => value === kind) && { [kind ?? ""]: true }),
  };
  const [frame, listed] = await Promise.all([serverPlace.frame(visit), visit.api.list(listUsers, values)]);
  return frame(
    "Users",
    <section>
      <div class="heading">
        <h1>Users</h1>
        <a class="button primary" href={`${usersUrl}/new`}>
          New user
        </a>
      </div>
      <ListFilter visit={visit}>
        <Choice visit={visit} name="kind" label="Kind" options={kinds} />
      </ListFilter>
      {listed.rows.length === 0 ? (
        <Empty>No users match.</Empty>
      ) : (
        <ul class="list">
          {listed.rows.map((user) => (
            <UserItem user={user} />
          ))}
        </ul>
      )}
      <Pages visit={visit} listed={listed} />
    </section>,
  );
};

interface ListedUser {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly state: string;
  readonly email?: string;
  readonly is_admin?: boolean;
  readonly external?: boolean;
}

const UserItem = ({ user }: { user: ListedUser }) => (
  <li>
    <a class="main" href={`${usersUrl}/${user.id}`}>
      {user.name}
    </a>
    {user.is_admin === true && <span class="badge">Administrator</span>}
    {user.external === true && <span class="badge">External</span>}
    {user.state !== "active" && <State state={user.state} />}
    <p class="meta">
      <span>@{user.username}</span>
      <span>{user.email}</span>
    </p>
  </li>
);

export const newUserPage: Page = async (visit) => {
  const frame = await serverPlace.frame(visit);
  return frame(
    "New user",
    <section class="narrow">
      <h1>New user</h1>
      <p>There are no passwords: create an impersonation token for the user afterwards, with which they sign in.</p>
      <Form visit={visit} action={usersUrl} class="box" label="New user">
        <UserFields visit={visit} />
        <Button kind="primary">Create user</Button>
      </Form>
    </section>,
  );
};

export const createUser: Action = {
  async submit(visit) {
    // The API requires a password or this.
    const { id, username } = await visit.api.call(create, { ...userValues(visit), reset_password: true });
    return redirectWith(visit, `${username} was created.`, `${usersUrl}/${id}`);
  },
  form: newUserPage,
};
