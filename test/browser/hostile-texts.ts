// Every text that people can enter, with scripts in it. Each sets `hacked` if it runs.
import type { Texts } from "./texts.ts";

const SCRIPT = "<script>window.hacked=1</script>";
const IMAGE = '"><img src=x onerror=window.hacked=1>';
/** No page may become wider by it. */
const LONG = "a-word-without-any-space-".repeat(6);
const BREAKOUT = `'"--></title></textarea></style></script></pre>${SCRIPT}${IMAGE}`;
/** Stands for the origin that is given to {@link hostileTexts}. */
const elsewhere = "http://elsewhere.invalid";

const vectors = [
  SCRIPT,
  IMAGE,
  BREAKOUT,
  "<svg onload=window.hacked=1><script>window.hacked=1</script></svg>",
  "<svg><use href='data:image/svg+xml,<svg id=x onload=window.hacked=1>#x'/></svg>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=window.hacked=1&gt;'>",
  "<noscript><p title='</noscript><img src=x onerror=window.hacked=1>'></noscript>",
  "<a href='javascript:window.hacked=1'>a</a> <a href=' java&#x09;script:window.hacked=1'>b</a>",
  "<details open ontoggle=window.hacked=1>c</details>",
  "<input autofocus onfocus=window.hacked=1> <body onpageshow=window.hacked=1>",
  `<p onmouseover=window.hacked=1 style='background:url(${elsewhere}/style)'>d</p>`,
  `<iframe srcdoc='${SCRIPT.replaceAll("'", "")}'></iframe><object data='javascript:window.hacked=1'></object>`,
  `<embed src='${elsewhere}/embed'><video src='${elsewhere}/video' onerror=window.hacked=1></video>`,
  `<link rel=stylesheet href='${elsewhere}/link'><base href='${elsewhere}/base'>`,
  `<meta http-equiv=refresh content='0;url=${elsewhere}/meta'>`,
  `<form action='${elsewhere}/form'><button formaction='javascript:window.hacked=1'>e</button></form>`,
  `<img src='${elsewhere}/image' srcset='${elsewhere}/srcset 2x'>`,
  "[f](javascript:window.hacked=1) [g](JaVaScRiPt:window.hacked=1) [h](data:text/html,<script>window.hacked=1</script>)",
  "[i](vbscript:window.hacked=1) <javascript:window.hacked=1> [j]: javascript:window.hacked=1\n\n[j]",
  '![k](x" onerror="window.hacked=1) ![l](javascript:window.hacked=1) [m](# "\\" onmouseover=\\"window.hacked=1")',
  '```"><img src=x onerror=window.hacked=1>\n</code></pre><script>window.hacked=1</script>\n```',
  "`<script>window.hacked=1</script>` <scr<script>ipt>window.hacked=1</scr</script>ipt>",
  "<dialog open onclose=window.hacked=1>n</dialog><a id=hacked name=hacked>o</a>",
  `| p | q |\n|---|---|\n| <img src=x onerror=window.hacked=1> | ${LONG.repeat(3)} |`,
  `${LONG} \`${LONG}\`\n\n    ${LONG}`,
];

/** All of them, as Markdown. */
const MARKDOWN = vectors.join("\n\n");

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked=1"><script>window.hacked=1</script></svg>`;
const HTML = `<!doctype html><body onload="window.hacked=1">${SCRIPT}<img src="${elsewhere}/html">`;

/** A file's name, with what attributes and tags end with. */
export const HOSTILE_NAME = '"><img src=x onerror=window.hacked=1>.md';

/** Titles of labels are stored without tags, and then with their entities decoded. */
const encoded = (text: string): string => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const proposed = (branch: string, file: string) => ({
  title: `${IMAGE} into ${SCRIPT}${LONG}`,
  description: MARKDOWN,
  branch,
  message: `${IMAGE}${SCRIPT}\n\n${MARKDOWN}`,
  files: { [file]: `${BREAKOUT}\n${HTML}\n` },
});

const texts: Texts = {
  people: [
    {
      username: "mallory",
      name: IMAGE,
      profile: {
        bio: BREAKOUT,
        location: IMAGE,
        linkedin: IMAGE,
        skype: IMAGE,
        twitter: IMAGE,
        website_url: "javascript:window.hacked=1",
      },
    },
    {
      username: "trudy",
      name: `${SCRIPT}'`,
      profile: { bio: IMAGE, website_url: `${elsewhere}/"onclick="window.hacked=1` },
    },
  ],
  group: { path: "hostile", name: "Hostile", description: BREAKOUT },
  project: { path: "payload", name: "Payload", description: BREAKOUT },
  labels: [
    { name: encoded(LONG + IMAGE), color: "#d9534f", description: BREAKOUT },
    { name: encoded(SCRIPT), color: "#428bca", description: IMAGE },
  ],
  milestone: { title: BREAKOUT, description: MARKDOWN },
  commits: [
    {
      message: `${SCRIPT}\n\n${MARKDOWN}`,
      files: {
        "README.md": MARKDOWN,
        [HOSTILE_NAME]: MARKDOWN,
        [`code/${HOSTILE_NAME}`]: MARKDOWN,
        "code/picture.svg": SVG,
        "code/page.html": HTML,
        "code/script.js": `// ${BREAKOUT}\nconst a = "${SCRIPT}";\n`,
        "code/onerror=alert(1)": IMAGE,
      },
    },
    { message: IMAGE, files: { "code/x.html": "x\n" } },
    { message: BREAKOUT, files: { "code/page.html": `${HTML}\n${IMAGE}\n`, "code/x.html": `${SCRIPT}\n` } },
  ],
  file: `code/${HOSTILE_NAME}`,
  folder: "code",
  commitComment: MARKDOWN,
  tag: { name: '"><svg/onload=window.hacked=1>', message: MARKDOWN, release: MARKDOWN },
  issues: [
    { title: `${IMAGE}${SCRIPT}${LONG}`, description: MARKDOWN },
    { title: BREAKOUT, description: IMAGE },
  ],
  issueNotes: [MARKDOWN, BREAKOUT],
  open: {
    ...proposed('"><svg/onload=window.hacked=1>', `new/${HOSTILE_NAME}`),
    discussions: [MARKDOWN, IMAGE],
    reply: SCRIPT,
  },
  conflicting: proposed("<script>window.hacked=2</script>", "code/x.html"),
  merged: proposed("'onmouseover='window.hacked=1'", `merged/${HOSTILE_NAME}`),
  status: { name: IMAGE, description: SCRIPT, target_url: "https://ci.example.com/1" },
  hook: { path: "/'%22%3E%3Csvg/onload=window.hacked=1%3E", answer: BREAKOUT },
};

/** @param origin of a server to which no browser may send a request */
export const hostileTexts = (origin: string): Texts => JSON.parse(JSON.stringify(texts).replaceAll(elsewhere, origin));

export const hostileTitle = texts.issues[0].title;
