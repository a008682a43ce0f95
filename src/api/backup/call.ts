// A request of a backup route, by an administrator.
import type { AppContext } from "../../middleware/dependencies.ts";

export interface BackupCall extends Readonly<AppContext["Variables"]> {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}
