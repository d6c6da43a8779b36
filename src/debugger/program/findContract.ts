import type {
  CodeLocation,
  CompiledCode,
  CompiledContract,
  CompiledProject,
} from "../../solidity/artifact/compiledProject";
import { linkPositions, metadataHash, ownAddress, verifyCode } from "../../solidity/verify/verifyCode";

/** A contract whose code ran. */
export interface FoundContract {
  readonly project: CompiledProject;
  readonly contract: CompiledContract;
  readonly creation: boolean;
}

/** Whether code begins with a contract's creation code, addresses of libraries and hashes of metadata aside. */
function isCreation(digits: string, { bytecode }: CompiledContract): boolean {
  const { object } = bytecode;
  if (object.length === 0 || digits.length < object.length) return false;
  const open = linkPositions(bytecode).map(({ start, length }) => ({ from: start * 2, to: (start + length) * 2 }));
  for (const { index, 0: found } of object.matchAll(metadataHash)) open.push({ from: index, to: index + found.length });
  let at = 0;
  for (const { from, to } of open.sort((left, right) => left.from - right.from)) {
    if (from < at) continue;
    if (!digits.startsWith(object.slice(at, from), at)) return false;
    at = to;
  }
  return digits.startsWith(object.slice(at), at);
}

/** Finds what code was compiled from: the same code, else the same but for the compiler's description. */
export class ContractFinder {
  readonly #contracts: readonly { readonly project: CompiledProject; readonly contract: CompiledContract }[];
  readonly #known = new Map<string, FoundContract | undefined>();

  readonly projects: readonly CompiledProject[];

  /** The earlier ones are looked at first. */
  constructor(projects: readonly CompiledProject[]) {
    this.projects = projects;
    this.#contracts = projects.flatMap((project) => project.contracts.map((contract) => ({ project, contract })));
  }

  /** @param code hex with `0x` */
  find(code: string, creation: boolean): FoundContract | undefined {
    const key = `${creation} ${code}`;
    if (!this.#known.has(key)) this.#known.set(key, creation ? this.#creation(code) : this.#runtime(code));
    return this.#known.get(key);
  }

  #creation(code: string): FoundContract | undefined {
    const digits = code.slice(2);
    const found = this.#contracts
      .filter(({ contract }) => isCreation(digits, contract))
      .sort((a, b) => b.contract.bytecode.object.length - a.contract.bytecode.object.length);
    const [best] = found;
    return best && { ...best, creation: true };
  }

  #runtime(code: string): FoundContract | undefined {
    const size = code.length - 2;
    let near: FoundContract | undefined;
    for (const { project, contract } of this.#contracts) {
      const expected = contract.deployedBytecode.object.length;
      if (expected === 0 || Math.abs(expected - size) > 400) continue;
      const verdict = verifyCode(code, contract);
      if (verdict.kind === "same") return { project, contract, creation: false };
      if (verdict.kind === "sameButMetadata") near ??= { project, contract, creation: false };
    }
    return near;
  }

  /** The contract of a name and source. */
  named(sourceName: string, name: string): FoundContract | undefined {
    const found = this.#contracts.find(({ contract }) => contract.name === name && contract.sourceName === sourceName);
    return found && { ...found, creation: false };
  }
}

function withParts(
  object: string,
  parts: readonly { readonly place: CodeLocation; readonly digits: string }[],
): string {
  let result = object;
  for (const { place, digits } of parts) {
    result =
      result.slice(0, place.start * 2) +
      digits.padStart(place.length * 2, "0") +
      result.slice((place.start + place.length) * 2);
  }
  return result;
}

function linked(
  code: CompiledCode,
  addressOf: (library: `${string}:${string}`) => string | undefined,
): string | undefined {
  const parts: { place: CodeLocation; digits: string }[] = [];
  for (const [source, names] of Object.entries(code.linkReferences)) {
    for (const [name, places] of Object.entries(names)) {
      const address = addressOf(`${source}:${name}`);
      if (address === undefined) return undefined;
      parts.push(...places.map((place) => ({ place, digits: address.slice(2) })));
    }
  }
  return withParts(code.object, parts);
}

/**
 * Code of the same contract in another build, with the libraries and immutables that stand in the code given. Undefined where it does not
 * fit.
 */
export function runtimeLike(code: string, found: FoundContract, other: CompiledContract): string | undefined {
  const verdict = verifyCode(code, found.contract);
  if (verdict.kind !== "same" && verdict.kind !== "sameButMetadata") return undefined;
  const { libraries, immutables } = verdict.parts;
  const object = linked(other.deployedBytecode, (name) => (libraries as Readonly<Record<string, string>>)[name]);
  if (object === undefined) return undefined;
  const parts = Object.entries(other.deployedBytecode.immutableReferences).flatMap(([id, places]) =>
    places.map((place) => ({ place, digits: immutables[id]?.slice(2) })),
  );
  if (parts.some(({ digits }) => digits === undefined)) return undefined;
  const whole = withParts(object, parts as { place: CodeLocation; digits: string }[]);
  // a library's code begins with its own address
  const isLibrary = ownAddress.test(whole) && ownAddress.test(code.slice(2));
  return `0x${isLibrary ? code.slice(2, 44) + whole.slice(42) : whole}`;
}

/** Creation code of the same contract in another build, with the arguments behind the code given. */
export function creationLike(code: string, found: FoundContract, other: CompiledContract): string | undefined {
  const digits = code.slice(2);
  const { bytecode } = found.contract;
  const places = new Map(
    Object.entries(bytecode.linkReferences).flatMap(([source, names]) =>
      Object.entries(names).map(([name, [first]]) => [`${source}:${name}`, first] as const),
    ),
  );
  const object = linked(other.bytecode, (name) => {
    const place = places.get(name);
    return place && `0x${digits.slice(place.start * 2, (place.start + place.length) * 2)}`;
  });
  return object === undefined ? undefined : `0x${object}${digits.slice(bytecode.object.length)}`;
}
