// No text of a user brings anything but permitted elements and attributes into a page, or reaches beyond its own element.
import { expect, test } from "vitest";
import { renderMarkdown, renderTitle } from "../../../src/pages/content/render-markdown.ts";
import type { RenderOptions } from "../../../src/pages/content/render-options.ts";
import { Random } from "../../git/random.ts";
import { cases } from "../../support/sample.ts";
import { violationsIn } from "./permitted-html.ts";

const options: RenderOptions = {
  headingLevel: 2,
  repository: { path: "ada/app", ref: "master", folder: "docs" },
  references: {
    projectPath: "ada/app",
    baseUrl: "https://host",
    targets: new Map([
      ["ada/app#1", { href: '/ada/app/issues/1"><script>', title: '"><img src=x onerror=alert(1)>', text: "#1" }],
      ["@ada", { href: "/ada", title: "<b>Ada</b>", text: "@ada" }],
    ]),
  },
};

const hostile: readonly string[] = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<script\0>alert(1)</script\0>",
  "<img src=x onerror=alert(1)>",
  "<img src=x onerror\n=\nalert(1)//",
  "<img/src=`x`onerror=alert(1)>",
  '<img """><script>alert(1)</script>">',
  '<img src="x` `<script>alert(1)</script>"` `>',
  "<img src='x\" onerror=alert(1) ' x=\"'>",
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href="jav\tascript\n:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="&#0000106&#0000097vascript:alert(1)">x</a>',
  "<a href='\u0001javascript:alert(1)'>x</a>",
  "<a href='vbscript:x'>x</a><a href='data:text/html,<script>1</script>'>x</a><a href='blob:x'>x</a>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java&#x73;cript&colon;alert(1))",
  "[x](java&Tab;script:alert(1))",
  "[x](<java\tscript:alert(1)>)",
  "[x](&#x1;javascript:alert(1))",
  "<javascript:alert(1)>",
  "![x](javascript:alert(1))",
  "![x](data:image/svg+xml;base64,PHN2Zz4=)",
  '![x" onerror="alert(1)](y)',
  '![x](y"onerror="alert(1))',
  "[x](y 'a\"onmouseover=\"alert(1)')",
  "[x]: javascript:alert(1)\n\n[x]",
  "[x]: y '\"><script>'\n\n[x]",
  '```x"><script>alert(1)</script>\n</code></pre><script>\n```',
  "`</code><script>alert(1)</script>`",
  "<svg onload=alert(1)><style><img src=x onerror=alert(1)></style></svg>",
  "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  "<style>@import 'x'</style><p style='x:expression(alert(1))' class=btn id=main name=x>x</p>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<object data=x><embed src=x><applet code=x>",
  "<base href=//evil.example><meta http-equiv=refresh content=0><link rel=stylesheet href=x>",
  "<form action=x><input name=y><button formaction=z>x</button><textarea></form><select><option>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "<noembed><img title='</noembed><img src onerror=alert(1)>'></noembed>",
  "<xmp><p title='</xmp><img src onerror=alert(1)>'></xmp><plaintext><title></title>",
  "<template><script>alert(1)</script></template>",
  "<!-- <b --> onerror='x'> --!><script>alert(1)</script>",
  "<!--><script>alert(1)</script>-->",
  "<![CDATA[<script>alert(1)</script>]]><?php <script> ?><!DOCTYPE x><!ENTITY x>",
  "<body onload=alert(1) class=x><html lang=x><head>",
  "</section></main></div></body></html><footer>",
  "<p></section><b><i><a href=x>",
  "<table><b><a href=x><tr><td></b></table>",
  "<table><tr><td><table></td></tr><li></table><i>",
  "<a href=x><table><a href=y>",
  "<b><p></b></p><a><p></a>",
  "<details ontoggle=alert(1) open='x\" onx='><summary onclick=x>y",
  "<pre>\n<img src=x onerror=alert(1)\n",
  "a <pre> <img src=x onerror=alert(1)\n\n</pre>",
  "a <code><script>alert(1)</script></code>",
  "a <script><b></script><img src=x onerror=alert(1)>",
  '# <img src=x onerror=alert(1)>\n# "><script>\n# main',
  "- [x] <input type=text onfocus=alert(1) autofocus>",
  "|<script>|\n|-|\n|<img src=x onerror=alert(1)>|",
  '@ada<script> #1"onerror=x #1</a><b>',
  "<a href='https://host/ada/app/issues/1'>#1</a>",
  'https://host/ada/app/issues/1"><script>',
  "\\<script>alert(1)</script> \\&lt; &lt;script&gt; &#60;script&#62; &ltscript&gt",
  "\u2028<script>\u2029</script>\ud800<b>",
];

test.each([
  "<script></script>",
  "<img src=x onerror=x>",
  "<a href=javascript:x rel='nofollow noreferrer noopener'>x</a>",
  "<a href=x>x</a>",
  "<p id=x>",
  "<input>",
  "<svg></svg>",
  "</section>",
  "<b>",
])("%s itself would be noticed", (html) => {
  expect(violationsIn(html)).not.toEqual([]);
});

test.each(hostile.map((source) => ({ source })))("$source is harmless", ({ source }) => {
  expect(violationsIn(renderMarkdown(source, options))).toEqual([]);
});

test.each(hostile.map((source) => ({ source })))("$source is harmless in a title", ({ source }) => {
  expect(violationsIn(renderTitle(source, options.references))).toEqual([]);
});

const glue = [
  "",
  "",
  " ",
  "\n",
  "\n\n",
  "> ",
  "- ",
  "    ",
  "*",
  "**",
  "`",
  "~~",
  "|",
  "<",
  ">",
  '"',
  "'",
  "&",
  "\\",
  "](",
  ")",
  "[",
  "\0",
];

/** Parts of hostile texts in any order, cut anywhere. */
function mixture(random: Random): string {
  const parts = random.times(2 + random.below(8), () => {
    const text = random.pick(hostile);
    const from = random.chance(50) ? 0 : random.below(text.length);
    const to = random.chance(50) ? text.length : from + random.below(text.length - from + 1);
    return text.slice(from, to) + random.pick(glue);
  });
  return parts.join("");
}

test.each(Array.from({ length: 20 }, (_, index) => ({ seed: index + 1 })))(
  "mixtures of hostile texts are harmless, seed $seed",
  ({ seed }) => {
    const random = new Random(seed);
    const harmful = random
      .times(cases(100), () => mixture(random))
      .map((source) => ({ source, violations: violationsIn(renderMarkdown(source, options)) }))
      .filter(({ violations }) => violations.length > 0);
    expect(harmful).toEqual([]);
  },
);
