import type { DecodedValue } from "../../chain/abi/abiDecoder";
import { firstOwnAddress } from "../../chain/abi/precompiledNames";
import { usualChain } from "../../chain/dev/usualChain";
import { isAddress } from "../../crypto/bytes/hex";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { t } from "../../text/catalogue";
import type { Plain } from "../document/plain";
import { operations, shortOf } from "../language/operations";
import { adminName, givenNames } from "../language/scenario";
import { seenAnswer, seenValues } from "../run/scope";
import { decapitalized, nameOf } from "./names";
import { anything, type Recorded, reference, scalarText, valueText, Written } from "./recordedText";
import type { Deployment, ProxyDeployment, RecordedTransaction, Sending } from "./recordedTransaction";
import { operationOf } from "./services";

/** A kind of chain, as far as it is another than the usual one. */
export interface RecordedChain {
  readonly suite: CryptoSuiteName;
  readonly auth: boolean;
  readonly features?: readonly string[];
  /** Undefined: as an embedded chain is where nothing is said. */
  readonly nodeVersion?: string | undefined;
  readonly compatibility?: string | undefined;
  readonly executor?: 0 | 1 | undefined;
}

/** `chain: { suite: sm }`; nothing for the usual kind. */
export function chainLines({ suite, auth, features = [], ...versions }: RecordedChain): string[] {
  const { nodeVersion, compatibility, executor } = versions;
  const implied = usualChain(nodeVersion);
  const kind = {
    ...(suite === "sm" ? { suite } : {}),
    ...(auth ? { auth: "true" } : {}),
    ...(executor === undefined || executor === implied.executorVersion ? {} : { executor: String(executor) }),
    ...(nodeVersion === undefined || nodeVersion === usualChain().nodeVersion ? {} : { nodeVersion }),
    ...(compatibility === undefined || compatibility === implied.compatibilityVersion ? {} : { compatibility }),
    ...(features.length > 0 ? { features } : {}),
  };
  return Object.keys(kind).length === 0 ? [] : [`chain: ${valueText(kind)}`];
}

/** What a recording is made of. */
export interface Recording {
  readonly title: string;
  /** The kind of chain that it was done on, as far as a fresh one has to be so. */
  readonly chain: RecordedChain;
  readonly transactions: readonly RecordedTransaction[];
  /** Who is `admin`: the first account of a fresh chain. */
  readonly admin: string;
  /** Names that accounts have, by address in small letters. */
  readonly labels: ReadonlyMap<string, string>;
  /**
   * Words that deployed contracts answer by functions without arguments, such as `MINTER_ROLE()`: by addresses in small letters, functions
   * by their words.
   */
  readonly constants?: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Steps whose result or events another run gave otherwise: they are left open. */
export type Loosened = ReadonlyMap<number, ReadonlySet<"result" | "events">>;

class Names {
  readonly accounts: string[] = [];
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>([adminName, ...givenNames]);

  constructor(admin: string) {
    this.#names.set(admin.toLowerCase(), adminName);
  }

  of(known: string): string | undefined {
    return this.#names.get(known.toLowerCase());
  }

  give(known: string, wanted: string): string {
    let name = wanted;
    for (let count = 2; this.#taken.has(name); count += 1) name = `${wanted}${count}`;
    this.#taken.add(name);
    this.#names.set(known.toLowerCase(), name);
    return name;
  }

  account(known: string, label: string | undefined): void {
    if (this.of(known) !== undefined) return;
    this.accounts.push(this.give(known, nameOf(label ?? "", `account${this.accounts.length + 1}`)));
  }

  /** Names in the place of addresses that have one, all the way down. */
  put(value: Recorded): Recorded {
    if (typeof value === "string") {
      const name = isAddress(value) || fullWord.test(value) ? this.of(value) : undefined;
      return name === undefined ? value : reference(name);
    }
    return mapped(value, (each) => this.put(each));
  }

  /** The same for what is expected: an address that has no name, and a number of the moment, are another each time. */
  expected(value: Recorded, moment: readonly string[]): Recorded {
    if (typeof value !== "string") return mapped(value, (each) => this.expected(each, moment));
    if (moment.includes(value)) return anything;
    if (!isAddress(value) && !fullWord.test(value)) return value;
    const name = this.of(value);
    if (name === undefined && fullWord.test(value)) return value;
    if (name !== undefined) return reference(name);
    return BigInt(value) < firstOwnAddress ? value : anything;
  }
}

function mapped(value: Recorded, each: (value: Recorded) => Recorded): Recorded {
  if (value === null || typeof value !== "object" || value instanceof Written) return value;
  if (Array.isArray(value)) return (value as readonly Recorded[]).map(each);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, each(one as Recorded)]));
}

