import { isTroubleKind } from "../../chain/health/story";
import { text } from "../../text/catalogue";
import { isJsonObject, jsonObjectOf } from "../../text/limits/boundedJson";
import type { ActiveAlert, AlertChange, AlertedFinding, Alerts } from "./alerts";
import type { Cause, Counted, Finding, Happened, Judge } from "./judge";
import type { Observer } from "./observer";
import { type Rule, type RuleKind, ruleKinds } from "./ruleKinds";

/** What looks of earlier left, as JSON. It counts only for rules that are still the same. */
interface WatchMemory {
  readonly version: 1;
  readonly rules: Readonly<Record<string, unknown>>;
}

/** Who looks, judges and tells. */
export interface Watching {
  readonly judge: Judge;
  readonly alerts: Alerts;
  readonly observer: Observer;
}

/** Entries of a list in what is read; what a watch writes is far less. */
const maxEntries = 10_000;
const maxTextLength = 2000;

/** What the rule says: one that was written otherwise meanwhile begins anew. Where it stands doesn't matter. */
function fingerprint(rule: Rule): string {
  const { line: _, ...reported } = rule;
  return JSON.stringify(
    "event" in reported ? { ...reported, event: { ...reported.event, code: undefined } } : reported,
  );
}

const written = ({ rule: _, ...finding }: AlertedFinding): object => finding;

/** What judge, alerts and observer know, as JSON. */
export function watchMemory(rules: readonly Rule[], { judge, alerts, observer }: Watching): WatchMemory {
  const active = alerts.active;
  const kept = rules.map((rule) => {
    const { since, views, counted, sealers, configs, happened } = judge.memoryOf(rule);
    const reported = {
      rule: fingerprint(rule),
      since: [...since],
      views: [...views],
      counted: [...counted],
      sealers: [...sealers],
      configs: [...configs].map(([group, values]) => [group, [...values]]),
      happened: [...happened].map(([key, { finding, untilMs }]) => [key, { untilMs, finding: written(finding) }]),
      seen: [...observer.seenOf(rule)],
      alerts: active
        .filter(({ finding }) => finding.rule === rule)
        .map(({ sinceMs, finding }) => ({ sinceMs, finding: written(finding) })),
    };
    return [rule.name, reported] as const;
  });
  return { version: 1, rules: Object.fromEntries(kept) };
}

type Read<Value> = (value: unknown) => Value | undefined;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, maxEntries) : []);
const textOf: Read<string> = (value) =>
  typeof value === "string" && value.length <= maxTextLength ? value : undefined;
const numberOf: Read<number> = (value) => (Number.isFinite(value) ? Number(value) : undefined);
const allOf = <Value>(value: unknown, read: Read<Value>): Value[] =>
  listOf(value).flatMap((each) => {
    const found = read(each);
    return found === undefined ? [] : [found];
  });

/** `[[key, value], …]` with values of one kind; what is of another is left out. */
const pairsOf = <Value>(value: unknown, read: Read<Value>): (readonly [string, Value])[] =>
  allOf(value, (each) => {
    const [first, second] = listOf(each);
    const [key, found] = [textOf(first), read(second)];
    return key === undefined || found === undefined ? undefined : ([key, found] as const);
  });

/** Numbers of these names, all of them. */
const numbersOf =
  <Name extends string>(...names: readonly Name[]): Read<Readonly<Record<Name, number>>> =>
  (value) => {
    const entries = names.map((name) => [name, numberOf(jsonObjectOf(value)[name])] as const);
    // each name has its number by then
    return entries.some(([, number]) => number === undefined)
      ? undefined
      : (Object.fromEntries(entries) as Record<Name, number>);
  };

function causeOf(value: unknown): Cause | undefined {
  const { block, transaction } = jsonObjectOf(value);
  if (typeof transaction === "string" && /^0x[0-9a-f]{64}$/i.test(transaction)) return { transaction };
  return Number.isSafeInteger(block) ? { block: Number(block) } : undefined;
}

/** Memories of earlier versions have none. */
function troubleOf(value: unknown): Pick<Finding, "trouble"> {
  const { kind, nodes } = jsonObjectOf(value);
  return isTroubleKind(kind) ? { trouble: { kind, nodes: allOf(nodes, textOf) } } : {};
}

const findingOf =
  <Of extends Pick<Rule, "name" | "kind">>(rule: Of): Read<Omit<Finding, "rule"> & { readonly rule: Of }> =>
  (value) => {
    const { endpoint, group, subject, message, cause, trouble } = jsonObjectOf(value);
    const template = textOf(jsonObjectOf(message)["text"]);
    const about = textOf(subject);
    if (template === undefined || about === undefined) return undefined;
    const args = allOf(
      jsonObjectOf(message)["args"],
      (each) => textOf(each) ?? numberOf(each) ?? (Array.isArray(each) ? allOf(each, textOf) : undefined),
    );
    const found = causeOf(cause);
    return {
      ...{ rule, endpoint: textOf(endpoint), group: textOf(group), subject: about, state: "wrong" },
      message: text(template, ...args),
      ...(found ? { cause: found } : {}),
      ...troubleOf(trouble),
    };
  };

const happenedOf =
  (rule: Rule): Read<Happened> =>
  (value) => {
    const { finding, untilMs } = jsonObjectOf(value);
    const [found, until] = [findingOf(rule)(finding), numberOf(untilMs)];
    return found && until !== undefined ? { finding: found, untilMs: until } : undefined;
  };

