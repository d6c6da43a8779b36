import { visibleText } from "../../text/visibleText";

/** Text in XML: no markup, and none of the characters that XML does not have. */
export function xml(value: string): string {
  let out = "";
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    const allowed =
      code === 9 ||
      code === 10 ||
      code === 13 ||
      (code >= 32 && code <= 0xd7ff) ||
      (code >= 0xe000 && code <= 0xfffd) ||
      code > 0xffff;
    if (!allowed) out += "\uFFFD";
    else if (character === "&") out += "&amp;";
    else if (character === "<") out += "&lt;";
    else if (character === ">") out += "&gt;";
    else if (character === '"') out += "&quot;";
    else if (code === 9 || code === 10 || code === 13) out += `&#${code};`;
    // pages of others show it: nothing in it runs backwards or is unseen
    else out += visibleText(character);
  }
  return out;
}

/** Milliseconds as reports have them: seconds with three places. */
export const xmlSeconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);
