import { classNames, clientModel, type JavaClient } from "../../src/applications/java/clientModel";
import type { ClientContract } from "../../src/applications/java/generateClients";
import type { JavaMember, JavaType } from "../../src/applications/java/javaType";
import { type AbiParameter, type AbiShape, isHashedInTopic } from "../../src/chain/abi/abiType";
import { readArgument } from "../../src/chain/abi/abiValue";
import { writeParameters } from "../../src/chain/abi/abiWriter";
import type { ContractInterface } from "../../src/chain/abi/contractInterface";
import { artifactInterface } from "../../src/chain/artifact/artifactInterface";
import { bytesToHex, type Hex } from "../../src/crypto/bytes/hex";
import type { CryptoSuiteName } from "../../src/crypto/cryptoSuite";
import { cryptoSuite } from "../../src/crypto/suites";

/** What JSON has of a value: numbers in decimal, bytes in hex, structs as lists. */
type PlainValue = string | boolean | readonly PlainValue[];

/** One method of a class that test/java/…/Clients.java calls. */
export type ClientCase = Readonly<Record<string, unknown>> & { readonly class: string; readonly signature: string };

/** Numbers by chance that are the same in each run (xorshift32). */
class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 1;
  }

  /** A whole number below the limit. */
  below(limit: number): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return (state >>> 0) % limit;
  }

  hex(bytes: number): string {
    return Array.from({ length: bytes }, () => this.below(256).toString(16).padStart(2, "0")).join("");
  }
}

const texts = ["", "a", "国密 SM3", 'line\nbreak "quoted" \\', "🙂", "x".repeat(70)];

function integer(shape: AbiShape & { kind: "integer" }, chance: Chance): string {
  const bits = BigInt(shape.bits);
  const wide = BigInt(`0x${chance.hex(32)}`);
  const choices = shape.signed
    ? [0n, -1n, (1n << (bits - 1n)) - 1n, -(1n << (bits - 1n)), BigInt.asIntN(shape.bits, wide)]
    : [0n, 1n, (1n << bits) - 1n, BigInt.asUintN(shape.bits, wide)];
  return String(choices[chance.below(choices.length)]);
}

function anyValue(shape: AbiShape, chance: Chance): PlainValue {
  switch (shape.kind) {
    case "integer":
      return integer(shape, chance);
    case "bool":
      return chance.below(2) === 1;
    case "address":
      return `0x${chance.hex(20)}`;
    case "string":
      return texts[chance.below(texts.length)] ?? "";
    case "bytes":
      return `0x${chance.hex(shape.size ?? chance.below(70))}`;
    case "array":
      return Array.from({ length: shape.length ?? chance.below(4) }, () => anyValue(shape.element, chance));
    case "tuple":
      return shape.members.map((member) => anyValue(member.shape, chance));
  }
}

const valuesOf = (parameters: readonly AbiParameter[], chance: Chance): PlainValue[] =>
  parameters.map(({ shape }) => anyValue(shape, chance));

const encoded = (parameters: readonly AbiParameter[], values: readonly PlainValue[]): Hex =>
  bytesToHex(
    writeParameters(
      parameters,
      values.map((value, at) => readArgument(parameters[at] as AbiParameter, value, at)),
    ),
  );

function erasure(type: JavaType): string {
  if (type.kind === "plain") return type.java;
  return type.kind === "struct" ? type.struct.name : "List";
}

const fieldsOf = (members: readonly JavaMember[]): string[] => members.map(({ name }) => name);

function functionCases(
  at: { class: string; folder: string },
  client: JavaClient,
  abi: ContractInterface,
  chance: Chance,
): ClientCase[] {
  return client.functions.flatMap((found) => {
    const declared = abi.functions.find(({ signature }) => signature === found.signature);
    if (!declared) return [];
    const inputs = valuesOf(declared.inputs, chance);
    const outputs = valuesOf(declared.outputs, chance);
    return [
      {
        ...at,
        signature: found.signature,
        raw: found.names.raw,
        ask: found.reads ? found.names.call : "",
        input: found.names.input,
        output: found.names.output,
        parameters: found.inputs.map(({ type }) => erasure(type)),
        inputs,
        outputs,
        data: `${declared.selector}${encoded(declared.inputs, inputs).slice(2)}`,
        outputData: encoded(declared.outputs, outputs),
      },
    ];
  });
}

function eventCases(
  at: { class: string; folder: string },
  client: JavaClient,
  abi: ContractInterface,
  chance: Chance,
): ClientCase[] {
  return client.events.flatMap((event) => {
    const declared = abi.events.find(
      ({ signature, anonymous }) => signature === event.signature && anonymous === event.anonymous,
    );
    if (!declared) return [];
    const values = declared.inputs.map(
      ({ indexed, shape }): PlainValue =>
        indexed && isHashedInTopic(shape) ? `0x${chance.hex(32)}` : anyValue(shape, chance),
    );
    const plain = declared.inputs.flatMap((input, index) =>
      input.indexed ? [] : [{ input, value: values[index] ?? "" }],
    );
    const topics = declared.inputs.flatMap((input, index) => {
      if (!input.indexed) return [];
      const value = values[index] ?? "";
      return [isHashedInTopic(input.shape) ? value : encoded([input], [value])];
    });
    return [
      {
        ...at,
        signature: `event ${event.signature}`,
        find: event.names.find,
        topics: [...(event.anonymous ? [] : [declared.topic]), ...topics],
        data: encoded(
          plain.map(({ input }) => input),
          plain.map(({ value }) => value),
        ),
        fields: fieldsOf(event.parameters),
        values,
      },
    ];
  });
}

