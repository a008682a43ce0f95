// Refuses `.gitmodules` and `.gitattributes` whose content is dangerous for a clone.
import { asBuffer, byteStringFrom } from "./byte-string.ts";
import { readConfig, type Setting } from "./config-text.ts";
import type { ObjectFault } from "./faults.ts";

const LONGEST_ATTRIBUTES_LINE = 2048;
/** For either file. Git's own limits are larger, but parsing more would block other requests. */
const MOST_BYTES = 1024 * 1024;

/** The faults that `git fsck` finds in a blob named `.gitmodules`. Syntax errors are not faults. */
export function checkGitmodules(content: Uint8Array): ObjectFault[] {
  if (content.length > MOST_BYTES) return [{ id: "gitmodulesLarge", text: ".gitmodules too large to parse" }];
  return readConfig(byteStringFrom(content)).flatMap((setting) =>
    setting.section === "submodule" && setting.subsection !== null ? settingFaults(setting, setting.subsection) : [],
  );
}

function settingFaults({ key, value }: Setting, name: string): ObjectFault[] {
  const faults: ObjectFault[] = [];
  const found = (id: ObjectFault["id"], text: string) => faults.push({ id, text });
  if (name === "" || name.split(/[/\\]/).includes("..")) found("gitmodulesName", `disallowed submodule name: ${name}`);
  if (value === null) return faults;
  if (key === "url" && isDangerousUrl(value)) found("gitmodulesUrl", `disallowed submodule url: ${value}`);
  if (key === "path" && isOption(value)) found("gitmodulesPath", `disallowed submodule path: ${value}`);
  if (key === "update" && value.startsWith("!")) {
    found("gitmodulesUpdate", `disallowed submodule update setting: ${value}`);
  }
  return faults;
}

/** A command would take the value for an option. */
const isOption = (value: string) => value.startsWith("-");

function isDangerousUrl(url: string): boolean {
  if (isOption(url)) return true;
  if (/^\.{1,2}[/\\]/.test(url) || url.startsWith("git://")) {
    // The relative URL may climb out of the path into the host of its base URL.
    return decodeUrl(url).includes("\n") || /^(?:\.\/)*\.\.\/(?:\.{1,2}\/)*[:/]/.test(url);
  }
  const curl = /^(?:(?:https?|ftps?)::(.*)|((?:https?|ftps?):\/\/.*))$/s.exec(url);
  return curl !== null && !isSafeForCredentials(curl[1] ?? curl[2] ?? "");
}

/** False if git's credential helpers could be queried for another host than the URL's. */
function isSafeForCredentials(url: string): boolean {
  const [, protocol = "", authority = ""] = /^(.*?):\/\/([^/?#]*)/s.exec(url) ?? [];
  const host = authority.slice(authority.indexOf("@") + 1);
  return protocol !== "" && host !== "" && !decodeUrl(url).includes("\n");
}

const decodeUrl = (url: string): string =>
  url.replace(/%([0-9a-f]{2})/gi, (whole, digits) =>
    digits === "00" ? whole : String.fromCharCode(Number.parseInt(digits, 16)),
  );

/** The faults that `git fsck` finds in a blob named `.gitattributes`. */
export function checkGitattributes(content: Uint8Array): ObjectFault[] {
  if (content.length > MOST_BYTES) return [{ id: "gitattributesLarge", text: ".gitattributes too large to parse" }];
  const buffer = asBuffer(content);
  const nul = buffer.indexOf(0);
  const end = nul < 0 ? buffer.length : nul;
  for (let start = 0; start < end; ) {
    const newline = buffer.indexOf("\n", start);
    const lineEnd = newline < 0 || newline > end ? end : newline;
    if (lineEnd - start >= LONGEST_ATTRIBUTES_LINE) {
      return [{ id: "gitattributesLineLength", text: ".gitattributes has too long lines to parse" }];
    }
    start = lineEnd + 1;
  }
  return [];
}
