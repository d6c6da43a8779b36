import { resolve } from "node:path";
import { contractNotFound } from "../../chain/artifact/contractNotFound";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { clientError } from "../../errors/clientError";
import type { CompileRequest, CompileResult } from "../../solidity/compile/compileRequest";
import { SolidityCompiler } from "../../solidity/compile/compiler";
import { artifactsBeside, defaultCompilerCache } from "../../solidity/compilerReleases/compilerStore";
import { byProject } from "../../solidity/project/projectRoot";
import type { ChainTarget } from "../../solidity/version/evmVersion";
import { givenConsent } from "../options/compilerConsent";
import { complain } from "../output/print";
import { logMs } from "../output/progressLine";
import { CompileDisplay } from "./compileDisplay";
import { reportEmptySubmodules, reportUnread } from "./namedSources";

/** How sources are compiled from the command line. */
export interface CompileChoice {
  readonly suite: CryptoSuiteName;
  readonly solc?: string | undefined;
  readonly evm?: string | undefined;
  readonly chain?: ChainTarget;
  readonly code?: CompileRequest["code"];
  /** Where the files lie; the working folder, which a program that runs somewhere was asked to trust, when absent. */
  readonly place?: SourceOrigin | undefined;
}

/** A folder of sources. Of one that isn't trusted no compiler is run, and nothing outside is read. */
export interface SourceOrigin {
  readonly folder: string;
  readonly trusted: boolean;
}

export const workingFolder = (): SourceOrigin => ({ folder: process.cwd(), trusted: true });

/** One result of those of several projects, in the order of the files. */
function joined(files: readonly string[], results: readonly CompileResult[]): CompileResult {
  const compiled = results.flatMap((result) => result.files);
  return {
    files: files.flatMap((path) => compiled.find((file) => file.path === path) ?? []),
    sources: Object.assign({}, ...results.map(({ sources }) => sources)) as CompileResult["sources"],
    reused: results.reduce((sum, { reused }) => sum + reused, 0),
  };
}

/** What compiles sooner needs no word on a terminal, where a person waits. */
const longMs = 2000;

/**
 * Compiles files, each as the project has it that it belongs to.
 * @param named what was named on the command line, where that is not the files themselves
 * @throws what compiling throws.
 */
export async function compileSources(
  files: readonly string[],
  { suite, solc, evm, chain, code, place = workingFolder() }: CompileChoice,
  named: readonly string[] = files,
): Promise<CompileResult> {
  const compilers = defaultCompilerCache();
  const compiler = new SolidityCompiler(compilers, artifactsBeside(compilers), givenConsent());
  const display = new CompileDisplay(process.stderr.isTTY ? longMs : logMs);
  const { folder, trusted } = place;
  const paths = [...new Set(files.map((file) => resolve(folder, file)))];
  const request: Omit<CompileRequest, "files" | "root"> = {
    suite,
    trusted,
    ...(trusted ? {} : { workspace: folder }),
    mayFetch: true,
    outputs: "contracts",
    ...(solc === undefined ? {} : { compiler: solc }),
    ...(evm === undefined ? {} : { evmVersion: evm }),
    ...(chain === undefined ? {} : { chain }),
    ...(code === undefined ? {} : { code }),
  };
  try {
    const results: CompileResult[] = [];
    for (const project of byProject(
      paths,
      named.map((path) => resolve(folder, path)),
    )) {
      await reportUnread(project.root, trusted ? undefined : folder);
      const result = await compiler.compile({ ...request, ...project }, display.take);
      results.push(result);
      const diagnostics = result.files.flatMap((file) => file.diagnostics);
      if (trusted) await reportEmptySubmodules(project.root, diagnostics);
    }
    return joined(paths, results);
  } finally {
    display.end();
    compiler.close();
  }
}

/**
 * The contract of a compiled file; without a name the only one that can be deployed.
 * @throws ChainError usage `notCompiled` (after printing why), and those of `contractNotFound`.
 */
export function contractIn(result: CompileResult, name: string | undefined) {
  const [file] = result.files;
  if (!file?.project) {
    for (const { formattedMessage } of file?.diagnostics ?? []) complain(formattedMessage.trimEnd());
    throw clientError("notCompiled", { name: file?.sourceName ?? "" });
  }
  const deployable = file.contracts.filter(({ bytecode }) => bytecode.object !== "");
  const found = name === undefined ? deployable : file.contracts.filter((contract) => contract.name === name);
  const [contract] = found;
  if (!contract || found.length > 1) {
    const contracts = file.contracts.map((each) => ({ name: each.name, hasCode: each.bytecode.object !== "" }));
    throw contractNotFound(file.sourceName, name, contracts);
  }
  return { contract, project: file.project };
}
