import { type AbiParameter, type AbiShape, readParameters } from "../../chain/abi/abiType";
import { instructionSize, instructionStarts, pushedNumber } from "../../chain/evm/opcodes";
import { bytesOfNumber, numberOfBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHexDigits } from "../../crypto/bytes/hex";
import type { CompiledContract } from "../../solidity/artifact/compiledProject";
import type { AbiValue } from "../cheats/abiCode";
import { functionsOf } from "./functionsOf";
import type { Random } from "./random";

/** Values for a parameter, and their type as the ABI has it. */
interface Fixture {
  readonly type: string;
  readonly values: readonly AbiValue[];
}

/** A test contract that can be asked. */
interface AskedContract {
  readonly contract: CompiledContract;
  ask(signature: string, returns: readonly AbiParameter[], args?: readonly AbiValue[]): Promise<AbiValue[] | undefined>;
}

/** By the name of the parameter, in small letters and without underscores around it. */
export type Fixtures = ReadonlyMap<string, Fixture>;

const mark = "fixture";
const maxValues = 10_000;

/** `fixture_amount` and `amount_` name the same. */
function plainName(name: string): string {
  let [from, to] = [0, name.length];
  while (from < to && name[from] === "_") from++;
  while (to > from && name[to - 1] === "_") to--;
  return name.slice(from, to).toLowerCase();
}

/** The type of what a list holds; undefined for what is no list of any length. */
const elementType = (type: string): string | undefined => (type.endsWith("[]") ? type.slice(0, -2) : undefined);

/** Reads a public list place by place, until there is none. */
async function listed(run: AskedContract, signature: string, returns: readonly AbiParameter[]): Promise<AbiValue[]> {
  const values: AbiValue[] = [];
  while (values.length < maxValues) {
    const found = await run.ask(signature, returns, [BigInt(values.length)]);
    if (!found) break;
    values.push(returns.length === 1 ? (found[0] ?? 0n) : found);
  }
  return values;
}

/** What functions and public lists named `fixture…` of a test contract give. */
export async function readFixtures(run: AskedContract): Promise<Fixtures> {
  const found = new Map<string, Fixture>();
  for (const { name, signature, parameters, outputs } of functionsOf(run.contract)) {
    if (!name.startsWith(mark)) continue;
    const returns = readParameters(outputs, name);
    const key = plainName(name.slice(mark.length));
    const [first] = returns;
    if (!first) continue;
    const element = parameters.length === 0 && returns.length === 1 ? elementType(first.type) : undefined;
    if (element !== undefined) {
      const [values = []] = (await run.ask(signature, returns)) ?? [];
      found.set(key, { type: element, values: values as readonly AbiValue[] });
    } else if (parameters.length === 1 && parameters[0]?.type === "uint256") {
      const type = returns.length === 1 ? first.type : `(${returns.map((each) => each.type).join(",")})`;
      found.set(key, { type, values: await listed(run, signature, returns) });
    }
  }
  return found;
}

/** The values for a parameter, which may be none; undefined where no fixture is named so, or one of another type. */
export function fixtureFor(fixtures: Fixtures, { name, type }: AbiParameter): readonly AbiValue[] | undefined {
  const found = fixtures.get(plainName(name));
  return found && found.type === type ? found.values : undefined;
}

/** Values that are likelier to show something: numbers that stand in the code. */
export interface Dictionary {
  readonly words: readonly bigint[];
}

const maxWords = 1500;

/** The numbers that code pushes. */
export function dictionaryOf(codes: readonly Uint8Array[]): Dictionary {
  const words = new Set<bigint>();
  for (const code of codes) {
    for (const pc of instructionStarts(code)) {
      const size = instructionSize(code[pc] as number) - 1;
      // places in the code itself are numbers of two bytes, and there are very many of them
      if (size > 0 && size !== 2 && words.size < maxWords) words.add(pushedNumber(code, pc));
    }
  }
  return { words: [...words] };
}

const textLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-./:,\"'\\<>%$é中文😀";
const letters = [...textLetters];

function number(bits: number, random: Random, { words }: Dictionary): bigint {
  const kind = random.below(100);
  const span = 1n << BigInt(bits);
  if (kind < 15) return [0n, 1n, span - 1n, span - 2n, span >> 1n, (span >> 1n) - 1n, 2n, 10n][random.below(8)] ?? 0n;
  if (kind < 40 && words.length > 0) {
    const near = BigInt(random.below(3)) - 1n;
    return BigInt.asUintN(bits, (random.pick(words) ?? 0n) + near);
  }
  // small numbers as often as large ones
  if (kind < 75) return random.bits(1 + random.below(bits));
  return random.bits(bits);
}

function length(random: Random): number {
  if (random.chance(10)) return 0;
  return random.chance(80) ? 1 + random.below(32) : 1 + random.below(256);
}

/** How many values an enum has, by its name as the ABI gives it. */
export type EnumSizes = ReadonlyMap<string, number>;

/** How many values an enum has where an ABI's type is one, or a list of one. */
function enumSize(internalType: string | undefined, enums: EnumSizes): number | undefined {
  if (!internalType?.startsWith("enum ")) return undefined;
  return enums.get(internalType.slice(5).split("[", 1)[0] ?? "");
}

