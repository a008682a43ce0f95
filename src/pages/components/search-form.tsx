// The search field above a list. The list's address carries the word in `search`.
import type { Visit } from "../visit.ts";
import { Button } from "./form.tsx";

interface Props {
  readonly visit: Visit;
  /** The path of the list. */
  readonly action: string;
  readonly label?: string;
}

export const SearchForm = ({ visit, action, label = "Name" }: Props) => (
  <form method="get" action={action} class="filters">
    <label for="search">{label}</label>
    <input id="search" name="search" type="search" value={visit.queryText("search")} />
    <Button>Search</Button>
  </form>
);
