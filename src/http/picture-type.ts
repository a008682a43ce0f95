// Media types of pictures that browsers may show: they cannot contain scripts.

const pictures: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

/** By the extension of a name; undefined for any other file. */
export function pictureType(name: string): string | undefined {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(pictures, extension) ? pictures[extension] : undefined;
}
