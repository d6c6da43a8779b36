import { sayInEnglish } from "../../text/catalogue";
import { isoTime } from "../../text/formats";
import type { Finding } from "./judge";
import type { Rule } from "./ruleKinds";

/** What was found, with its rule by name: the rule itself may be gone when the alert is sent. */
export type AlertedFinding = Omit<Finding, "rule"> & { readonly rule: Pick<Rule, "name" | "kind"> };

/** An alert in the moment in which it begins or ends. */
export interface AlertChange {
  readonly state: "began" | "ended";
  readonly atMs: number;
  readonly sinceMs: number;
  /** What was found when it began. */
  readonly finding: AlertedFinding;
  /** The connection whose nodes it is about, where several are watched. */
  readonly connection?: string;
}

/** Alerts at once: of more, those that began first are told. */
const maxAlerts = 10_000;

/** An alert that began and hasn't ended. */
export interface ActiveAlert {
  readonly sinceMs: number;
  readonly finding: Finding;
}

const keyOf = ({ rule, endpoint = "", group = "", subject }: AlertedFinding): string =>
  JSON.stringify([rule.name, endpoint, group, subject]);

/** Which alerts there are: each is told once when it begins, and once when it ends. */
export class Alerts {
  readonly #active = new Map<string, ActiveAlert>();

  /** How many there are. */
  get size(): number {
    return this.#active.size;
  }

  /** Those that there are, the first first. */
  get active(): readonly ActiveAlert[] {
    return [...this.#active.values()];
  }

  /** Alerts that began earlier, such as before a restart: they aren't told to begin again. */
  restore(alerts: readonly ActiveAlert[]): void {
    for (const alert of alerts.slice(0, maxAlerts)) this.#active.set(keyOf(alert.finding), alert);
  }

  /** What findings of a look begin and end. What wasn't found out stays as it was. */
  take(findings: readonly Finding[], atMs: number): AlertChange[] {
    return findings.flatMap((finding): AlertChange[] => {
      const key = keyOf(finding);
      const known = this.#active.get(key);
      if (finding.state === "wrong" && !known && this.#active.size < maxAlerts) {
        this.#active.set(key, { sinceMs: atMs, finding });
        return [{ state: "began", atMs, sinceMs: atMs, finding }];
      }
      if (finding.state !== "right" || !known) return [];
      this.#active.delete(key);
      return [{ state: "ended", atMs, ...known }];
    });
  }
}

/** An alert as programs get it, in English. */
export function alertJson({
  state,
  atMs,
  sinceMs,
  finding,
  connection,
}: AlertChange): Readonly<Record<string, string>> {
  const { rule, endpoint, group, message } = finding;
  return {
    state,
    rule: rule.name,
    kind: rule.kind,
    ...(connection === undefined ? {} : { connection }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(group === undefined ? {} : { group }),
    time: isoTime(atMs),
    since: isoTime(sinceMs),
    message: sayInEnglish(message),
  };
}
