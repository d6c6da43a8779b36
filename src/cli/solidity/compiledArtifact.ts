import { namesFromReferences } from "../../chain/artifact/linkLibraries";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import type { ChainSession } from "../../chain/session";
import { chainTargetOf } from "./chainTargetOf";
import { compileSources, contractIn } from "./compileSources";
import { sourceTarget } from "./sourceTarget";

/**
 * The contract that `FILE.sol` or `FILE.sol:NAME` names, compiled for the chain.
 * @throws what compiling throws; ChainError usage `notCompiled`, `noSuchContract`.
 */
export async function compiledArtifact(
  session: ChainSession,
  source: string,
  solc: string | undefined,
): Promise<ContractArtifact> {
  const { file, name } = sourceTarget(source) ?? { file: source, name: undefined };
  const choice = {
    suite: session.suite.name,
    chain: await chainTargetOf(session),
    ...(solc === undefined ? {} : { solc }),
  };
  const { contract } = contractIn(await compileSources([file], choice), name);
  const { object, linkReferences } = contract.bytecode;
  return {
    name: contract.name,
    abi: contract.abi,
    bytecode: object,
    libraryNames: namesFromReferences(object, linkReferences),
    source: contract.sourceName,
  };
}
