// Reads rendered HTML as a browser does, and finds what no text may bring into a page.
import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

const ELEMENTS = new Set(
  `a abbr b bdo blockquote br center cite code dd del details dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i img input ins kbd li
  mark ol p pre q s samp small strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var`.split(/\s+/),
);

const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  align: /^\w+$/,
  alt: /^/,
  "aria-label": /^(?:Completed task|Task)$/,
  checked: /^$/,
  class: /^(?:reference|plain-text|language-[\w+#.-]+)$/,
  colspan: /^\d+$/,
  disabled: /^$/,
  height: /^\d+%?$/,
  href: /^(?:https?:|mailto:|[^:]*(?:[/?#]|$))/i,
  id: /^user-content-/,
  loading: /^lazy$/,
  open: /^$/,
  rel: /^nofollow noreferrer noopener$/,
  rowspan: /^\d+$/,
  src: /^(?:https?:|[^:]*(?:[/?#]|$))/i,
  start: /^\d+$/,
  title: /^/,
  type: /^checkbox$/,
  width: /^\d+%?$/,
};

/** Everything in `html` that is not permitted, as texts; empty for HTML that is safe. */
export function violationsIn(html: string): string[] {
  const page = parse(`<!doctype html><main><section>${html}\nlast</section><footer>end</footer></main>`);
  const [main] = elementsIn(page).filter(({ tagName }) => tagName === "main");
  const [section, footer, ...more] = main?.childNodes.map(asElement) ?? [];
  const found: string[] = [];
  if (section?.tagName !== "section" || footer?.tagName !== "footer" || more.length > 0) {
    found.push("leaves its element");
  }
  if (section !== undefined && section?.childNodes.at(-1)?.nodeName !== "#text") found.push("leaves an element open");
  if (footer?.childNodes.some(isElement)) found.push("changes what follows");
  if (
    elementsIn(page)
      .filter(({ tagName }) => tagName === "head" || tagName === "body")
      .some(({ attrs }) => attrs.length > 0)
  )
    found.push("changes the page");
  for (const element of section === undefined ? [] : elementsIn(section)) found.push(...violationsOf(element));
  return found;
}

function violationsOf(element: Element): string[] {
  const { tagName, namespaceURI, attrs } = element;
  const found: string[] = [];
  if (!ELEMENTS.has(tagName) || namespaceURI !== "http://www.w3.org/1999/xhtml") found.push(`<${tagName}>`);
  for (const { name, value } of attrs)
    if (ATTRIBUTES[name]?.test(value) !== true) found.push(`${tagName} ${name}=${value}`);
  const named = new Map(attrs.map(({ name, value }) => [name, value]));
  if (tagName === "input" && !(named.get("type") === "checkbox" && named.has("disabled"))) found.push("an input");
  if (tagName === "a" && named.has("href") && !named.has("rel") && named.get("class") !== "reference")
    found.push("no rel");
  return found;
}

const asElement = (node: Node): Element | undefined => (isElement(node) ? node : undefined);

const isElement = (node: Node): node is Element => "tagName" in node;

function elementsIn(node: Node): Element[] {
  const found: Element[] = [];
  const left: Node[] = "childNodes" in node ? [...node.childNodes] : [];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (isElement(next)) found.push(next);
    if ("childNodes" in next) left.push(...next.childNodes);
  }
  return found;
}
