// Compiles the governance contracts of the embedded chain for both kinds of chain into the artifact beside them. Run after a
// change of a contract: `node scripts/run.mjs compile-governance`; with `--check` it only says whether the artifact is what
// the sources compile to.
//
// The compiler knows only keccak256. For chains with SM3 its intermediate code is taken, in which selectors and topics
// stand as plain numbers, these are replaced by the ones under SM3, and the compiler turns that into byte code. Hashes that
// the contracts compute while they run come from the chain. The optimizer steps that would compute such hashes at compile
// time are left out.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { readParameters, signatureOf } from "../src/chain/abi/abiType";
import { bytesToHexDigits } from "../src/crypto/bytes/hex";
import { smSuite, standardSuite } from "../src/crypto/suites";
import { root } from "./lint/sources";

interface AbiEntry {
  type: string;
  name?: string;
  inputs?: unknown[];
  outputs?: unknown[];
  stateMutability?: string;
}

interface Compiled {
  abi: AbiEntry[];
  ir: string;
  evm: { bytecode: { object: string } };
}

interface Output {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, Compiled>>;
}

/** What the embedded chain ships: creation code without constructor arguments. */
interface Artifact {
  compiler: string;
  /** SHA-256 of the sources' names and texts. */
  sources: string;
  standard: string;
  sm: string;
}

const folder = join(root, "src/devchain/governance");
const artifactFile = join(folder, "committeeManager.json");
const solc = createRequire(import.meta.url)("solc") as { compile(input: string): string; version(): string };
const evmVersion = "london";
const metadata = { appendCBOR: false, bytecodeHash: "none" };
/** The optimizer's usual steps without those that look hashes up (L, M). */
const smSteps = "dhfoDgvulfnTUtnIf[xa[r]EscVcul[j]ulTUtcl]jTeuOul:fDnTOcmuO";

function compile(input: object): Output {
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
  const failures = (output.errors ?? []).filter(({ severity }) => severity === "error");
  if (failures.length > 0) throw new Error(failures.map(({ formattedMessage }) => formattedMessage).join("\n"));
  return output;
}

function readSources(): Record<string, { content: string }> {
  const names = readdirSync(join(folder, "contracts")).filter((name) => name.endsWith(".sol"));
  return Object.fromEntries(
    names.sort().map((name) => [name, { content: readFileSync(join(folder, "contracts", name), "utf8") }]),
  );
}

const signatureText = ({ name = "", inputs }: AbiEntry): string =>
  signatureOf(name, readParameters(inputs, name), false);

/** Everything that a caller sees of an entry, names included. */
function entryText(entry: AbiEntry): string {
  const { type, name = "", inputs, outputs, stateMutability } = entry;
  const parameters = (list: unknown[] | undefined): string =>
    readParameters(list, name)
      .map((one) => `${one.type} ${one.name}`.trim())
      .join(", ");
  const mutability = type === "function" ? stateMutability : "";
  return `${type} ${name}(${parameters(inputs)}) ${mutability} (${parameters(outputs)})`;
}

/** The contracts must be called exactly as a node's are. */
function checkAbi(name: string, { abi }: Compiled): void {
  const known = JSON.parse(readFileSync(join(root, "src/chain/abi/precompiled", `${name}.json`), "utf8")) as AbiEntry[];
  const [ours, theirs] = [abi, known].map((entries) => new Set(entries.map(entryText)));
  const missing = [...(theirs ?? [])].filter((entry) => !ours?.has(entry));
  const added = [...(ours ?? [])].filter((entry) => !theirs?.has(entry));
  if (missing.length + added.length === 0) return;
  throw new Error(`${name} has another interface:\n- ${missing.join("\n- ")}\n+ ${added.join("\n+ ")}`);
}

const hashes = (signature: string): [standard: string, sm: string] => {
  const bytes = new TextEncoder().encode(signature);
  return [bytesToHexDigits(standardSuite.hash(bytes)), bytesToHexDigits(smSuite.hash(bytes))];
};

/** Selectors and topics of everything in the sources: number under keccak256 → number under SM3. */
function smNumbers(contracts: readonly Compiled[]): Map<bigint, bigint> {
  const numbers = new Map<bigint, bigint>();
  const number = (digits: string): bigint => BigInt(`0x${digits}`);
  const addSelector = (signature: string): void => {
    const [standard, sm] = hashes(signature).map((hash) => number(hash.slice(0, 8)));
    if (standard === undefined || sm === undefined) return;
    numbers.set(standard, sm);
    numbers.set(standard << 224n, sm << 224n);
  };
  for (const { abi } of contracts) {
    for (const entry of abi) {
      if (entry.type === "function") addSelector(signatureText(entry));
      if (entry.type !== "event") continue;
      const [standard, sm] = hashes(signatureText(entry));
      numbers.set(number(standard), number(sm));
    }
  }
  addSelector("Error(string)");
  addSelector("Panic(uint256)");
  return numbers;
}

/** Replaces every number that is a selector or a topic; comments, names and texts stay. */
function toSm(code: string, numbers: ReadonlyMap<bigint, bigint>): string {
  const pieces = /("(?:[^"\\]|\\.)*")|(\/\*[\s\S]*?\*\/|\/\/\/?[^\n]*)|(\b(?:0x[0-9a-f]+|\d{9,})\b)/g;
  return code.replace(pieces, (whole, text?: string, comment?: string, literal?: string) => {
    if (text !== undefined || comment !== undefined || literal === undefined) return whole;
    const replacement = numbers.get(BigInt(literal));
    return replacement === undefined ? whole : `0x${replacement.toString(16)}`;
  });
}

function build(): Artifact {
  const sources = readSources();
  const output = compile({
    language: "Solidity",
    sources,
    settings: {
      evmVersion,
      metadata,
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { "*": { "*": ["abi", "ir", "evm.bytecode.object"] } },
    },
  });
  const contracts = Object.values(output.contracts).flatMap((file) => Object.values(file));
  const main = output.contracts["CommitteeManager.sol"]?.["CommitteeManager"];
  if (!main) throw new Error("CommitteeManager is not among the contracts");
  for (const name of ["CommitteeManager", "Committee", "ProposalManager", "VoteComputer"]) {
    const contract = output.contracts[`${name}.sol`]?.[name];
    if (contract) checkAbi(name, contract);
  }
  const smOutput = compile({
    language: "Yul",
    sources: { "CommitteeManager.yul": { content: toSm(main.ir, smNumbers(contracts)) } },
    settings: {
      evmVersion,
      metadata,
      optimizer: {
        enabled: true,
        details: { yul: true, yulDetails: { stackAllocation: true, optimizerSteps: smSteps } },
      },
      outputSelection: { "*": { "*": ["evm.bytecode.object"] } },
    },
  });
  const smMain = Object.values(smOutput.contracts["CommitteeManager.yul"] ?? {})[0];
  if (!smMain) throw new Error("the compiler gave no code for SM chains");
  const hash = createHash("sha256");
  for (const [name, { content }] of Object.entries(sources)) hash.update(`${name}\n${content}\n`);
  return {
    compiler: solc.version(),
    sources: hash.digest("hex"),
    standard: main.evm.bytecode.object,
    sm: smMain.evm.bytecode.object,
  };
}

const text = `${JSON.stringify(build(), null, 1)}\n`;
if (process.argv.includes("--check")) {
  const same = readFileSync(artifactFile, "utf8") === text;
  console.log(same ? "the artifact is what the sources compile to" : "the artifact is not what the sources compile to");
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(artifactFile, text);
  console.log(`wrote ${artifactFile.slice(root.length + 1)}`);
}
