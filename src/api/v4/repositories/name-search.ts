// The search of branches and tags: a part of the name, `^start` or `end$`, in any case.

/** @param search blank for every name */
export function nameFilter(search: string | null | undefined): (ref: { readonly name: string }) => boolean {
  const text = (search ?? "").toLowerCase();
  if (text.startsWith("^") && text.endsWith("$")) return ({ name }) => name.toLowerCase() === text.slice(1, -1);
  if (text.startsWith("^")) return ({ name }) => name.toLowerCase().startsWith(text.slice(1));
  if (text.endsWith("$")) return ({ name }) => name.toLowerCase().endsWith(text.slice(0, -1));
  return ({ name }) => name.toLowerCase().includes(text);
}
