import { t } from "../../text/catalogue";
import { typedTime } from "../../text/typedTime";
import { WrongCommandLine } from "../options/commandLine";

function timeOf(name: "from" | "to", word: string | undefined): Partial<Record<"from" | "to", number>> {
  if (word === undefined) return {};
  const ms = typedTime(word, "UTC");
  if (ms === undefined)
    throw new WrongCommandLine(t("--{0} must be a time such as {1}", name, '"2026-11-23 09:12:30"'));
  return { [name]: name === "to" ? ms + within(word) : ms };
}

/** How long what was typed goes on, in milliseconds: a day, a minute, or a second, to its last microsecond. */
function within(word: string): number {
  const [, minute, second, fraction] = /(:\d\d)?(:\d\d)?(\.\d+)?$/.exec(word.trim()) ?? [];
  if (fraction !== undefined) return 0;
  if (minute === undefined) return 86_400_000 - 0.001;
  return (second === undefined ? 60_000 : 1000) - 0.001;
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
