import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import { hexToBytes, isAddress } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { isObject } from "../../web3/model/values";

/** A member of a struct. */
export interface TypedDataField {
  readonly name: string;
  /** `uint256`, `string`, `bytes32`, `Person`, `Person[]`, … */
  readonly type: string;
}

/** A struct to sign, with the types that say how it is encoded (EIP-712). */
export interface TypedData {
  readonly types: Readonly<Record<string, readonly TypedDataField[]>>;
  /** The struct's name among the types. */
  readonly primaryType: string;
  /** Where the signature holds: name, version, chain, contract. */
  readonly domain: Readonly<Record<string, unknown>>;
  readonly message: Readonly<Record<string, unknown>>;
}

/** Deeper data was made to break something. */
const maxDepth = 32;
const maxValues = 100_000;
const utf8 = new TextEncoder();

/** Members of a domain that has no type of its own, in the order of EIP-712. */
const domainFields: readonly TypedDataField[] = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
  { name: "salt", type: "bytes32" },
];

const refuse = (what: string): never => {
  throw new TypeError(`typed data: ${what.slice(0, 200)}`);
};

const isName = (value: unknown): value is string => typeof value === "string" && /^[A-Za-z_$][\w$]{0,99}$/.test(value);
const isType = (value: unknown): value is string =>
  typeof value === "string" && /^[A-Za-z_$][\w$]{0,99}(?:\[\d{0,6}\]){0,8}$/.test(value);

const isFields = (value: unknown): value is readonly TypedDataField[] =>
  Array.isArray(value) && value.every((each) => isObject(each) && isName(each["name"]) && isType(each["type"]));

/**
 * Typed data as `eth_signTypedData_v4` is given it: an object, or its JSON.
 * @throws TypeError for what isn't of the form
 */
export function readTypedData(given: unknown): TypedData {
  const data: unknown = typeof given === "string" ? JSON.parse(given) : given;
  if (!isObject(data)) return refuse("not an object");
  const { types, primaryType, domain = {}, message } = data;
  if (!isObject(types)) return refuse("types are missing");
  for (const [name, fields] of Object.entries(types))
    if (!isName(name) || !isFields(fields)) return refuse(`the type ${name} isn't a list of names and types`);
  if (!isObject(domain) || !isObject(message)) return refuse("domain and message must be objects");
  const known = types as TypedData["types"];
  const ownDomain = domainFields.filter(({ name }) => domain[name] !== undefined);
  const whole = { EIP712Domain: ownDomain, ...known };
  if (typeof primaryType !== "string" || !Object.hasOwn(whole, primaryType)) return refuse("primaryType isn't a type");
  return { types: whole, primaryType, domain, message };
}

function integerOf(value: unknown, type: string): bigint {
  const isExact = typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value));
  const isText = typeof value === "string" && /^(?:0x[0-9a-f]{1,64}|-?\d{1,78})$/i.test(value);
  return isExact || isText ? BigInt(value as bigint | number | string) : refuse(`${String(value)} isn't of ${type}`);
}

const bytesOf = (value: unknown, type: string): Uint8Array =>
  typeof value === "string" && /^0x(?:[0-9a-f]{2})*$/i.test(value)
    ? hexToBytes(value)
    : refuse(`${String(value)} isn't of ${type}`);

/** A number's 32 bytes, if it is in the range of its type. */
function numberWord(value: unknown, type: string, signed: boolean, bits: number): Uint8Array {
  if (bits < 8 || bits > 256 || bits % 8 !== 0) return refuse(`there is no type ${type}`);
  const number = integerOf(value, type);
  const fits = signed ? BigInt.asIntN(bits, number) === number : BigInt.asUintN(bits, number) === number;
  return fits ? bytesOfNumber(BigInt.asUintN(256, number)) : refuse(`${number} isn't in the range of ${type}`);
}

/** Encodes structs with the hash of a chain: what a contract there computes by `keccak256`, which on an SM chain is SM3. */
class TypedEncoder {
  readonly #types: TypedData["types"];
  readonly #suite: CryptoSuite;
  readonly #typeHashes = new Map<string, Uint8Array>();
  #values = 0;

  constructor(types: TypedData["types"], suite: CryptoSuite) {
    this.#types = types;
    this.#suite = suite;
  }

  #fields(type: string): readonly TypedDataField[] | undefined {
    return Object.hasOwn(this.#types, type) ? this.#types[type] : undefined;
  }

