// The search field above a list of names.
import type { Visit } from "../visit.ts";

export const NameSearch = ({ visit, action }: { visit: Visit; action: string }) => (
  <form class="filters" action={action}>
    <label for="search">Name</label>
    <input id="search" type="search" name="search" value={visit.queryText("search") ?? ""} />
    <button type="submit" class="button">
      Search
    </button>
  </form>
);