/** A word of 32 bytes that is full from end to end: no text, address or number that a user wrote, but a hash as contracts compute it. */
const fullWord = /^0x(?!0{8})[0-9a-fA-F]{56}(?!0{8})[0-9a-fA-F]{8}$/;

/** The hashes in a value, all the way down. */
function hashesIn(value: unknown): string[] {
  if (typeof value === "string") return fullWord.test(value) ? [value.toLowerCase()] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(hashesIn) : [];
}

/** What a deed was given. */
export const argumentsOf = (transaction: RecordedTransaction): readonly DecodedValue[] =>
  (transaction.kind === "deploy" ? transaction.args : transaction.call?.arguments) ?? [];

/** The hashes that a deed was given. */
export const hashesOf = (transaction: RecordedTransaction): string[] =>
  argumentsOf(transaction).flatMap(({ value }) => hashesIn(value));

/** Roles, names and keys that contracts hash are other words on a chain of the other suite: who runs the scenario there is told. */
function hashNote({ chain, transactions }: Recording, isAsked: (hash: string) => boolean): string[] {
  if (transactions.flatMap(hashesOf).every(isAsked)) return [];
  return chain.suite === "sm"
    ? [`# ${t("Some arguments are hashes, recorded on an SM chain (SM3). On a standard chain, they're other values.")}`]
    : [
        `# ${t("Some arguments are hashes, recorded on a standard chain (keccak256). On an SM chain, they're other values.")}`,
      ];
}

/** Values by name where all have one, else in order. */
function listed(values: readonly DecodedValue[]): Plain {
  return values.length === 0 ? [] : seenValues(values).plain;
}

type Line = readonly [key: string, value: string];

class Recorder {
  readonly #recording: Recording;
  readonly #names: Names;
  readonly #loosened: Loosened;

  constructor(recording: Recording, loosened: Loosened) {
    this.#recording = recording;
    this.#names = new Names(recording.admin);
    this.#loosened = loosened;
    for (const { from } of recording.transactions) this.#names.account(from, recording.labels.get(from.toLowerCase()));
  }

