// The HTML document of every page: head, navigation of the server and of the project, content.
import type { Child } from "hono/jsx";
import type { View } from "../page.ts";
import { projectUrl } from "../paths.ts";
import { SignOut } from "../session/sign-out-button.tsx";
import type { Visit } from "../visit.ts";
import { GroupHeader } from "./group-header.tsx";
import { ProjectHeader } from "./project-header.tsx";

/** The signed-in user, as the API shows them. */
export interface CurrentUser {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly is_admin?: boolean;
}

interface Framed {
  readonly visit: Visit;
  readonly me: CurrentUser | null;
  readonly view: View;
  readonly notice: string | null;
}

/** The whole document as text. */
export function renderDocument(framed: Framed): string {
  return `<!doctype html>${(<Document {...framed} />).toString()}`;
}

const Document = ({ visit, me, view, notice }: Framed) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{view.title === "" ? "Tributary" : `${view.title} · Tributary`}</title>
      <link rel="stylesheet" href="/-/assets/style.css" />
      <link rel="icon" href="/-/assets/icon.svg" type="image/svg+xml" />
      <Feed me={me} view={view} />
      {view.scripts?.map((name) => (
        <script type="module" src={`/-/assets/${name}.js`} />
      ))}
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <TopBar visit={visit} me={me} />
      {view.project && <ProjectHeader project={view.project} tab={view.tab} />}
      {view.group && <GroupHeader {...view.group} />}
      <main id="main">
        <Messages notice={notice} problem={visit.problem} />
        {view.content}
      </main>
      <footer class="foot">
        <a href="/docs/">API</a>
        <a href="/docs/guide/README.html">Guide</a>
      </footer>
    </body>
  </html>
);

/** The page's feed, else that of its project. Feeds are for signed-in users. */
const Feed = ({ me, view: { feed, project } }: Pick<Framed, "me" | "view">) => {
  const href = feed ?? (project && me ? `${projectUrl(project)}.atom` : undefined);
  return href === undefined ? null : <link rel="alternate" type="application/atom+xml" href={href} />;
};

const Messages = ({ notice, problem }: { notice: string | null; problem: string | null }): Child => (
  <>
    {notice !== null && (
      <p class="notice" role="status">
        {notice}
      </p>
    )}
    {problem !== null && (
      <p class="problem" role="alert">
        {problem}
      </p>
    )}
  </>
);

const TopBar = ({ visit, me }: Pick<Framed, "visit" | "me">) => (
  <header class="top">
    <nav aria-label="Tributary">
      <a class="brand" href="/">
        Tributary
      </a>
      <a href="/-/explore">Explore</a>
      {me && (
        <>
          <a href="/-/issues">Issues</a>
          <a href="/-/merge_requests">Merge requests</a>
          <a href="/-/todos">Todos</a>
        </>
      )}
    </nav>
    <nav aria-label="Account">
      {me ? (
        <>
          {me.is_admin === true && <a href="/-/admin">Admin</a>}
          <a href="/-/profile">{me.username}</a>
          <SignOut visit={visit} />
        </>
      ) : (
        <a href={signInPath(visit.url)}>Sign in</a>
      )}
    </nav>
  </header>
);

/** The sign-in page, which leads back to `from` by GET. */
export const signInPath = ({ pathname, search }: URL): string =>
  pathname === "/-/sign_in" ? "/-/sign_in" : `/-/sign_in?${new URLSearchParams({ return_to: pathname + search })}`;
