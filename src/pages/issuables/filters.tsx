// The filters of lists of issues and merge requests: tabs for the state, and a form that is sent by GET.
import { MOST_CHOICES } from "../../db/queries/issuables/choices.ts";
import { findUserByUsername } from "../../db/queries/users/users.ts";
import { Button } from "../components/form.tsx";
import { QueryTabs } from "../components/tab-nav.tsx";
import type { Visit } from "../visit.ts";
import { type Choices, noChoices } from "./read.ts";

/** Texts of the API's values. */
export const issueStates = { opened: "Open", closed: "Closed", all: "All" };
export const mergeRequestStates = { opened: "Open", merged: "Merged", closed: "Closed", all: "All" };

const orders = [
  ["created_at desc", "Newest"],
  ["created_at asc", "Oldest"],
  ["updated_at desc", "Recently updated"],
  ["updated_at asc", "Least recently updated"],
] as const;

/** The API's parameters of a list, from the query. Those of a form's empty fields are undefined. */
export async function listValues(visit: Visit) {
  const [order_by, sort] = (visit.queryText("order") ?? "created_at desc").split(" ");
  const [author_id, assignee_id] = await Promise.all([userIn(visit, "author"), userIn(visit, "assignee")]);
  return {
    state: visit.queryText("state") ?? "opened",
    search: visit.queryText("search"),
    labels: visit.queryText("labels"),
    milestone: visit.queryText("milestone"),
    author_id,
    assignee_id,
    order_by,
    sort,
    page: visit.queryText("page"),
  };
}

/** `author_id` of the query, or the id of the user that `author` names; -1 for an unknown name. */
async function userIn(visit: Visit, name: "author" | "assignee"): Promise<string | undefined> {
  const username = visit.queryText(name)?.trim();
  if (username === undefined || username === "") return visit.queryText(`${name}_id`);
  const [[user]] = await visit.base.db.batch(findUserByUsername(username.replace(/^@/, "")));
  return String(user?.id ?? -1);
}

type Field = "search" | "author" | "assignee" | "milestone" | "labels";

interface Props {
  readonly visit: Visit;
  /** Values and texts. */
  readonly states: Readonly<Record<string, string>>;
  /** The filters that the API's list has besides the state and the order. */
  readonly fields: readonly Field[];
  /** None in lists of several projects. */
  readonly choices?: Choices;
}

export const Filters = ({ visit, states, fields, choices = noChoices }: Props) => {
  const current = visit.queryText("state") ?? "opened";
  return (
    <>
      <QueryTabs visit={visit} label="State" name="state" values={states} current={current} />
      <form method="get" action={visit.url.pathname} class="filters" aria-label="Filters">
        <input type="hidden" name="state" value={current} />
        {fields.includes("search") && <Suggested visit={visit} name="search" label="Title or description" />}
        <Further visit={visit} fields={fields} choices={choices} />
        <Button>Filter</Button>
        <a href={visit.url.pathname}>Reset</a>
      </form>
    </>
  );
};

/** The parameters of the fields that are hidden until one of them is used. */
const further = ["author", "assignee", "assignee_id", "milestone", "labels"];

/** The other fields. */
const Further = ({ visit, fields, choices = noChoices }: Omit<Props, "states">) => {
  const has = (field: Field) => fields.includes(field);
  return (
    <details open={further.some((name) => visit.queryText(name) !== undefined)}>
      <summary>More filters and order</summary>
      <div class="filters">
        {has("author") && (
          <Suggested visit={visit} name="author" label="Author (username)" of={choices.members.map(usernameOf)} />
        )}
        {has("assignee") && <Assignee visit={visit} choices={choices} />}
        {has("milestone") && (
          <Suggested
            visit={visit}
            name="milestone"
            label="Milestone"
            of={["No Milestone", "#upcoming", "#started", ...choices.milestones.map(({ title }) => title)]}
          />
        )}
        {has("labels") && (
          <Suggested visit={visit} name="labels" label="Labels" of={choices.labels.slice(0, 100).map(titleOf)} />
        )}
        <Order visit={visit} />
      </div>
    </details>
  );
};

const usernameOf = ({ detail }: { readonly detail: string }): string => detail;
const titleOf = ({ title }: { readonly title: string }): string => title;

interface SuggestedProps {
  readonly visit: Visit;
  readonly name: Field;
  readonly label: string;
  /** Values that the browser offers. */
  readonly of?: readonly string[];
}

const Suggested = ({ visit, name, label, of = [] }: SuggestedProps) => (
  <p>
    <label for={name}>{label}</label>
    <input id={name} name={name} value={visit.queryText(name)} list={of.length === 0 ? undefined : `${name}-list`} />
    {of.length > 0 && (
      <datalist id={`${name}-list`}>
        {of.map((value) => (
          <option value={value} />
        ))}
      </datalist>
    )}
  </p>
);

/** The first members by name; where there are more, and in lists of several projects, any user by username. */
const Assignee = ({ visit, choices }: { visit: Visit; choices: Choices }) => {
  const { members } = choices;
  const options = [
    ["", "Anyone or nobody"],
    ["0", "Nobody"],
    ...members.map(({ id, title }) => [String(id), title] as const),
  ] as const;
  return (
    <>
      <p>
        <label for="assignee_id">Assignee</label>
        <select id="assignee_id" name="assignee_id">
          {options.map(([value, text]) => (
            <option value={value} selected={visit.queryText("assignee_id") === value}>
              {text}
            </option>
          ))}
        </select>
      </p>
      {(members.length === 0 || members.length >= MOST_CHOICES) && (
        <Suggested visit={visit} name="assignee" label="Assignee (username)" />
      )}
    </>
  );
};

const Order = ({ visit }: { visit: Visit }) => (
  <p>
    <label for="order">Order</label>
    <select id="order" name="order">
      {orders.map(([value, text]) => (
        <option value={value} selected={visit.queryText("order") === value}>
          {text}
        </option>
      ))}
    </select>
  </p>
);