  text(): string {
    const { title, chain, transactions } = this.#recording;
    const steps = transactions.map((transaction, index) => this.#step(transaction, index));
    return [
      ...hashNote(this.#recording, (hash) => this.#names.of(hash) !== undefined),
      `scenario: ${scalarText(title)}`,
      ...chainLines(chain),
      ...(this.#names.accounts.length === 0 ? [] : ["accounts:", ...this.#names.accounts.map((name) => `  ${name}:`)]),
      "steps:",
      ...steps.flat(),
      "",
    ].join("\n");
  }

  #step(transaction: RecordedTransaction, index: number): string[] {
    const signer = this.#names.of(transaction.from) ?? adminName;
    const [first, ...rest] = this.#lines(transaction);
    const made = transaction.kind !== "send" && transaction.status === 0 ? transaction : undefined;
    const expectation = this.#expectation(transaction, index);
    // From here on the contract has its name.
    const given = made && this.#names.give(made.address, nameOf(decapitalized(made.name), "contract"));
    const all: Line[] = [
      ...(first ? [first] : []),
      ...(signer === adminName ? [] : [["from", signer] as const]),
      ...rest,
      ...(given === undefined ? [] : [["as", given] as const]),
    ];
    const written = all.map(([key, value], at) => `${at === 0 ? "  - " : "    "}${key}: ${value}`);
    const expect = expectation.map(([key, value]) => `      ${key}: ${value}`);
    const constants = made && given ? this.#constants(made, given, index) : [];
    return [...written, ...(expect.length === 0 ? [] : ["    expect:", ...expect]), ...constants];
  }

  /** Steps that ask a contract for the hashes that later steps are given: on a chain of the other suite it answers others. */
  #constants({ address: deployed }: Deployment | ProxyDeployment, contract: string, index: number): string[] {
    const later = new Set(this.#recording.transactions.slice(index + 1).flatMap(hashesOf));
    const known = this.#recording.constants?.get(deployed.toLowerCase()) ?? new Map<string, string>();
    return [...known].flatMap(([word, called]) => {
      if (!later.has(word) || this.#names.of(word) !== undefined) return [];
      const as = this.#names.give(word, nameOf(called, "hash"));
      return [`  - call: ${scalarText(`${contract}.${called}`)}`, `    as: ${as}`];
    });
  }

  #lines(transaction: RecordedTransaction): Line[] {
    switch (transaction.kind) {
      case "deploy":
        return this.#deployment(transaction);
      case "deployProxy":
        return this.#proxy(transaction);
      case "send":
        return this.#sending(transaction);
    }
  }

  #proxy({ implementation, source, call }: ProxyDeployment): Line[] {
    const words = (call?.arguments ?? []).map(({ value }) =>
      typeof value === "string" ? value : JSON.stringify(value),
    );
    const called = call ? { call: call.signature, ...(words.length > 0 ? { arguments: words } : {}) } : {};
    return [["deployProxy", valueText(this.#names.put({ implementation, source, ...called }))]];
  }

  #deployment({ path, args, libraries }: Deployment): Line[] {
    const linked = Object.entries(libraries);
    return [
      ["deploy", scalarText(path)],
      ...(args.length === 0 ? [] : [["args", valueText(this.#names.put(listed(args)))] as const]),
      ...(linked.length === 0 ? [] : [["libraries", valueText(this.#names.put(libraries))] as const]),
    ];
  }

  #sending(sending: Sending): Line[] {
    const { to, call, overloaded, value } = sending;
    const operation = value === 0n ? operationOf(sending) : undefined;
    if (operation) {
      const more = Object.entries(operation.more ?? {});
      return [
        [operation.word, this.#fields(operation)],
        ...more.map(([key, given]) => [key, valueText(this.#names.put(given))] as const),
      ];
    }
    const called = overloaded ? call.signature : call.name;
    const name = this.#names.of(to);
    const where: Line[] =
      name === undefined
        ? [
            ["send", scalarText(called)],
            ["on", scalarText(to)],
          ]
        : [["send", scalarText(`${name}.${called}`)]];
    const args = call.arguments;
    return [
      ...where,
      ...(args.length === 0 ? [] : [["args", valueText(this.#names.put(listed(args)))] as const]),
      ...(value === 0n ? [] : [["value", String(value)] as const]),
    ];
  }

  /** The fields of an operation; the only one stands alone. */
  #fields({ word, fields }: NonNullable<ReturnType<typeof operationOf>>): string {
    const put = this.#names.put(fields);
    const operation = operations.get(word);
    const short = word === "link" ? "path" : operation && shortOf(operation);
    const only = short === undefined ? undefined : (put as Readonly<Record<string, Recorded>>)[short];
    return valueText(only === undefined || Object.keys(fields).length > 1 ? put : only);
  }

  #expectation(transaction: RecordedTransaction, index: number): Line[] {
    const loose = this.#loosened.get(index);
    const isOperation =
      transaction.kind === "deployProxy" ||
      (transaction.kind === "send" && transaction.value === 0n && operationOf(transaction) !== undefined);
    if (transaction.status !== 0) {
      const reported =
        transaction.reason === "" ? { kind: "execution" } : { kind: "execution", message: transaction.reason };
      return isOperation
        ? [["refused", "true"]]
        : [
            ["status", String(transaction.status)],
            ["refused", valueText(reported)],
          ];
    }
    const result = this.#result(transaction, isOperation);
    const events = transaction.events.map((event) => ({
      [event.name]: this.#names.expected(listed(event.arguments), transaction.moment),
    }));
    return [
      ...(transaction.kind === "send" && !isOperation ? [["status", "0"] as const] : []),
      ...(result === undefined || loose?.has("result") ? [] : [result]),
      ...(events.length === 0 || isOperation || loose?.has("events") ? [] : [["events", valueText(events)] as const]),
    ];
  }

  #result(transaction: RecordedTransaction, isOperation: boolean): Line | undefined {
    if (transaction.kind !== "send" || transaction.values.length === 0) return undefined;
    const [only] = transaction.values;
    if (isOperation) {
      const code = String(only?.value ?? "");
      // Contracts of governance answer numbers of proposals, no codes.
      return transaction.builtin !== "CommitteeManager" && /^-?\d{1,9}$/.test(code) ? ["code", code] : undefined;
    }
    const values = seenAnswer(transaction.values).plain;
    return ["result", valueText(this.#names.expected(values, transaction.moment))];
  }
}

/** The text of a scenario that does once more what was done, with what came of it as expectations. */
export function recordScenario(recording: Recording, loosened: Loosened = new Map()): string {
  return new Recorder(recording, loosened).text();
}
