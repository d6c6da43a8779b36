import type { Asking } from "../../history/query/questions";
import { t } from "../../text/catalogue";
import { typedBound } from "../../text/typedTime";
import { visibleLine } from "../../text/visibleText";
import { WrongCommandLine } from "../options/commandLine";

/**
 * The part of time that `since` and `until` name, each as `typedBound` reads it.
 * @throws WrongCommandLine for what is no time
 */
export function spanNamed(
  named: { readonly since?: string | number | undefined; readonly until?: string | number | undefined },
  nowMs = Date.now(),
): Pick<Asking, "since" | "until"> {
  const bound = (name: "since" | "until"): number | undefined => {
    const word = named[name];
    if (word === undefined) return undefined;
    const time = typedBound(name, String(word), nowMs);
    if (time !== undefined) return time;
    throw new WrongCommandLine(
      t(
        '{0} must be a time such as "2026-11-23 09:12", yesterday, "last hour", or "2 hours ago", not {1}',
        name,
        visibleLine(String(word)),
      ),
    );
  };
  const [since, until] = [bound("since"), bound("until")];
  return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}
