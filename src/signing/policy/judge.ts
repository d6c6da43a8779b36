import type { UnsignedTransaction } from "../../chain/transaction/signTransaction";
import { amountOf, bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { type LocalizableText, text } from "../../text/catalogue";
import { weekClock } from "../../text/formats";
import { argumentsOf, comparable } from "./callArguments";
import { type AllowedMethod, itself, type Policy, type Rule } from "./policy";
import { type Hours, weekDays } from "./policyFile";

/** Calls within calls: how deep, how many, and how many ways to allow them are tried. */
const [maxDepth, maxCalls, maxTrials] = [4, 256, 10_000];

/** What is asked of a policy. */
export interface Judged {
  readonly transaction: UnsignedTransaction;
  readonly keyId: string;
  readonly person: string;
  /** The asker's word: no transaction carries it. */
  readonly genesisHash: string | undefined;
  readonly at: Date;
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
}

export type Verdict = Allowed | { readonly allowed: false; readonly reason: LocalizableText };

type Call = Omit<AllowedCall, "rule" | "method">;

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

/** Tries the rules in their order; sums are of all calls of the transaction that a rule allows. */
class Judge {
  readonly #rules: readonly Rule[];
  readonly #suite: CryptoSuite;
  readonly #sums = new Map<string, bigint>();
  #trials = 0;
  /** Why the last rule that fits the call doesn't allow it. */
  reason: LocalizableText | undefined;

  constructor(rules: readonly Rule[], suite: CryptoSuite) {
    this.#rules = rules;
    this.#suite = suite;
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

  #candidates({ to, data }: Call): { rule: Rule; method: AllowedMethod | undefined }[] {
    if (to === "") {
      const hash = bytesToHex(this.#suite.hash(data));
      return this.#rules
        .filter(({ deployments }) => deployments.has(hash))
        .map((rule) => ({ rule, method: undefined }));
    }
    const selector = data.length === 0 ? undefined : bytesToHex(data.subarray(0, 4));
    return this.#rules
      .filter(({ contracts }) => contracts.has(to.toLowerCase()))
      .flatMap((rule) =>
        rule.methods[this.#suite.name]
          .filter(({ called }) => called?.selector === selector)
          .map((method) => ({ rule, method })),
      );
  }

  /** The calls within, where the rule allows the call itself. */
  #within(call: Call, rule: Rule, method: AllowedMethod | undefined): readonly Call[] | undefined {
    try {
      this.#add(rule, "value", call.value, rule.most);
      return method ? this.#arguments(call, rule, method) : [];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.reason = error.reason;
      return undefined;
    }
  }

  #add({ setting }: Rule, what: string, amount: bigint, most: bigint): void {
    const key = `${setting.name}\n${what}`;
    const sum = (this.#sums.get(key) ?? 0n) + amount;
    if (sum > most)
      throw new Refused(text('{0} is {1}, and rule "{2}" allows {3}', what, String(sum), setting.name, String(most)));
    this.#sums.set(key, sum);
  }

  #arguments(call: Call, rule: Rule, method: AllowedMethod): readonly Call[] {
    const { called, places, max, only } = method;
    if (!called) return [];
    const given = argumentsOf(called.inputs, call.data);
    if (!given) throw new Refused(text("the call data of {0} isn't written as the ABI says", called.signature));
    const within: Call[] = [];
    for (const [path, place] of places) {
      const values = given.get(path) ?? [];
      const most = max.get(path);
      if (most !== undefined)
        for (const value of values) this.#add(rule, `${called.signature} ${path}`, BigInt(value), most);
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

/** Whether a rule is for this key, chain, person and hour, whatever is called. */
function applies({ setting }: Rule, { transaction, keyId, person, genesisHash, at }: Judged): boolean {
  const { keys, chains, by, hours } = setting;
  const { chainId, groupId } = transaction.data;
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

/** Judges the bytes of a transaction, with all calls within it: what no rule allows is refused. */
export function judge({ rules }: Policy, judged: Judged): Verdict {
  const { transaction } = judged;
  const { suite, data } = transaction;
  if (hasUnusual(transaction))
    return { allowed: false, reason: text("the transaction has members that no rule speaks of") };
  const fitting = rules.filter((rule) => applies(rule, judged));
  if (fitting.length === 0) return { allowed: false, reason: text("no rule is for this key, chain, person, and hour") };
  const court = new Judge(fitting, suite);
  const calls = court.allow([{ to: data.to, data: data.input, value: amountOf(data.value), depth: 0 }], 0);
  if (!calls) return { allowed: false, reason: court.reason ?? text("no rule allows this call of {0}", data.to) };
  return { allowed: true, calls, rules: [...new Set(calls.map(({ rule }) => rule))] };
}
