import { visibleLine } from "./visibleText";

/** Markdown that is meant as such; any other text is foreign until it is escaped. */
class Markdown {
  constructor(readonly text: string) {}
}

/** The text as Markdown that shows it: nothing in it is a link, a picture, an icon, or anything else but text. */
export function escapeMarkdown(text: string): string {
  return visibleLine(text)
    .replace(/[\\`*_[\]<>&~|$@]|:(?=\/\/)|\.(?<=www\.)/gi, "\\$&")
    .replace(/^\d{1,9}(?=[.)](?:\s|$))/, "$&\\")
    .replace(/^[#+=-]/, "\\$&");
}

/** The text in the type of code, whatever quotes it holds. */
export function code(text: string): Markdown {
  const shown = visibleLine(text);
  const maxLength = Math.max(0, ...(shown.match(/`{1,100}/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(maxLength + 1);
  const edge = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return new Markdown(shown === "" ? "" : fence + edge + shown + edge + fence);
}

/**
 * Markdown with values in it: md`**${name}**`. Every value is shown as the text that it is; only what `code` made is taken as
 * Markdown. Lint lets nothing else into a `MarkdownString` (docs/security.md).
 */
export function md(parts: TemplateStringsArray, ...values: readonly (string | number | Markdown)[]): string {
  return parts.reduce((whole, part, at) => {
    const value = values[at - 1] ?? "";
    return whole + (value instanceof Markdown ? value.text : escapeMarkdown(String(value))) + part;
  });
}

/** The arguments of a command that a link of ours runs, encoded by `encodeURIComponent`, which leaves brackets. */
export function command(encoded: string): Markdown {
  return new Markdown(encoded.replaceAll("(", "%28").replaceAll(")", "%29"));
}

/** Text in HTML or XML, between tags and in attributes: no markup. */
export const markupText = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
