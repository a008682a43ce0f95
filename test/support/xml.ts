// Reads XML strictly: what is not well-formed, or has an unknown namespace prefix, is an error.
import { SaxesParser } from "saxes";

export interface XmlElement {
  /** `{namespace}name` */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** Of the element itself. */
  text: string;
}

/** The root element. @throws Error */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const document: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [document];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ uri, local, attributes }) => {
    const pairs = Object.values(attributes).map(({ name, value }) => [name, value]);
    const element = { name: `{${uri}}${local}`, attributes: Object.fromEntries(pairs), children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => open.pop());
  parser.on("text", (part) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  });
  parser.write(text).close();
  const [root] = document.children;
  if (root === undefined) throw new Error("The document has no element.");
  return root;
}
