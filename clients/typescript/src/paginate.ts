// Lists as async iterators over their rows.
import type { TributaryClient } from "./client.ts";
import type { Arguments, PathOf, Success } from "./operations.ts";
import type { paths } from "./schema.d.ts";

/** Paths whose GET returns a list, with pages or whole. */
export type ListPath = {
  [Path in PathOf<"get">]: Success<paths[Path]["get"]> extends readonly unknown[] ? Path : never;
}[PathOf<"get">];

/** A row of the list. */
export type Row<Path extends ListPath> = Success<paths[Path]["get"]> extends readonly (infer Each)[] ? Each : never;

/** The longest page the server returns. */
const PER_PAGE = 100;

/**
 * The rows of a list, one page at a time: the next page is requested when its first row is, and none after the caller
 * leaves the loop. `page` is where it begins and `per_page` the length of a page, 100 by default. The list may change
 * meanwhile: a row then may be missing or come twice.
 *
 * @throws ApiError as the client does
 */
export async function* paginate<Path extends ListPath>(
  client: TributaryClient,
  path: Path,
  ...[options]: Arguments<paths[Path]["get"]>
): AsyncGenerator<Row<Path>, void, undefined> {
  const request = optionsOf(options);
  let pageParam: { page?: string } = {};
  while (true) {
    const query = { per_page: PER_PAGE, ...request.params?.query, ...pageParam };
    const { data, response } = await getPage<Row<Path>>(client, path, {
      ...request,
      params: { ...request.params, query },
    });
    yield* data;
    // Each form of pages has this header: commits have no Link, and neither have addresses that would be too long.
    const next = response.headers.get("x-next-page");
    if (next === null || next === "") return;
    pageParam = { page: next };
  }
}

interface ListOptions {
  readonly params?: { readonly query?: Record<string, unknown> };
}

interface Page<Each> {
  readonly data: readonly Each[];
  readonly response: Response;
}

/** The options of some list as those of any. */
const optionsOf = (options: unknown): ListOptions => (options ?? {}) as ListOptions;

/** A page of some list, whose row type the caller knows from its path. */
const getPage = <Each>(client: TributaryClient, path: ListPath, options: ListOptions): Promise<Page<Each>> =>
  (client.GET as unknown as (path: ListPath, options: ListOptions) => Promise<Page<Each>>)(path, options);
