// GET /:namespace/:project/contributors: who has written the commits of the default branch.
import { listContributors } from "../../api/v3/repositories/list-contributors.ts";
import { Empty } from "../components/basics.tsx";
import { Scroll } from "../components/scroll.tsx";
import type { View } from "../page.ts";
import type { Visit } from "../visit.ts";
import { projectTitle } from "./open-code.ts";

/** People in the page. */
const MOST_SHOWN = 200;

export async function contributorsPage(visit: Visit): Promise<View> {
  const [project, contributors] = await Promise.all([
    visit.project(),
    visit.api.call(listContributors, { id: visit.projectPath }),
  ]);
  return {
    title: `Contributors · ${projectTitle(project)}`,
    project,
    tab: "commits",
    content: (
      <>
        <h1>Contributors</h1>
        <p class="meta">
          Of the newest 2,000 commits of the default branch, without merges.
          {contributors.length > MOST_SHOWN && ` The first ${MOST_SHOWN} of ${contributors.length} people.`}
        </p>
        {contributors.length === 0 ? (
          <Empty>There are no commits yet.</Empty>
        ) : (
          <Scroll label="Contributors">
            <table>
              <thead>
                <tr>
                  <th>Name</th>
                  <th>E-mail address</th>
                  <th class="number">Commits</th>
                </tr>
              </thead>
              <tbody>
                {contributors.slice(0, MOST_SHOWN).map(({ name, email, commits }) => (
                  <tr>
                    <td>{name}</td>
                    <td>{email}</td>
                    <td class="number">{commits}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </>
    ),
  };
}
