import { resolve } from "node:path";
import { clientError } from "../../chain/errors/clientError";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import type { CompileRequest, CompileResult } from "../../solidity/compile/compileRequest";
import { SolidityCompiler } from "../../solidity/compile/compiler";
import { artifactsBeside, defaultCompilerCache } from "../../solidity/compilers/compilerStore";
import { projectRootOf } from "../../solidity/project/projectRoot";
import type { ChainTarget } from "../../solidity/version/evmVersion";
import { t } from "../../text/catalogue";
import { complain } from "../print";

/** How sources are compiled from the command line. */
export interface CompileChoice {
  readonly suite: CryptoSuiteName;
  readonly solc?: string;
  readonly evm?: string;
  readonly chain?: ChainTarget;
}

/**
 * Compiles files of one project. A program that runs somewhere was asked to: its folder is trusted.
 * @throws what compiling throws.
 */
export async function compileSources(
  files: readonly string[],
  { suite, solc, evm, chain }: CompileChoice,
): Promise<CompileResult> {
  const compilers = defaultCompilerCache();
  const compiler = new SolidityCompiler(compilers, artifactsBeside(compilers));
  const fetched = new Set<string>();
  const request: CompileRequest = {
    files: files.map((file) => resolve(file)),
    root: projectRootOf(resolve(files[0] ?? ".")),
    suite,
    trusted: true,
    mayFetch: true,
    outputs: "contracts",
    ...(solc === undefined ? {} : { compiler: solc }),
    ...(evm === undefined ? {} : { evmVersion: evm }),
    ...(chain === undefined ? {} : { chain }),
  };
  try {
    return await compiler.compile(request, (progress) => {
      if (progress.kind !== "fetching" || fetched.has(progress.version)) return;
      fetched.add(progress.version);
      complain(t("Downloading Solidity {0} from npm…", progress.version));
    });
  } finally {
    compiler.close();
  }
}

/**
 * The contract of a compiled file; without a name the only one that can be deployed.
 * @throws ChainError usage `notCompiled` (after printing why), `noSuchContract`.
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
    const names = deployable.map((each) => each.name).join(", ");
    throw clientError("noSuchContract", { name: name ?? "", file: file.sourceName, names });
  }
  return { contract, project: file.project };
}
