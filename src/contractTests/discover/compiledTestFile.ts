import { createHash } from "node:crypto";
import type { CompiledCode, CompiledContract } from "../../solidity/artifact/compiledProject";
import type { CompilerDiagnostic } from "../../solidity/artifact/compilerDiagnostic";
import type { TestProject } from "../testProject";
import type { FoundContract, SourceOrigin } from "./discoverTests";

/** What is read out of compiled tests, once for each form of their sources: all that running them takes, without the syntax trees. */
export interface CompiledTestFile {
  /** Another number is another form, which is not read. */
  readonly format: 2;
  readonly project: TestProject;
  readonly contracts: readonly FoundContract[];
  readonly enums: readonly (readonly [string, number])[];
  /** Where functions are written, by `source:Contract.signature`. */
  readonly written: readonly (readonly [string, SourceOrigin])[];
  readonly diagnostics: readonly CompilerDiagnostic[];
  /** Files whose code is not in the form that was asked for. */
  readonly fellBack: readonly string[];
  /** Sources by name: absolute path, undefined for built-in texts. */
  readonly paths: Readonly<Record<string, string | undefined>>;
}

/**
 * The name that compiled tests are kept under: what compiling depends on, and the program that reads it out, whose file has another name
 * with every change of it.
 */
export const compiledTestKey = (...parts: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify([import.meta.url, ...parts]))
    .digest("hex");

const runnable = ({ object, sourceMap, linkReferences, immutableReferences }: CompiledCode): CompiledCode => ({
  object,
  sourceMap,
  linkReferences,
  immutableReferences,
  functionDebugData: {},
});

/** A contract as far as running its tests goes. */
export const slimContract = (contract: CompiledContract): CompiledContract => ({
  name: contract.name,
  sourceName: contract.sourceName,
  abi: contract.abi,
  bytecode: runnable(contract.bytecode),
  deployedBytecode: runnable(contract.deployedBytecode),
  methodIdentifiers: contract.methodIdentifiers,
  storageLayout: undefined,
  metadata: "",
  userdoc: undefined,
  devdoc: undefined,
});

/** Whether something that was kept is compiled tests in this form. */
export const isCompiledTestFile = (value: unknown): value is CompiledTestFile =>
  typeof value === "object" && value !== null && (value as Partial<CompiledTestFile>).format === 2;
