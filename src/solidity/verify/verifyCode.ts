import type { CodeLocation, CompiledCode, CompiledContract } from "../artifact/compiledProject";

/** Whether code at an address is what sources compile to. */
export type CodeVerdict =
  /** Byte by byte, apart from what deployment fills in. */
  | { readonly kind: "same"; readonly parts: DeployedParts }
  /** All that runs is the same; the compiler's own description of sources and settings is not, or is left out. */
  | { readonly kind: "sameButMetadata"; readonly parts: DeployedParts }
  /** `at`: the first byte that differs; −1 where the lengths differ and everything before is the same. */
  | { readonly kind: "different"; readonly at: number; readonly expectedLength: number; readonly actualLength: number }
  /** There is no code at the address, or the contract has none. */
  | { readonly kind: "noCode" };

/** What deployment filled into the code. */
interface DeployedParts {
  /** Addresses by `source:Library`, `0x…`. */
  readonly libraries: Readonly<Record<string, string>>;
  /** Values of immutables by the id of their declaration in the AST, `0x…`. */
  readonly immutables: Readonly<Record<string, string>>;
}

/**
 * The compiler's description inside code: a CBOR map that begins with the hash of the metadata. Newer compilers end it with their version;
 * the hash of a contract that others create stands in their code too.
 */
export const metadataHash = /64697066735822[0-9a-f]{68}|65627a7a723[01]5820[0-9a-f]{64}/g;
const blank = "0";

/** Length in hex digits of the metadata at the end of the code, its two bytes of length included; 0 without any. */
function trailingMetadata(code: string): number {
  if (code.length < 8) return 0;
  const length = Number.parseInt(code.slice(-4), 16) * 2 + 4;
  if (length > code.length) return 0;
  // A map of one to four entries.
  return /^a[1-4]/.test(code.slice(-length)) ? length : 0;
}

/**
 * Length in hex digits of runtime code without the metadata at its end. Code that is the same, or the same but for metadata, has the same.
 * @param code lower case, without `0x`
 */
export const lengthWithoutMetadata = (code: string): number => code.length - trailingMetadata(code);

function cleared(code: string, places: readonly CodeLocation[]): string {
  let result = code;
  for (const { start, length } of places) {
    const [from, to] = [start * 2, (start + length) * 2];
    if (to <= result.length) result = result.slice(0, from) + blank.repeat(to - from) + result.slice(to);
  }
  return result;
}

/** Clears the same stretches in both codes: those where the first has a hash of metadata. */
function withoutHashes(expected: string, actual: string): [string, string] {
  let [left, right] = [expected, actual];
  for (const { index, 0: found } of expected.matchAll(metadataHash)) {
    const [from, to] = [index, index + found.length];
    left = left.slice(0, from) + blank.repeat(to - from) + left.slice(to);
    if (to <= right.length) right = right.slice(0, from) + blank.repeat(to - from) + right.slice(to);
  }
  return [left, right];
}

/** A library's code begins with its own address, which deployment puts there: PUSH20, ADDRESS, EQ. */
export const ownAddress = /^73[0-9a-f]{40}30/;

/** Where code waits for addresses of libraries. */
export const linkPositions = ({ linkReferences }: CompiledCode): CodeLocation[] =>
  Object.values(linkReferences).flatMap((names) => Object.values(names).flat());

function partsOf(contract: CompiledContract, actual: string): DeployedParts & { places: CodeLocation[] } {
  const { linkReferences, immutableReferences } = contract.deployedBytecode;
  const places: CodeLocation[] = [];
  const libraries: Record<string, string> = {};
  const immutables: Record<string, string> = {};
  const at = ({ start, length }: CodeLocation): string => `0x${actual.slice(start * 2, (start + length) * 2)}`;
  for (const [source, names] of Object.entries(linkReferences)) {
    for (const [name, list] of Object.entries(names)) {
      places.push(...list);
      const [first] = list;
      if (first) libraries[`${source}:${name}`] = at(first);
    }
  }
  for (const [id, list] of Object.entries(immutableReferences)) {
    places.push(...list);
    const [first] = list;
    if (first) immutables[id] = at(first);
  }
  return { libraries, immutables, places };
}

/** A library or an immutable that stands in several places must be the same in each. */
function agrees(contract: CompiledContract, actual: string): boolean {
  const { linkReferences, immutableReferences } = contract.deployedBytecode;
  const lists = [
    ...Object.values(linkReferences).flatMap((names) => Object.values(names)),
    ...Object.values(immutableReferences),
  ];
  return lists.every(
    (list) => new Set(list.map(({ start, length }) => actual.slice(start * 2, (start + length) * 2))).size <= 1,
  );
}

function firstDifference(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let i = 0; i < shorter; i += 2) if (left.slice(i, i + 2) !== right.slice(i, i + 2)) return i / 2;
  return -1;
}

/**
 * Compares the runtime code at an address with what a contract compiles to. What deployment fills in (libraries' addresses, immutables, a
 * library's own address) is taken out and told; what the compiler wrote about the sources is compared last.
 * @param code runtime code, hex, as `getCode` gives it
 */
export function verifyCode(code: string, contract: CompiledContract): CodeVerdict {
  const actual = code.replace(/^0x/i, "").toLowerCase();
  const compiled = contract.deployedBytecode.object;
  if (actual === "" || compiled === "") return { kind: "noCode" };
  const { places, libraries, immutables } = partsOf(contract, actual);
  const parts: DeployedParts = { libraries, immutables };
  let expected = cleared(compiled, places).toLowerCase();
  let given = cleared(actual, places);
  if (ownAddress.test(expected) && ownAddress.test(given)) {
    const own = [{ start: 1, length: 20 }];
    expected = cleared(expected, own);
    given = cleared(given, own);
  }
  if (!agrees(contract, actual)) return different(firstDifference(expected, given), expected, given);
  if (expected === given) return { kind: "same", parts };
  // Without the compiler's description at the end, and the hashes of others inside.
  const expectedRest = expected.slice(0, expected.length - trailingMetadata(expected));
  const givenRest = given.slice(0, given.length - trailingMetadata(given));
  const [left, right] = withoutHashes(expectedRest, givenRest);
  return left === right ? { kind: "sameButMetadata", parts } : different(firstDifference(left, right), expected, given);
}

function different(at: number, expected: string, given: string): CodeVerdict {
  return { kind: "different", at, expectedLength: expected.length / 2, actualLength: given.length / 2 };
}
