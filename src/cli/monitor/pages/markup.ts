import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { xml } from "../../../contractTests/report/xmlText";
import { chosenLanguage } from "../../../text/catalogue";
import { chosenTimeZone } from "../../../text/formats";
import { answer } from "../../http/httpServer";
import document from "./document.html.eta";

/** Markup that was made here. What comes from elsewhere gets into it by {@link html} alone. */
export interface Markup {
  readonly markup: string;
}

type Value = string | number | Markup | undefined | readonly (Markup | undefined)[];

const written = (value: Value): string => {
  if (value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return xml(String(value)).replaceAll("'", "&#39;");
  if ("markup" in value) return value.markup;
  return value.map((each) => each?.markup ?? "").join("");
};

/** Markup with values in it, which are text whatever they hold. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Markup => ({
  markup: parts.map((part, place) => `${part}${place < values.length ? written(values[place]) : ""}`).join(""),
});

/** Answers with a page: nothing may load but our own styles and, by a nonce of this answer, our own scripts. */
export function answerPage(
  response: ServerResponse,
  title: string,
  styles: readonly string[],
  body: (nonce: string) => Markup,
  status = 200,
): void {
  const nonce = randomBytes(16).toString("base64url");
  const policy = [
    ...["default-src 'none'", "style-src 'self'", `script-src 'nonce-${nonce}'`, "connect-src 'self'"],
    ...["img-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
  ].join("; ");
  const text = document({
    language: chosenLanguage() === "zh" ? "zh-cn" : "en",
    zone: chosenTimeZone(),
    title: written(title),
    styles,
    body: body(nonce).markup,
  });
  answer(response, { type: "text/html; charset=utf-8", status, headers: { "content-security-policy": policy } }, text);
}

/** What is safe inside a script element whatever the text holds. */
export const embedded = (value: unknown): Markup => ({ markup: JSON.stringify(value).replaceAll("<", "\\u003c") });
