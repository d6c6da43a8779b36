import { stat } from "node:fs/promises";
import nodePath, { join, resolve } from "node:path";
import { uniqueFileNames } from "../../applications/fileNames";
import { clientError } from "../../errors/clientError";
import { givenPath } from "../../files/namedPath";
import type { CompiledFile, CompileResult } from "../../solidity/compile/compileRequest";
import type { CompilerChoice } from "../../solidity/version/compilerReasons";
import { say, t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { pathBelow } from "../../text/pathBelow";
import { visibleLine } from "../../text/visibleText";
import { type CommandLine, commandOf } from "../options/commandLine";
import { chainlessCompilerArguments, chainlessCompilerUsage, evmOf } from "../options/compilerOptions";
import { namedFiles } from "../options/filePatterns";
import { suiteOf } from "../options/optionValues";
import { writeOutputBelow } from "../output/outputFile";
import { complain, print, printJson } from "../output/print";
import type { Usage } from "../output/usageText";
import { compileSources } from "../solidity/compileSources";
import { namedSources, toolSources } from "../solidity/namedSources";

const usage: Usage = {
  synopsis: "chainside compile [FILE|FOLDER…] [options]",
  summary: text(
    'Compiles Solidity, each file with the compiler that it and its imports require, and prints what was chosen and why. Configurations of Foundry, Hardhat, and Truffle are read, never run. Interfaces of FISCO BCOS are built in: import "fisco/Table.sol" or "./Table.sol".',
  ),
  options: [
    ["--suite standard|sm", text("standard: keccak256. sm: SM3, for SM chains (default: standard)")],
    ...chainlessCompilerUsage,
    ["--out FOLDER", text("write a JSON file for each contract, and all compiler output to build-info")],
    ["--json", text("print contracts and diagnostics as JSON")],
  ],
  exitCodes: text("Exit code: 0 compiled, 1 errors, 2 wrong command line."),
};

interface CompileOptions {
  readonly paths: readonly string[];
  readonly suite: "standard" | "sm";
  readonly evm: string | undefined;
  readonly solc: string | undefined;
  readonly out: string | undefined;
  readonly json: boolean;
}

const compileArguments = {
  suite: { type: "string", default: "standard" },
  out: { type: "string" },
  json: { type: "boolean", default: false },
  ...chainlessCompilerArguments,
} as const;

const commandLine: CommandLine<typeof compileArguments, CompileOptions> = {
  name: "compile",
  usage,
  options: compileArguments,
  read: ({ values: { suite, evm, solc, out, json }, positionals }) => {
    return {
      paths: positionals,
      suite: suiteOf(suite),
      evm: evmOf(evm),
      solc,
      out,
      json,
    };
  },
};

/** `Solidity 0.8.30 (preferred), cancun (what the chain runs)` */
function choiceText({ version, versionReason, evmVersion, evmReason }: CompilerChoice): string {
  const why = {
    setting: text("as requested"),
    project: text("the project's configuration"),
    workspace: text("installed in the workspace"),
    preferred: text("preferred"),
    newest: text("the newest that matches"),
    cached: text("matches and is already downloaded"),
  }[versionReason.kind];
  const machine = {
    setting: text("as requested"),
    project: text("the project's configuration"),
    chain: text("the newest that chains support"),
    compilerDefault: text("the compiler's default"),
  }[evmReason.kind];
  return t("Solidity {0} ({1}), {2} ({3})", version, say(why), evmVersion, say(machine));
}

function report(files: readonly CompiledFile[]): void {
  const messages = new Set<string>();
  for (const { diagnostics, sourceName, project } of files) {
    for (const { formattedMessage, place, severity } of diagnostics) {
      if (messages.has(formattedMessage)) continue;
      messages.add(formattedMessage);
      // errors in comments of compilers before 0.8 have no place
      const isNowhere = severity === "error" && !place && !project && !formattedMessage.includes(sourceName);
      complain(`${isNowhere ? `${visibleLine(sourceName)}: ` : ""}${formattedMessage.trimEnd()}`);
    }
  }
  for (const { sourceName, contracts, choice, project } of files) {
    const what = project ? listed(contracts.map(({ name }) => name)) || t("no contract") : t("not compiled");
    print(`${visibleLine(sourceName)}: ${what}${choice ? ` · ${choiceText(choice)}` : ""}`);
  }
}

const jsonOf = ({ sourceName, choice, contracts, diagnostics, project }: CompiledFile): object => ({
  source: sourceName,
  compiled: project !== undefined,
  choice,
  contracts: contracts.map(({ name, abi, bytecode, deployedBytecode, methodIdentifiers }) => ({
    name,
    abi,
    bytecode: bytecode.object,
    deployedBytecode: deployedBytecode.object,
    methodIdentifiers,
  })),
  diagnostics: diagnostics.map(({ formattedMessage: _, ...rest }) => rest),
});

/** A path below the folder: names of sources may begin with `..` or be absolute. */
function below(folder: string, name: string): string {
  const path = resolve(folder, name.replace(/^[A-Za-z]:/, "").replace(/^\/{1,9}/, ""));
  if (pathBelow(resolve(folder), path, nodePath) !== undefined) return path;
  throw clientError("noSourceFiles", { path: name });
}

/**
 * Writes what was compiled as Hardhat does: a file a contract, and everything else of each compilation in `build-info`. A contract whose
 * name is no file's own on every system gets a number behind it. Gives the files.
 */
export async function writeArtifacts(result: CompileResult, folder: string): Promise<string[]> {
  const written: string[] = [];
  const write = async (path: string, value: unknown): Promise<void> => {
    await writeOutputBelow(folder, path, `${JSON.stringify(value, null, 2)}\n`);
    written.push(path);
  };
  for (const { contracts, project } of result.files) {
    const fileNames = uniqueFileNames(contracts.map(({ name }) => name));
    for (const [place, contract] of contracts.entries()) {
      const { name, sourceName, abi, bytecode, deployedBytecode, methodIdentifiers } = contract;
      await write(join(below(folder, sourceName), `${fileNames[place]}.json`), {
        _format: "hh-sol-artifact-1",
        contractName: name,
        sourceName,
        suite: project?.suite,
        compiler: project?.compiler.longVersion,
        evmVersion: project?.choice.evmVersion,
        abi,
        bytecode: `0x${bytecode.object}`,
        deployedBytecode: `0x${deployedBytecode.object}`,
        linkReferences: bytecode.linkReferences,
        deployedLinkReferences: deployedBytecode.linkReferences,
        methodIdentifiers,
      });
    }
  }
  for (const project of new Set(result.files.map((file) => file.project))) {
    if (project) await write(join(folder, "build-info", `${project.id}.json`), project);
  }
  return written;
}

async function compile({ paths: named, suite, evm, solc, out, json }: CompileOptions): Promise<number> {
  const paths = await namedFiles(named.length > 0 ? named : ["."], "both");
  for (const path of paths) await stat(path);
  const found = await namedSources(paths);
  const files = named.length > 0 ? found : await toolSources(found, givenPath(resolve(".")));
  if (files.length === 0) {
    complain(`chainside compile: ${t("No Solidity file found in {0}.", listed(paths))}`);
    return 2;
  }
  const result = await compileSources(files, { suite, evm, solc }, paths);
  if (json) printJson(JSON.stringify({ files: result.files.map(jsonOf) }));
  else report(result.files);
  if (out !== undefined) {
    const written = await writeArtifacts(result, resolve(out));
    if (!json) print(t("Files written to {0}: {1}", out, written.length));
  }
  return result.files.every(({ project }) => project) ? 0 : 1;
}

/** `chainside compile`: Solidity to byte code, from the command line. */
export const runCompile = commandOf(commandLine, compile);
