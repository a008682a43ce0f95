// Access tokens: the list, and the form for a new one. The tokens themselves are not known here.
import { scopes as known, type Scope } from "../../permissions/scopes.ts";
import type { Visit } from "../visit.ts";
import { Empty, Time } from "./basics.tsx";
import { ActionButton, Button, Checkboxes, Form, TextField } from "./form.tsx";
import { Scroll } from "./scroll.tsx";

interface ListedToken {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly active: boolean;
  readonly revoked: boolean;
}

interface Props {
  readonly visit: Visit;
  readonly tokens: readonly ListedToken[];
  /** The path below which a token's actions are. */
  readonly url: string;
}

export const TokenTable = ({ visit, tokens, url }: Props) =>
  tokens.length === 0 ? (
    <Empty>There are no tokens yet.</Empty>
  ) : (
    <Scroll label="Tokens">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Scopes</th>
            <th scope="col">Created</th>
            <th scope="col">Expires</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr>
              <td>{token.name}</td>
              <td>{token.scopes.join(", ")}</td>
              <td>
                <Time now={visit.base.now} time={token.created_at} />
              </td>
              <td>{token.expires_at ?? "never"}</td>
              <td>
                {token.active ? (
                  <ActionButton visit={visit} action={`${url}/${token.id}/revoke`} isConfirmed>
                    Revoke
                  </ActionButton>
                ) : token.revoked ? (
                  "revoked"
                ) : (
                  "expired"
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );

const allowed: Readonly<Record<Scope, string>> = {
  api: "everything that the user may do, git and these pages included",
  read_user: "reads users",
  read_api: "reads by API v4, and changes nothing",
  read_repository: "reads files and commits by API v4, and clones by git",
  write_repository: "clones and pushes by git",
};

const scopes = known.map((scope) => [`scope_${scope}`, `${scope}: ${allowed[scope]}`] as const);

export const TokenForm = ({ visit, url }: Pick<Props, "visit" | "url">) => (
  <Form visit={visit} action={url} class="box" label="New token">
    <TextField name="name" label="Name" value={visit.entered("name")} hint="What it is for." required />
    <TextField
      name="expires_at"
      label="Last day"
      type="date"
      value={visit.entered("expires_at")}
      hint="Without one, the token is valid until it is revoked."
    />
    <fieldset>
      <legend>Scopes</legend>
      <Checkboxes visit={visit} fields={scopes} isChecked={() => false} />
    </fieldset>
    <Button kind="primary">Create token</Button>
  </Form>
);

/** The submitted fields as parameters of the API. */
export const tokenValues = (visit: Visit) => ({
  name: visit.formText("name") ?? "",
  expires_at: visit.formText("expires_at"),
  scopes: scopes.filter(([name]) => visit.formText(name) === "true").map(([name]) => name.slice("scope_".length)),
});
