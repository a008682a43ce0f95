// The filters above a list of the administration.
import type { Child } from "hono/jsx";
import { Button, type Option, Select, TextField } from "../components/form.tsx";
import type { Visit } from "../visit.ts";

interface Props {
  readonly visit: Visit;
  readonly children?: Child;
}

export const ListFilter = ({ visit, children }: Props) => (
  <form method="get" action={visit.url.pathname} class="filters">
    <TextField name="search" label="Search" type="search" value={visit.queryText("search") ?? ""} />
    {children}
    <p class="field">
      <Button>Filter</Button>
    </p>
  </form>
);

interface ChoiceProps {
  readonly visit: Visit;
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
}

/** A choice that the query carries. */
export const Choice = ({ visit, name, ...select }: ChoiceProps) => (
  <Select {...select} name={name} value={visit.queryText(name) ?? ""} />
);
