import type { UnsignedTransaction } from "../../chain/transaction/signTransaction";
import { canBeCutOtherwise } from "../../chain/transaction/unforeseen";
import { amountOf, bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { type LocalizableText, text } from "../../text/catalogue";
import { weekClock } from "../../text/formats";
import { argumentsOf, comparable } from "./callArguments";
import { type AllowedMethod, itself, type Policy, type Rule } from "./policy";
import { type Hours, weekDays } from "./policyFile";

/** Calls within calls: how deep, how many, and how many ways to allow them are tried. */
const [maxDepth, maxCalls, maxTrials] = [4, 256, 10_000];

/** Who asks, for which key, and when. */
interface Asked {
  readonly keyId: string;
  readonly person: string;
  readonly at: Date;
  /** What a counter of this day has come to. */
  readonly spent?: (counter: string) => bigint;
}

/** A transaction that is asked for. */
interface JudgedTransaction extends Asked {
  readonly transaction: UnsignedTransaction;
  /** The asker's word: no transaction carries it. */
  readonly genesisHash: string | undefined;
}

/** A signed call that is asked for; chain and group are the asker's word. */
interface JudgedCall extends Asked {
  readonly suite: CryptoSuite;
  readonly chainId: string;
  readonly groupId: string;
  readonly to: string;
  readonly data: Uint8Array;
}

/** A call that is made, and the function that a rule allows it by. */
export interface AllowedCall {
  readonly to: string;
  readonly data: Uint8Array;
  readonly value: bigint;
  readonly depth: number;
  readonly rule: Rule;
  /** Undefined for a deployment. */
  readonly method: AllowedMethod | undefined;
}

/** What rules allow, with the calls that they allow. */
export interface Allowed {
  readonly allowed: true;
  readonly calls: readonly AllowedCall[];
  readonly rules: readonly Rule[];
  /** What it adds to the counters of this day. */
  readonly charges: ReadonlyMap<string, bigint>;
}

export type Verdict = Allowed | { readonly allowed: false; readonly reason: LocalizableText };

type Call = Omit<AllowedCall, "rule" | "method">;
type Candidate = Pick<AllowedCall, "rule" | "method">;

/** Whether it is within the hours. Those that end before they begin go past midnight, and belong to the day on which they begin. */
function isWithin({ days, from, to, zone }: Hours, at: Date): boolean {
  const { day, time } = weekClock(at.getTime(), zone);
  const today = (weekDays as readonly string[]).indexOf(day);
  const on = (index: number): boolean => {
    const name = weekDays[index];
    return name !== undefined && days.includes(name);
  };
  if (from < to) return on(today) && from <= time && time < to;
  return (on(today) && from <= time) || (on((today + 6) % 7) && time < to);
}

class Refused extends Error {
  constructor(readonly reason: LocalizableText) {
    super(reason.text);
  }
}

/** A counter of a key's day; of the key itself where no rule is named. It goes on counting where the policy is written anew. */
const counterOf = (keyId: string, rule: string, what: string): string => JSON.stringify([keyId, rule, what]);

/** A limit of one transaction, and one of a day; undefined: none. */
interface Limits {
  readonly once?: bigint | undefined;
  readonly perDay?: bigint | undefined;
}

/** Tries the rules in their order; sums are of all calls of the transaction that a rule allows. */
class Judge {
  readonly #rules: readonly Rule[];
  readonly #suite: CryptoSuite;
  readonly #asked: Asked;
  readonly #sums = new Map<string, bigint>();
  /** Counters that have a limit of a day. */
  readonly #counted = new Set<string>();
  #trials = 0;
  /** Why the last rule that fits the call doesn't allow it. */
  reason: LocalizableText | undefined;

  constructor(rules: readonly Rule[], suite: CryptoSuite, asked: Asked) {
    this.#rules = rules;
    this.#suite = suite;
    this.#asked = asked;
  }

  get charges(): ReadonlyMap<string, bigint> {
    return new Map([...this.#sums].filter(([counter]) => this.#counted.has(counter)));
  }

  /** How all of these are allowed; undefined where they aren't. */
  allow([call, ...others]: readonly Call[], made: number): readonly AllowedCall[] | undefined {
    if (!call) return [];
    if (made >= maxCalls || call.depth > maxDepth) {
      this.reason = text("more calls within calls than are read");
      return undefined;
    }
    for (const { rule, method } of this.#candidates(call)) {
      if (++this.#trials > maxTrials) return undefined;
      const before = new Map(this.#sums);
      const within = this.#within(call, rule, method);
      const rest = within && this.allow([...within, ...others], made + 1);
      if (rest) return [{ ...call, rule, method }, ...rest];
      this.#sums.clear();
      for (const [key, sum] of before) this.#sums.set(key, sum);
    }
    this.reason ??= text("no rule allows this call of {0}", call.to === "" ? "0x" : call.to);
    return undefined;
  }

  #candidates({ to, data }: Call): readonly Candidate[] {
    if (to === "") {
      const hash = bytesToHex(this.#suite.hash(data));
      return this.#rules
        .filter(({ deployments }) => deployments.has(hash))
        .map((rule) => ({ rule, method: undefined }));
    }
    const selector = data.length === 0 ? undefined : bytesToHex(data.subarray(0, 4));
    return this.#rules
      .filter(({ contracts }) => contracts.has(to.toLowerCase()))
      .flatMap((rule): readonly Candidate[] => {
        if (rule.anyMethod) return [{ rule, method: undefined }];
        const methods = rule.methods[this.#suite.name].filter((method) => method.selector === selector);
        return methods.map((method) => ({ rule, method }));
      });
  }

  /** The calls within, where the rule allows the call itself. */
  #within(call: Call, rule: Rule, method: AllowedMethod | undefined): readonly Call[] | undefined {
    try {
      const { transactions, value } = rule.perDay;
      // Once, however many of its calls the rule allows.
      if (!this.#sums.has(this.#counter(rule, "transactions")))
        this.#add(rule, "transactions", 1n, { perDay: transactions });
      this.#add(rule, "value", call.value, { once: rule.max, perDay: value });
      return method ? this.#arguments(call, rule, method) : [];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.reason = error.reason;
      return undefined;
    }
  }

  #counter({ setting }: Rule, what: string): string {
    return counterOf(this.#asked.keyId, setting.name, what);
  }

  #add(rule: Rule, what: string, amount: bigint, { once, perDay }: Limits): void {
    const { name } = rule.setting;
    const counter = this.#counter(rule, what);
    const sum = (this.#sums.get(counter) ?? 0n) + amount;
    if (once !== undefined && sum > once)
      throw new Refused(text('{0} is {1}, and rule "{2}" allows {3}', what, String(sum), name, String(once)));
    if (perDay !== undefined) {
      const day = sum + (this.#asked.spent?.(counter) ?? 0n);
      if (day > perDay)
        throw new Refused(
          text('{0} would be {1} today, and rule "{2}" allows {3} a day', what, String(day), name, String(perDay)),
        );
      this.#counted.add(counter);
    }
    this.#sums.set(counter, sum);
  }

  #arguments(call: Call, rule: Rule, method: AllowedMethod): readonly Call[] {
    const { called, places, max, perDay, only } = method;
    if (!called) return [];
    const given = argumentsOf(called.inputs, call.data);
    if (!given) throw new Refused(text("the call data of {0} isn't written as the ABI says", called.signature));
    const within: Call[] = [];
    for (const [path, place] of places) {
      const values = given.get(path) ?? [];
      const limits = { once: max.get(path), perDay: perDay.get(path) };
      if (limits.once !== undefined || limits.perDay !== undefined)
        for (const value of values) this.#add(rule, `${called.signature} ${path}`, BigInt(value), limits);
      const allowed = only.get(path);
      if (allowed && !values.every((value) => allowed.has(comparable(place.shape, value) ?? "")))
        throw new Refused(text('rule "{0}" doesn\'t allow this value of {1}', rule.setting.name, path));
      if (place.shape.kind === "bytes" && place.shape.size === undefined)
        within.push(...this.#callsIn(call, method, path, given));
    }
    return within;
  }

  /** `bytes`: nothing, calls that the rule says how to read, or what it says calls nothing. */
  #callsIn(
    call: Call,
    { nested, opaque, places }: AllowedMethod,
    path: string,
    given: ReadonlyMap<string, readonly string[]>,
  ): readonly Call[] {
    const values = given.get(path) ?? [];
    const reading = nested.get(path);
    if (!reading) {
      if (opaque.has(path) || values.every((value) => value === "0x")) return [];
      throw new Refused(text("{0} may hold a call, and no rule says how it is read", path));
    }
    /** One for all where it stands beside the list, else one for each: anything else can't be paired. */
    const beside = (other: string): readonly string[] => {
      const found = given.get(other) ?? [];
      const all = places.get(other)?.lists === 0 ? values.flatMap(() => found) : found;
      if (all.length === values.length) return all;
      throw new Refused(text("{0} and {1} aren't equally many", path, other));
    };
    const targets = reading.to === itself ? values.map(() => call.to) : beside(reading.to);
    const amounts = reading.value === undefined ? undefined : beside(reading.value);
    return values.map((value, index) => ({
      to: targets[index] ?? "",
      data: hexToBytes(value),
      value: BigInt(amounts?.[index] ?? 0),
      depth: call.depth + 1,
    }));
  }
}

/** Where something is asked for. */
interface Place {
  readonly chainId: string;
  readonly groupId: string;
  readonly genesisHash: string | undefined;
}

/** Whether a rule is for this key, chain, person and hour, whatever is called. */
function applies({ setting }: Rule, { keyId, person, at }: Asked, { chainId, groupId, genesisHash }: Place): boolean {
  const { keys, chains, by, hours } = setting;
  return (
    keys.includes(keyId) &&
    chains.some(
      (chain) =>
        chain.chainId === chainId &&
        chain.groupId === groupId &&
        (chain.genesisHash === undefined || chain.genesisHash.toLowerCase() === genesisHash?.toLowerCase()),
    ) &&
    (by === undefined || by.includes(person)) &&
    (hours === undefined || isWithin(hours, at))
  );
}

/** Members that nothing of ours sets there, so that no rule speaks of them. */
const hasUnusual = ({ data }: UnsignedTransaction): boolean =>
  data.gasPrice !== "" ||
  data.maxFeePerGas !== "" ||
  data.maxPriorityFeePerGas !== "" ||
  data.gasLimit !== 0n ||
  data.extension.length > 0 ||
  (data.abi !== "" && data.to !== "");

/** Of a function whose arguments are read, without looking at them. A bare selector lets anything be sent. */
const isUnattended = ({ calls, rules }: Allowed): boolean =>
  calls[0]?.method?.called !== undefined && rules.some(({ setting }) => !setting.ask && !setting.anyText);

const refused = (reason: LocalizableText): Verdict => ({ allowed: false, reason });

/** What rules allow of one call and those within it. */
function judgeBy(rules: readonly Rule[], suite: CryptoSuite, call: Omit<Call, "depth">, asked: Asked): Verdict {
  if (rules.length === 0) return refused(text("no rule is for this key, chain, person, and hour"));
  const court = new Judge(rules, suite, asked);
  const calls = court.allow([{ ...call, depth: 0 }], 0);
  if (!calls) return refused(court.reason ?? text("no rule allows this call of {0}", call.to));
  return { allowed: true, calls, rules: [...new Set(calls.map(({ rule }) => rule))], charges: court.charges };
}

/** What a transaction adds to the counters of its key, whatever it calls. */
function keyCharges(policy: Policy, { keyId, spent }: Asked, value: bigint): Map<string, bigint> | LocalizableText {
  const charges = new Map<string, bigint>();
  const limits = policy.keyPerDay(keyId);
  for (const [what, amount] of [
    ["transactions", 1n],
    ["value", value],
  ] as const) {
    const max = limits[what];
    if (max === undefined) continue;
    const counter = counterOf(keyId, "", what);
    const day = amount + (spent?.(counter) ?? 0n);
    if (day > max)
      return text("{0} would be {1} today, and the key {2} has {3} a day", what, String(day), keyId, String(max));
    charges.set(counter, amount);
  }
  return charges;
}

/** Judges the bytes of a transaction, with all calls within it: what no rule allows is refused. */
export function judge(policy: Policy, judged: JudgedTransaction): Verdict {
  const { transaction, genesisHash } = judged;
  const { suite, data } = transaction;
  if (hasUnusual(transaction)) return refused(text("the transaction has members that no rule speaks of"));
  const { chainId, groupId, to, input } = data;
  const value = amountOf(data.value);
  const place = { chainId, groupId, genesisHash };
  const fitting = policy.rules.filter((rule) => !rule.setting.calls && applies(rule, judged, place));
  const verdict = judgeBy(fitting, suite, { to, data: input, value }, judged);
  if (!verdict.allowed) return verdict;
  if (canBeCutOtherwise(data) && isUnattended(verdict))
    return refused(text("the call data holds the text of an address, so the signature could serve for another call"));
  const ofKey = keyCharges(policy, judged, value);
  if (!(ofKey instanceof Map)) return refused(ofKey);
  return { ...verdict, charges: new Map([...verdict.charges, ...ofKey]) };
}

/** Judges a signed call, for which only rules that say so are. */
export function judgeCall({ rules }: Policy, judged: JudgedCall): Verdict {
  const { suite, chainId, groupId, to, data } = judged;
  const place = { chainId, groupId, genesisHash: undefined };
  const fitting = rules.filter((rule) => rule.setting.calls && applies(rule, judged, place));
  return judgeBy(fitting, suite, { to, data, value: 0n }, judged);
}
