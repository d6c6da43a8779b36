import { hexToBytes } from "../../crypto/bytes/hex";
import type { CodeLocation, CompiledCode, CompiledContract } from "../../solidity/artifact/compiledProject";
import { isContractNamed } from "../../solidity/artifact/contractName";
import { linkPositions } from "../../solidity/verify/verifyCode";
import type { TestModule, TestProject } from "../testProject";

/** A compiled contract with what is needed to recognise its code. */
export interface Artifact {
  readonly contract: CompiledContract;
  readonly module: TestModule;
  readonly creation: CodePattern;
  readonly runtime: CodePattern;
}

/** Code with holes: places of libraries' addresses and of immutables. */
interface CodePattern {
  readonly bytes: Uint8Array;
  readonly holes: readonly CodeLocation[];
}

/** Bytes of code whose places for libraries are zero. */
export function bytesOfCode(code: CompiledCode): Uint8Array {
  let digits = code.object;
  for (const { start, length } of linkPositions(code)) {
    digits = digits.slice(0, start * 2) + "0".repeat(length * 2) + digits.slice((start + length) * 2);
  }
  return hexToBytes(digits);
}

function patternOf(code: CompiledCode): CodePattern {
  return {
    bytes: bytesOfCode(code),
    holes: [...linkPositions(code), ...Object.values(code.immutableReferences).flat()].sort(
      (a, b) => a.start - b.start,
    ),
  };
}

function fits({ bytes, holes }: CodePattern, code: Uint8Array): boolean {
  if (bytes.length === 0 || code.length < bytes.length) return false;
  let at = 0;
  for (const { start, length } of [...holes, { start: bytes.length, length: 0 }]) {
    if (Buffer.compare(bytes.subarray(at, start), code.subarray(at, start)) !== 0) return false;
    at = start + length;
  }
  return true;
}

/** A library's runtime begins with its own address. */
const isLibraryCode = (bytes: Uint8Array): boolean => bytes[0] === 0x73 && bytes.length > 21 && bytes[21] === 0x30;

/** Every contract of a project, found by its code or by its name. */
export class ArtifactIndex {
  /** Those that have code. */
  readonly all: readonly Artifact[];
  /** Interfaces and abstract contracts too. */
  readonly interfaces: readonly Artifact[];
  readonly #byRuntimeLength = new Map<number, Artifact[]>();
  readonly #runtimes = new WeakMap<Uint8Array, { readonly artifact: Artifact | undefined }>();
  readonly #creations = new WeakMap<Uint8Array, { readonly artifact: Artifact | undefined }>();

  constructor(project: TestProject) {
    this.interfaces = project.modules.flatMap((module) =>
      module.contracts.map((contract) => ({
        contract,
        module,
        creation: patternOf(contract.bytecode),
        runtime: withOwnAddress(patternOf(contract.deployedBytecode)),
      })),
    );
    this.all = this.interfaces.filter(({ contract }) => contract.bytecode.object !== "");
    for (const artifact of this.all) {
      const { length } = artifact.runtime.bytes;
      this.#byRuntimeLength.set(length, [...(this.#byRuntimeLength.get(length) ?? []), artifact]);
    }
  }

  /** The contract that this is the runtime code of. */
  byRuntime(code: Uint8Array): Artifact | undefined {
    const known = this.#runtimes.get(code);
    if (known) return known.artifact;
    const artifact = this.#byRuntimeLength.get(code.length)?.find(({ runtime }) => fits(runtime, code));
    this.#runtimes.set(code, { artifact });
    return artifact;
  }

  /** The contract that this creation code, with arguments behind it, makes. */
  byCreation(code: Uint8Array): Artifact | undefined {
    const known = this.#creations.get(code);
    if (known) return known.artifact;
    let artifact: Artifact | undefined;
    for (const each of this.all) {
      if (fits(each.creation, code) && each.creation.bytes.length > (artifact?.creation.bytes.length ?? 0))
        artifact = each;
    }
    this.#creations.set(code, { artifact });
    return artifact;
  }

  /** `File.sol:Name`, `File.sol`, `Name` or `out/File.sol/Name.json`. */
  byName(asked: string): Artifact | undefined {
    const name = fullName(asked);
    return this.all.find(({ contract }) => isContractNamed(contract, name));
  }
}

/** `File.sol:File` of `File.sol`, and `File.sol:Name` of `out/File.sol/Name.json`. */
function fullName(asked: string): string {
  const [, file, name = ""] = /^(?:.*\/)?([^/]+\.sol)\/([^/]+)\.json$/.exec(asked) ?? [];
  if (file !== undefined) return `${file}:${name}`;
  const last = asked.slice(asked.lastIndexOf("/") + 1);
  if (asked.endsWith(".json")) return last.slice(0, -5);
  return asked.endsWith(".sol") ? `${asked}:${last.slice(0, -4)}` : asked;
}

function withOwnAddress(pattern: CodePattern): CodePattern {
  if (!isLibraryCode(pattern.bytes)) return pattern;
  return { bytes: pattern.bytes, holes: [{ start: 1, length: 20 }, ...pattern.holes] };
}
