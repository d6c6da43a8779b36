import { t } from "../../text/catalogue";
import { typedTimeSpan } from "../../text/typedTime";
import { WrongCommandLine } from "../options/commandLine";

/** Nodes write microseconds. */
const microsecond = 0.001;

function timeOf(name: "from" | "to", word: string | undefined): Partial<Record<"from" | "to", number>> {
  if (word === undefined) return {};
  const span = typedTimeSpan(word, "UTC");
  if (span === undefined)
    throw new WrongCommandLine(t("--{0} must be a time such as {1}", name, '"2026-11-23 09:12:30"'));
  // To the last moment that it means, in milliseconds.
  return { [name]: name === "from" ? span.from : Math.max(span.from, span.to - microsecond) };
}

/** From when to when logs are read, of times as nodes write them, in milliseconds. @throws WrongCommandLine */
export function logSpan(
  from: string | undefined,
  to: string | undefined,
): { readonly from?: number; readonly to?: number } {
  const span = { ...timeOf("from", from), ...timeOf("to", to) };
  if ((span.from ?? 0) > (span.to ?? Number.POSITIVE_INFINITY))
    throw new WrongCommandLine(t("--{0} must not be later than --{1}", "from", "to"));
  return span;
}
