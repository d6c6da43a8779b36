import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { CryptoSuiteName } from "../../src/crypto/cryptoSuite";
import { givenPath } from "../../src/files/namedPath";
import type { CompiledContract } from "../../src/solidity/artifact/compiledProject";
import type { SolidityCompiler } from "../../src/solidity/compile/compiler";
import { sourcesNamed } from "../../src/solidity/project/solidityFiles";
import { CompileChain, type Execution } from "./compileChain";
import { Expectations, type ExpectedCall, type ExpectedContract } from "./expectation";
import { wrongHashes } from "./hashCheck";

/** N of M, and what the others lack. */
export class Tally {
  done = 0;
  total = 0;
  readonly problems: string[] = [];

  count(ok: boolean, problem: string): void {
    this.total++;
    if (ok) this.done++;
    else this.problems.push(problem);
  }

  add(other: Tally): void {
    this.done += other.done;
    this.total += other.total;
    this.problems.push(...other.problems);
  }
}

export interface FolderTallies {
  readonly compiled: Tally;
  readonly deployed: Tally;
  readonly called: Tally;
}

const plainText = (value: unknown): string => {
  if (typeof value === "string") return /^0x[0-9a-fA-F]*$/.test(value) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return `[${value.map(plainText).join(",")}]`;
  if (typeof value === "object" && value !== null) return `[${Object.values(value).map(plainText).join(",")}]`;
  return String(value);
};

/** What an expected call lacks; undefined when it is as expected. */
function difference(call: ExpectedCall, { ok, reason, values, events }: Execution): string | undefined {
  if (call.reverts !== undefined) {
    if (ok) return "it should have failed";
    return reason.includes(call.reverts) ? undefined : `it failed with ${reason}`;
  }
  if (!ok) return reason;
  const given = values.map(({ value }) => plainText(value));
  const expected = call.result?.map(plainText);
  if (expected && plainText(given) !== plainText(expected))
    return `gave ${given.join(", ")}, not ${expected.join(", ")}`;
  if (call.events && events.join() !== call.events.join())
    return `left events ${events.join()}, not ${call.events.join()}`;
  return undefined;
}

async function callExpected(
  compileChain: CompileChain,
  contract: CompiledContract,
  address: `0x${string}`,
  { calls }: ExpectedContract,
  called: Tally,
  label: string,
): Promise<void> {
  for (const call of calls) {
    let problem: string | undefined;
    try {
      const found = compileChain.interface(contract).getFunction(call.function);
      problem = difference(call, await compileChain.run(contract, address, found, call.args, call.send));
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    called.count(
      problem === undefined,
      `${label}.${call.function}(${call.args.map(plainText).join(", ")}): ${problem}`,
    );
  }
}

/** Without expectations every function is asked that reads and wants nothing; the contract's own "no" is an answer. */
async function callReaders(
  compileChain: CompileChain,
  contract: CompiledContract,
  address: `0x${string}`,
  called: Tally,
  label: string,
): Promise<void> {
  for (const each of compileChain.interface(contract).functions) {
    const reads = each.stateMutability === "view" || each.stateMutability === "pure";
    if (!reads || each.inputs.length > 0) continue;
    const { answered, reason } = await compileChain.run(contract, address, each, [], false);
    called.count(answered, `${label}.${each.signature}: ${reason}`);
  }
}

/** Compiles what is in a folder, deploys every contract that has code, and calls. */
export async function checkFolder(
  path: string,
  suite: CryptoSuiteName,
  compiler: SolidityCompiler,
  options: { readonly solc?: string; readonly compatibilityVersion?: string },
): Promise<FolderTallies> {
  const tallies = { compiled: new Tally(), deployed: new Tally(), called: new Tally() };
  const isFile = statSync(path).isFile();
  const root = resolve(isFile ? dirname(path) : path);
  const files = await sourcesNamed(givenPath(resolve(path)));
  const expectations = new Expectations(root, suite);
  const { solc, compatibilityVersion } = options;
  const result = await compiler.compile({
    files,
    root,
    suite,
    trusted: true,
    mayFetch: true,
    outputs: "contracts",
    ...(solc === undefined ? {} : { compiler: solc }),
    ...(compatibilityVersion === undefined ? {} : { chain: { compatibilityVersion } }),
  });
  const compileChain = await CompileChain.start(suite, compatibilityVersion);
  try {
    const find = (sourceName: string, name: string): CompiledContract | undefined => {
      const all = result.files.flatMap(({ contracts }) => contracts);
      const named = all.filter((contract) => contract.name === name);
      return named.find((contract) => contract.sourceName === sourceName) ?? named[0];
    };
    const waiting: { sourceName: string; contract: CompiledContract }[] = [];
    for (const { sourceName, project, contracts, diagnostics } of result.files) {
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      const wrong = contracts.flatMap((contract) => [
        ...wrongHashes(contract, compileChain.interface(contract), suite).map(
          (problem) => `${contract.name}: ${problem}`,
        ),
        ...wrongSelectors(contract, expectations.of(sourceName, contract.name)),
      ]);
      const why = [...errors.map(({ message }) => message.split("\n")[0]), ...wrong].join("; ");
      tallies.compiled.count(project !== undefined && wrong.length === 0, `${sourceName}: ${why}`);
      waiting.push(...contracts.map((contract) => ({ sourceName, contract })));
    }
    // Those that refuse examples are tried again when there is more to give them.
    const later: typeof waiting = [];
    for (const list of [waiting, later]) {
      for (const each of list) {
        const { sourceName, contract } = each;
        const expected = expectations.of(sourceName, contract.name);
        if (contract.bytecode.object === "" || expected?.skip) continue;
        const label = `${sourceName}:${contract.name}`;
        const deployed = await compileChain.deploy(contract, expected?.args.length ? expected.args : undefined, find);
        if (!("address" in deployed) && list === waiting) {
          later.push(each);
          continue;
        }
        tallies.deployed.count("address" in deployed, `${label}: ${"reason" in deployed ? deployed.reason : ""}`);
        if (!("address" in deployed)) {
          for (const call of expected?.calls ?? [])
            tallies.called.count(false, `${label}.${call.function}: not deployed`);
        } else if (expected)
          await callExpected(compileChain, contract, deployed.address, expected, tallies.called, label);
        else await callReaders(compileChain, contract, deployed.address, tallies.called, label);
      }
    }
  } finally {
    await compileChain.close();
  }
  return tallies;
}

function wrongSelectors(contract: CompiledContract, expected: ExpectedContract | undefined): string[] {
  return Object.entries(expected?.selectors ?? {}).flatMap(([signature, selector]) => {
    const message = contract.methodIdentifiers[signature];
    return message === selector ? [] : [`${contract.name}: ${signature} has selector ${message}, not ${selector}`];
  });
}
