// Which merge requests close an issue of their project.
import { closingReferencesIn } from "../texts/closing-references.ts";

interface Closer {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  /** True if merging it closed the issue. */
  readonly has_closed: 0 | 1;
}

interface Named {
  readonly iid: number;
  readonly project_path: string;
  readonly namespace_path: string;
}

/**
 * The ids of those that closed the issue, or name it after a closing word in title or description. Pure.
 * @param baseUrl `https://host` of this server
 */
export function closersOf(issue: Named, mergeRequests: readonly Closer[], baseUrl: string): number[] {
  const isNamed = (given: string | null, path: string) => given === null || given.toLowerCase() === path.toLowerCase();
  const closes = ({ title, description }: Closer) =>
    closingReferencesIn([title, description ?? ""], baseUrl).some(
      ({ namespace, project, iid }) =>
        iid === issue.iid && isNamed(project, issue.project_path) && isNamed(namespace, issue.namespace_path),
    );
  return mergeRequests.filter((one) => one.has_closed === 1 || closes(one)).map(({ id }) => id);
}
