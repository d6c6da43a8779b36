import type { DecodedValue } from "../../chain/abi/decodedValue";
import { usualChain } from "../../chain/dev/usualChain";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { adminName } from "../language/scenario";
import type { Plain } from "../operations/operation";
import { operations } from "../operations/operations";
import { seenAnswer, seenValues } from "../run/seen";
import type { Deed, Deployment, Sending } from "./deed";
import { decapitalized, nameOf } from "./names";
import { operationOf } from "./services";
import { anything, type Recorded, reference, scalarText, valueText, Written } from "./yamlText";

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
  readonly deeds: readonly Deed[];
  /** Who is `admin`: the first account of a fresh chain. */
  readonly admin: string;
  /** Names that accounts have, by address in small letters. */
  readonly labels: ReadonlyMap<string, string>;
}

/** Steps whose result or events another run gave otherwise: they are left open. */
export type Loosened = ReadonlyMap<number, ReadonlySet<"result" | "events">>;

const address = /^0x[0-9a-fA-F]{40}$/;
/** Addresses below are those of built-in contracts: the same on every chain. */
const firstOwnAddress = 0x20000n;

class Names {
  readonly accounts: string[] = [];
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>([adminName, "run", "suite"]);

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
      const name = address.test(value) ? this.of(value) : undefined;
      return name === undefined ? value : reference(name);
    }
    return mapped(value, (each) => this.put(each));
  }

  /** The same for what is expected: an address that has no name, and a number of the moment, are another each time. */
  expected(value: Recorded, moment: readonly string[]): Recorded {
    if (typeof value !== "string") return mapped(value, (each) => this.expected(each, moment));
    if (moment.includes(value)) return anything;
    if (!address.test(value)) return value;
    const name = this.of(value);
    if (name !== undefined) return reference(name);
    return BigInt(value) < firstOwnAddress ? value : anything;
  }
}

function mapped(value: Recorded, each: (value: Recorded) => Recorded): Recorded {
  if (value === null || typeof value !== "object" || value instanceof Written) return value;
  if (Array.isArray(value)) return (value as readonly Recorded[]).map(each);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, each(one as Recorded)]));
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
    for (const { from } of recording.deeds) this.#names.account(from, recording.labels.get(from.toLowerCase()));
  }

  text(): string {
    const { title, chain, deeds } = this.#recording;
    const steps = deeds.map((deed, index) => this.#step(deed, index));
    return [
      `scenario: ${scalarText(title)}`,
      ...chainLines(chain),
      ...(this.#names.accounts.length === 0 ? [] : ["accounts:", ...this.#names.accounts.map((name) => `  ${name}:`)]),
      "steps:",
      ...steps.flat(),
      "",
    ].join("\n");
  }

  #step(deed: Deed, index: number): string[] {
    const signer = this.#names.of(deed.from) ?? adminName;
    const lines: Line[] = deed.kind === "deploy" ? this.#deployment(deed) : this.#sending(deed);
    const [first, ...rest] = lines;
    const as = deed.kind === "deploy" && deed.status === 0 ? nameOf(decapitalized(deed.name), "contract") : undefined;
    const expectation = this.#expectation(deed, index);
    // From here on the contract has its name.
    const given = as === undefined ? undefined : this.#names.give((deed as Deployment).address, as);
    const all: Line[] = [
      ...(first ? [first] : []),
      ...(signer === adminName ? [] : [["from", signer] as const]),
      ...rest,
      ...(given === undefined ? [] : [["as", given] as const]),
    ];
    const written = all.map(([key, value], at) => `${at === 0 ? "  - " : "    "}${key}: ${value}`);
    const expect = expectation.map(([key, value]) => `      ${key}: ${value}`);
    return [...written, ...(expect.length === 0 ? [] : ["    expect:", ...expect])];
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
    const short = word === "link" ? "path" : operations.get(word)?.short;
    const only = short === undefined ? undefined : (put as Readonly<Record<string, Recorded>>)[short];
    return valueText(only === undefined || Object.keys(fields).length > 1 ? put : only);
  }

  #expectation(deed: Deed, index: number): Line[] {
    const loose = this.#loosened.get(index);
    const isOperation = deed.kind === "send" && deed.value === 0n && operationOf(deed) !== undefined;
    if (deed.status !== 0) {
      const said = deed.reason === "" ? { kind: "execution" } : { kind: "execution", message: deed.reason };
      return isOperation
        ? [["refused", "true"]]
        : [
            ["status", String(deed.status)],
            ["refused", valueText(said)],
          ];
    }
    const result = this.#result(deed, isOperation);
    const events = deed.events.map((event) => ({
      [event.name]: this.#names.expected(listed(event.arguments), deed.moment),
    }));
    return [
      ...(deed.kind === "send" && !isOperation ? [["status", "0"] as const] : []),
      ...(result === undefined || loose?.has("result") ? [] : [result]),
      ...(events.length === 0 || isOperation || loose?.has("events") ? [] : [["events", valueText(events)] as const]),
    ];
  }

  #result(deed: Deed, isOperation: boolean): Line | undefined {
    if (deed.kind !== "send" || deed.values.length === 0) return undefined;
    const [only] = deed.values;
    if (isOperation) {
      const code = String(only?.value ?? "");
      // Contracts of governance answer numbers of proposals, no codes.
      return deed.builtin !== "CommitteeManager" && /^-?\d{1,9}$/.test(code) ? ["code", code] : undefined;
    }
    const values = seenAnswer(deed.values).plain;
    return ["result", valueText(this.#names.expected(values, deed.moment))];
  }
}

/** The text of a scenario that does once more what was done, with what came of it as expectations. */
export function recordScenario(recording: Recording, loosened: Loosened = new Map()): string {
  return new Recorder(recording, loosened).text();
}