/** A random value of a shape; numbers that stand for an enum stay below its size. */
function randomValue(
  { shape, internalType }: Pick<AbiParameter, "shape" | "internalType">,
  random: Random,
  dictionary: Dictionary,
  enums: EnumSizes,
): AbiValue {
  switch (shape.kind) {
    case "integer": {
      const size = enumSize(internalType, enums);
      if (size !== undefined) return BigInt(random.below(size));
      const value = number(shape.bits, random, dictionary);
      return shape.signed ? BigInt.asIntN(shape.bits, value) : value;
    }
    case "bool":
      return random.chance(50);
    case "address": {
      const value = random.chance(20) ? number(160, random, dictionary) : random.bits(160);
      return bytesToHexDigits(bytesOfNumber(value)).slice(24);
    }
    case "string":
      return Array.from({ length: length(random) }, () => random.pick(letters) ?? "a").join("");
    case "bytes": {
      if (shape.size === undefined) return random.bytes(length(random));
      const value = bytesOfNumber(number(shape.size * 8, random, dictionary));
      return value.slice(32 - shape.size);
    }
    case "array": {
      const count = shape.length ?? (random.chance(15) ? 0 : 1 + random.below(random.chance(80) ? 8 : 40));
      const element = { shape: shape.element, ...(internalType === undefined ? {} : { internalType }) };
      return Array.from({ length: count }, () => randomValue(element, random, dictionary, enums));
    }
    case "tuple":
      return shape.members.map((member) => randomValue(member, random, dictionary, enums));
  }
}

/** Of a hundred values, so many come from a fixture. */
const likelyFixture = 40;

/** Random arguments, some of them from fixtures. */
export function randomArguments(
  parameters: readonly AbiParameter[],
  random: Random,
  dictionary: Dictionary,
  enums: EnumSizes,
  fixtures?: Fixtures,
): AbiValue[] {
  return parameters.map((parameter) => {
    const named = fixtures && fixtures.size > 0 ? fixtureFor(fixtures, parameter) : undefined;
    if (named && named.length > 0 && random.chance(likelyFixture)) return random.pick(named) ?? 0n;
    return randomValue(parameter, random, dictionary, enums);
  });
}

function smallerNumbers(value: bigint): bigint[] {
  const sign = value < 0n ? -1n : 1n;
  const size = value * sign;
  if (size === 0n) return [];
  const rounds = [2n, 10n, 100n, 1000n, 10_000n, 1_000_000n, 10n ** 18n];
  const ends = [8, 16, 32, 64, 128].map((bits) => BigInt.asUintN(bits, size));
  // ever smaller steps down: whatever the smallest number is that still fails, a few rounds come to it
  const steps = Array.from({ length: size.toString(2).length }, (_, at) => size - (size >> BigInt(at + 1)));
  const found = [0n, 1n, ...rounds, ...ends, ...steps, size - 1n].filter((each) => each < size);
  return [...new Set(found)].flatMap((each) => (sign < 0n && each !== 0n ? [-each, each] : [each]));
}

function shorterBytes(bytes: Uint8Array): Uint8Array[] {
  const count = bytes.length;
  if (count === 0) return [];
  const zeros = new Uint8Array(count);
  const found = [new Uint8Array(0), bytes.slice(0, count >> 1), bytes.slice(0, count - 1), bytes.slice(1)];
  if (bytes.some((byte) => byte !== 0)) found.push(zeros);
  return found;
}

/** Values that are simpler and worth a try, the simplest first. */
function simpler(shape: AbiShape, value: AbiValue): AbiValue[] {
  switch (shape.kind) {
    case "integer":
      return typeof value === "bigint" ? smallerNumbers(value) : [];
    case "bool":
      return value === true ? [false] : [];
    case "address": {
      const asNumber = BigInt(`0x${String(value)}`);
      return smallerNumbers(asNumber).map((each) => each.toString(16).padStart(40, "0"));
    }
    case "string": {
      const characters = [...String(value)];
      if (characters.length === 0) return [];
      const half = characters.slice(0, characters.length >> 1);
      const found = ["", half.join(""), characters.slice(0, -1).join(""), characters.slice(1).join("")];
      const plain = "a".repeat(characters.length);
      return [...new Set(plain === value ? found : [...found, plain])].filter((each) => each !== value);
    }
    case "bytes": {
      if (!(value instanceof Uint8Array)) return [];
      if (shape.size === undefined) return shorterBytes(value);
      const { size } = shape;
      return smallerNumbers(numberOfBytes(value)).map((each) => bytesOfNumber(each).slice(32 - size));
    }
    case "array": {
      const items = value as readonly AbiValue[];
      const found: AbiValue[] = [];
      if (shape.length === undefined && items.length > 0) {
        found.push([], items.slice(0, items.length >> 1), items.slice(0, -1), items.slice(1));
      }
      return [...found, ...oneSimpler(items.map((item) => ({ shape: shape.element, value: item })))];
    }
    case "tuple": {
      const items = value as readonly AbiValue[];
      return oneSimpler(shape.members.map((member, index) => ({ shape: member.shape, value: items[index] ?? 0n })));
    }
  }
}

/** The list with one of its values made simpler. */
export function oneSimpler(items: readonly { readonly shape: AbiShape; readonly value: AbiValue }[]): AbiValue[][] {
  const values = items.map(({ value }) => value);
  return items.flatMap(({ shape, value }, index) =>
    simpler(shape, value).map((each) => values.map((other, at) => (at === index ? each : other))),
  );
}
