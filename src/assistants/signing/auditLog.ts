import { harmless } from "../answers/answer";

/**
 * What is written down of a call: what an assistant asked, what a person was shown and said, what was signed, how it ended.
 * @public Its members stand in the log.
 */
export type AuditEvent =
  | { readonly event: "asked"; readonly tool: string; readonly operation: string; readonly fields: unknown }
  | { readonly event: "shown"; readonly text: string }
  | { readonly event: "answered"; readonly answer: "yes" | "no" | "cannotAsk" | "export" | "notAsked" }
  | { readonly event: "signingCall"; readonly as: string }
  | { readonly event: "signing"; readonly to: string }
  | { readonly event: "using"; readonly power: string }
  | { readonly event: "signed"; readonly transaction: string }
  | { readonly event: "ended"; readonly status: string; readonly message?: string };

/** Where it is written to. A signature waits for it, and isn't made where it fails. */
export type AuditLog = (line: string) => Promise<void>;

const maxLength = 4000;

const cut = (text: string): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}… (${text.length})` : text;

/** All of it visible, and not without end. */
const short = (value: unknown): unknown => {
  const shown = harmless(value);
  if (typeof shown === "string") return cut(shown);
  const json = JSON.stringify(shown);
  return json !== undefined && json.length > maxLength ? cut(json) : shown;
};

/** One line of JSON. @param call which of the calls it belongs to */
export function auditLine(now: Date, call: number, entry: AuditEvent): string {
  const written = Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, short(value)]));
  return JSON.stringify({ time: now.toISOString(), call, ...written });
}