function errorCases(
  at: { class: string; folder: string },
  client: JavaClient,
  abi: ContractInterface,
  chance: Chance,
): ClientCase[] {
  return client.errors.flatMap((error) => {
    const declared = abi.errors.find(({ signature }) => signature === error.signature);
    if (!declared) return [];
    const values = valuesOf(declared.inputs, chance);
    const data = `${declared.selector}${encoded(declared.inputs, values).slice(2)}`;
    return [
      {
        ...at,
        signature: `error ${error.signature}`,
        error: error.name,
        find: client.names.failure,
        data,
        fields: fieldsOf(error.members),
        values,
      },
    ];
  });
}

/** Every function, event and error of contracts in one package, with values by chance and what our own coder makes of them. */
export function clientCases(
  contracts: readonly ClientContract[],
  packageName: string,
  folder: string,
  suite: CryptoSuiteName,
  seed: number,
): ClientCase[] {
  const names = classNames(contracts.map(({ artifact }) => artifact.name));
  return contracts.flatMap(({ artifact }, index) => {
    const abi = artifactInterface(artifact, cryptoSuite(suite));
    const client = clientModel(names[index] ?? "", abi, artifact.abi);
    const at = { class: `${packageName}.${client.className}`, folder };
    const chance = new Chance(seed + index);
    return [functionCases, eventCases, errorCases].flatMap((cases) => cases(at, client, abi, chance));
  });
}

const elementary = [
  "uint256",
  "int256",
  "uint8",
  "int24",
  "bool",
  "address",
  "string",
  "bytes",
  "bytes4",
  "bytes32",
  "function",
];

/** An ABI parameter of any type, lists and structs to the depth. */
function anyParameter(name: string, depth: number, chance: Chance, structs: { count: number }): object {
  const kind = depth === 0 ? 0 : chance.below(4);
  if (kind < 2) return { name, type: elementary[chance.below(elementary.length)] };
  if (kind === 2) {
    const inner = anyParameter(name, depth - 1, chance, structs) as { type: string };
    const length = [1, 2, 3, 33][chance.below(4)];
    return { ...inner, type: `${inner.type}[${chance.below(3) === 0 ? length : ""}]` };
  }
  const members = Array.from({ length: 1 + chance.below(4) }, (_, at) =>
    anyParameter(`m${at}`, depth - 1, chance, structs),
  );
  return { name, type: "tuple", internalType: `struct Torture.S${structs.count++}`, components: members };
}

const hardNames = [
  "class",
  "get",
  "wait",
  "client",
  "values",
  "toString",
  "log",
  "_",
  "$",
  "List",
  "deploy",
  "load",
  "callback",
  "org",
  "java",
  "value",
];

/** A contract of functions, events and errors with every type to depth 4 and names that Java or the SDK has. */
export function tortureAbi(functions: number, seed: number): object[] {
  const chance = new Chance(seed);
  const structs = { count: 0 };
  const parameters = (max: number): object[] =>
    Array.from({ length: chance.below(max + 1) }, (_, at) =>
      anyParameter(
        chance.below(3) === 0 ? `${hardNames[chance.below(hardNames.length)]}${at > 0 ? at : ""}` : `p${at}`,
        4,
        chance,
        structs,
      ),
    );
  const named = (at: number): string =>
    at % 4 === 0 ? (hardNames[(at / 4) % hardNames.length] ?? "f") : `f${at % 150}`;
  const seen = new Set<string>();
  const once = <Entry extends { name: string; inputs: object[] }>(entry: Entry): Entry[] => {
    const key = JSON.stringify([
      entry.name,
      entry.inputs.map((each) => [(each as { type: string }).type, (each as { components?: object }).components]),
    ]);
    if (seen.has(key)) return [];
    seen.add(key);
    return [entry];
  };
  return [
    ...Array.from({ length: functions }, (_, at) => {
      const stateMutability = at % 2 === 0 ? "view" : "nonpayable";
      return once({
        type: "function",
        name: named(at),
        stateMutability,
        inputs: parameters(4),
        outputs: parameters(3),
      });
    }).flat(),
    ...Array.from({ length: 40 }, (_, at) => {
      const inputs = parameters(4).map((each, index) => ({ ...each, indexed: index < 3 && chance.below(3) === 0 }));
      return once({ type: "event", name: `E${at}`, anonymous: false, inputs });
    }).flat(),
    ...Array.from({ length: 20 }, (_, at) =>
      once({ type: "error", name: `Failure${at}`, inputs: parameters(3) }),
    ).flat(),
  ];
}
