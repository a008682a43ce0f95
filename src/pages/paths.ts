// Paths of pages. They have the form of the API's `web_url`.

/** Encodes each segment of a path of folders and files. */
export const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

export const projectUrl = ({
  namespace_path: namespace,
  path,
}: {
  readonly namespace_path: string;
  readonly path: string;
}): string => `/${encodeURIComponent(namespace)}/${encodeURIComponent(path)}`;

export const userUrl = (username: string): string => `/${encodeURIComponent(username)}`;

/** The path and query of one of the API's absolute URLs of this server. */
export function pathOfUrl(webUrl: string): string {
  const { pathname, search, hash } = new URL(webUrl);
  return pathname + search + hash;
}

/** True for what may be redirected to: an encoded path of this server, not `//host` or an absolute URL. */
export const isOwnPath = (text: string): boolean => /^\/(?!\/)[!-[\]-~]*$/.test(text);

export const groupUrl = ({ path }: { readonly path: string }): string => `/groups/${encodeURIComponent(path)}`;
/** The path of the request's project, below which its pages and actions are. */
export const visitedProjectUrl = (visit: { param(name: string): string }): string =>
  projectUrl({ namespace_path: visit.param("namespace"), path: visit.param("project") });