const activeOf =
  <Of extends Pick<Rule, "name" | "kind">>(
    rule: Of,
  ): Read<Omit<ActiveAlert, "finding"> & { readonly finding: Omit<Finding, "rule"> & { readonly rule: Of } }> =>
  (value) => {
    const { finding, sinceMs } = jsonObjectOf(value);
    const [found, since] = [findingOf(rule)(finding), numberOf(sinceMs)];
    return found && since !== undefined ? { finding: found, sinceMs: since } : undefined;
  };

const sinceOf: Read<{ what: string; atMs: number }> = (value) => {
  const { what, atMs } = jsonObjectOf(value);
  const [same, at] = [textOf(what), numberOf(atMs)];
  return same !== undefined && at !== undefined ? { what: same, atMs: at } : undefined;
};

const viewOf: Read<{ view: number; fromMs: number; steps: { atMs: number; by: number }[] }> = (value) => {
  const whole = numbersOf("view", "fromMs")(value);
  return whole && { ...whole, steps: allOf(jsonObjectOf(value)["steps"], numbersOf("atMs", "by")) };
};

/** Whether something is what {@link watchMemory} writes, as far as its outside tells. */
export function isWatchMemory(memory: unknown): memory is WatchMemory {
  const { version, rules } = jsonObjectOf(memory);
  return version === 1 && isJsonObject(rules);
}

/** An alert that is still to be sent, as JSON. */
export const writtenAlertChange = ({ finding, ...change }: AlertChange): object => ({
  ...change,
  rule: { name: finding.rule.name, kind: finding.rule.kind },
  finding: written(finding),
});

/** What {@link writtenAlertChange} wrote; undefined for something else. */
export function readAlertChange(value: unknown): AlertChange | undefined {
  const { state, atMs, sinceMs, rule, finding, connection } = jsonObjectOf(value);
  const { name, kind } = jsonObjectOf(rule);
  const [at, since, named] = [numberOf(atMs), numberOf(sinceMs), textOf(name)];
  if ((state !== "began" && state !== "ended") || at === undefined || since === undefined) return undefined;
  if (named === undefined || typeof kind !== "string" || !Object.hasOwn(ruleKinds, kind)) return undefined;
  const found = findingOf({ name: named, kind: kind as RuleKind })(finding);
  const place = textOf(connection);
  if (!found) return undefined;
  return { state, atMs: at, sinceMs: since, finding: found, ...(place === undefined ? {} : { connection: place }) };
}

/**
 * The end of alerts that began earlier, and whose rule is gone or another one by now: nothing would end them.
 * @param memory JSON from outside, from which `alerts` were recalled
 */
export function endedWithoutRules(
  memory: unknown,
  rules: readonly Rule[],
  alerts: Alerts,
  atMs: number,
): AlertChange[] {
  if (!isWatchMemory(memory)) return [];
  const kept = new Set(alerts.active.map(({ finding }) => finding.rule.name));
  const same = new Set(rules.map(({ name }) => name).filter((name) => kept.has(name)));
  return Object.entries(memory.rules).flatMap(([name, part]): AlertChange[] => {
    const { rule: print, alerts: began } = jsonObjectOf(part);
    const kind = kindOf(print);
    if (same.has(name) || kind === undefined) return [];
    return allOf(began, activeOf({ name, kind })).map(({ sinceMs, finding }) => ({
      ...{ state: "ended", atMs, sinceMs, finding },
    }));
  });
}

/** Of a rule by its fingerprint. */
function kindOf(print: unknown): RuleKind | undefined {
  if (typeof print !== "string") return undefined;
  try {
    const { kind } = jsonObjectOf(JSON.parse(print));
    return typeof kind === "string" && Object.hasOwn(ruleKinds, kind) ? (kind as RuleKind) : undefined;
  } catch {
    return undefined;
  }
}

function fill<Value>(map: Map<string, Value>, pairs: readonly (readonly [string, Value])[]): void {
  for (const [key, value] of pairs) map.set(key, value);
}

/**
 * Takes up what earlier looks left. What isn't as it is written here counts as nothing, as do rules that are no longer the same.
 * @param memory JSON from outside
 */
export function recall(memory: unknown, rules: readonly Rule[], { judge, alerts, observer }: Watching): void {
  const all = isWatchMemory(memory) ? memory.rules : undefined;
  for (const rule of rules) {
    const stored = all && Object.hasOwn(all, rule.name) ? jsonObjectOf(all[rule.name]) : {};
    if (stored["rule"] !== fingerprint(rule)) continue;
    const kept = judge.memoryOf(rule);
    fill(kept.since, pairsOf(stored["since"], sinceOf));
    fill(kept.views, pairsOf(stored["views"], viewOf));
    const counts: Read<Counted> = numbersOf("height", "transactions", "failed");
    fill(
      kept.counted,
      pairsOf(stored["counted"], (each) => allOf(each, counts)),
    );
    fill(
      kept.sealers,
      pairsOf(stored["sealers"], (each) => allOf(each, textOf)),
    );
    fill(
      kept.configs,
      pairsOf(stored["configs"], (each) => new Map(pairsOf(each, textOf))),
    );
    fill(kept.happened, pairsOf(stored["happened"], happenedOf(rule)));
    fill(observer.seenOf(rule), pairsOf(stored["seen"], numberOf));
    alerts.restore(allOf(stored["alerts"], activeOf(rule)));
  }
}