  /** `Mail(Person from,Person to)Person(string name)`: the struct, then those that it holds by their names. */
  #typeHash(type: string): Uint8Array {
    let hash = this.#typeHashes.get(type);
    if (!hash) {
      const found = new Set<string>();
      const gather = (name: string): void => {
        if (found.has(name)) return;
        const fields = this.#fields(name);
        if (!fields) return;
        found.add(name);
        for (const field of fields) gather(field.type.split("[", 1)[0] ?? "");
      };
      gather(type);
      found.delete(type);
      const text = [type, ...[...found].sort()]
        .map((name) => `${name}(${(this.#fields(name) ?? []).map((field) => `${field.type} ${field.name}`).join(",")})`)
        .join("");
      hash = this.#suite.hash(utf8.encode(text));
      this.#typeHashes.set(type, hash);
    }
    return hash;
  }

  hashStruct(type: string, value: unknown, depth = 0): Uint8Array {
    const fields = this.#fields(type);
    if (!fields || !isObject(value)) return refuse(`${type} isn't a struct`);
    const words = fields.map((field) =>
      this.#word(field.type, Object.hasOwn(value, field.name) ? value[field.name] : undefined, depth + 1),
    );
    return this.#suite.hash(joinBytes([this.#typeHash(type), ...words]));
  }

  #word(type: string, value: unknown, depth: number): Uint8Array {
    this.#values += 1;
    if (depth > maxDepth || this.#values > maxValues) return refuse("it is too deep or too long");
    const list = /^(.*)\[(\d*)\]$/.exec(type);
    if (list) return this.#listWord(list[1] ?? "", list[2] ?? "", value, depth);
    if (this.#fields(type)) {
      // a struct that holds its own kind ends by nothing
      if (value === undefined || value === null) return new Uint8Array(32);
      return this.hashStruct(type, value, depth);
    }
    return this.#atom(type, value);
  }

  #listWord(element: string, length: string, value: unknown, depth: number): Uint8Array {
    if (!Array.isArray(value)) return refuse(`a list of ${element} is missing`);
    if (length !== "" && value.length !== Number(length)) return refuse(`a list of ${element} has another length`);
    return this.#suite.hash(joinBytes(value.map((each) => this.#word(element, each, depth + 1))));
  }

  #atom(type: string, value: unknown): Uint8Array {
    const [, sign, bits = "256"] = /^(u?)int(\d*)$/.exec(type) ?? [];
    if (sign !== undefined) return numberWord(value, type, sign === "", Number(bits || 256));
    const [, size] = /^bytes(\d+)$/.exec(type) ?? [];
    if (size !== undefined) {
      const bytes = bytesOf(value, type);
      if (Number(size) < 1 || Number(size) > 32 || bytes.length !== Number(size)) return refuse(`a ${type} is missing`);
      const word = new Uint8Array(32);
      word.set(bytes);
      return word;
    }
    switch (type) {
      case "string":
        return typeof value === "string" ? this.#suite.hash(utf8.encode(value)) : refuse("a string is missing");
      case "bytes":
        return this.#suite.hash(bytesOf(value, type));
      case "bool":
        return typeof value === "boolean" ? bytesOfNumber(value ? 1n : 0n) : refuse("a bool is missing");
      case "address":
        return typeof value === "string" && isAddress(value)
          ? bytesOfNumber(BigInt(value))
          : refuse("an address is missing");
      default:
        return refuse(`there is no type ${type}`);
    }
  }
}

/**
 * What `eth_signTypedData_v4` signs: the hash of EIP-712, by keccak256 on a standard chain and by SM3 on an SM chain, where contracts
 * compute it by SM3, too.
 * @param data structs, their types, and the domain
 * @param suite the chain's, as `chain.suite.name` says it
 * @returns 32 bytes
 * @throws TypeError for values that aren't of their types
 * @example
 * ```ts
 * import { typedDataHash } from "chainside/wallet";
 *
 * const types = { Order: [{ name: "id", type: "uint256" }, { name: "buyer", type: "address" }] };
 * const message = { id: 1n, buyer: `0x${"ab".repeat(20)}` };
 * const hash = typedDataHash({ types, primaryType: "Order", domain: { name: "Shop" }, message }, "sm");
 * console.log(hash.length); // 32
 * ```
 */
export function typedDataHash(data: TypedData, suite: "standard" | "sm" = "standard"): Uint8Array {
  const { types, primaryType, domain, message } = readTypedData(data);
  const own = cryptoSuite(suite);
  const encoder = new TypedEncoder(types, own);
  const parts = [Uint8Array.of(0x19, 0x01), encoder.hashStruct("EIP712Domain", domain)];
  // by EIP-712 a domain alone can be signed
  if (primaryType !== "EIP712Domain") parts.push(encoder.hashStruct(primaryType, message));
  return own.hash(joinBytes(parts));
}
