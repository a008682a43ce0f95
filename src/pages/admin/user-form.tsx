// The fields of a user, for administrators.
import { Checkboxes, TextField } from "../components/form.tsx";
import type { Visit } from "../visit.ts";

/** Names, labels and types. */
const required = [
  ["name", "Name", "text"],
  ["username", "Username", "text"],
  ["email", "E-mail", "email"],
] as const;

const optional = [
  ["projects_limit", "Limit of personal projects", "number"],
  ["organization", "Organization", "text"],
  ["location", "Location", "text"],
  ["website_url", "Website", "text"],
  ["bio", "Biography", "text"],
  ["skype", "Skype", "text"],
  ["linkedin", "LinkedIn", "text"],
  ["twitter", "Twitter", "text"],
] as const;

const switches = [
  ["admin", "Administrator: may do everything"],
  ["external", "External user: sees only public projects and those of which they are a member"],
  ["can_create_group", "May create groups"],
] as const;

type EditedUser = Readonly<Record<string, unknown>>;

const newUser: EditedUser = { projects_limit: 100_000, can_create_group: true };

/** @param user undefined for a new one */
export const UserFields = ({ visit, user = newUser }: { visit: Visit; user?: EditedUser }) => (
  <>
    {[...required, ...optional].map(([name, label, type]) => (
      <TextField
        name={name}
        label={label}
        type={type}
        value={visit.entered(name, textOf(user[name]))}
        required={required.some(([one]) => one === name)}
      />
    ))}
    <Checkboxes visit={visit} fields={switches} isChecked={(name) => user[name] === true} />
  </>
);

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** The submitted fields as parameters of the API. */
export const userValues = ({ form }: Visit) =>
  Object.fromEntries([...required, ...optional, ...switches].map(([name]) => [name, form.get(name)]));
