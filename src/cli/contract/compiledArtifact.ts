import { namesFromReferences } from "../../chain/artifact/linkLibraries";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import type { ChainSession } from "../../chain/session";
import { sourceTarget } from "../solidity/sourceTarget";

/** The contract of a Solidity file, `Coin.sol:Coin`, compiled for the chain. */
export async function compiledArtifact(
  session: ChainSession,
  source: string,
  solc: string | undefined,
): Promise<ContractArtifact> {
  const { chainTargetOf } = await import("../solidity/chainTargetOf");
  const { compileSources, contractIn } = await import("../solidity/compileSources");
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
