import { namesFromReferences } from "../../chain/artifact/linkLibraries";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import type { ChainSession } from "../../chain/session";
import type { CompiledContract, CompiledProject } from "../../solidity/artifact/compiledProject";
import { contractNotes } from "../../solidity/artifact/contractName";
import { fileAndName } from "../../text/sourceNames";
import type { SourceOrigin } from "../solidity/compileSources";

/** A contract that was compiled, with everything that was compiled with it. */
export interface Compiled {
  readonly contract: CompiledContract;
  readonly project: CompiledProject;
}

/** The contract of a Solidity file, `Coin.sol:Coin`, compiled for the chain, with its project. */
export async function compiledFor(
  session: ChainSession,
  source: string,
  solc: string | undefined,
  place?: SourceOrigin,
): Promise<Compiled> {
  const { chainTargetOf } = await import("../solidity/chainTargetOf");
  const { compileSources, contractIn } = await import("../solidity/compileSources");
  const { file, name } = fileAndName(source);
  const choice = { suite: session.suite.name, chain: await chainTargetOf(session), solc, place };
  return contractIn(await compileSources([file], choice), name);
}

/** A compiled contract as what is deployed takes it; with its project, with what the sources say of it. */
export function artifactOf(contract: CompiledContract, project?: CompiledProject): ContractArtifact {
  const { name, abi, sourceName } = contract;
  const { object, linkReferences } = contract.bytecode;
  return {
    name,
    abi,
    bytecode: object,
    libraryNames: namesFromReferences(object, linkReferences),
    source: sourceName,
    ...contractNotes(contract, project),
  };
}

/** The contract of a Solidity file, `Coin.sol:Coin`, compiled for the chain. */
export async function compiledArtifact(
  session: ChainSession,
  source: string,
  solc: string | undefined,
  place?: SourceOrigin,
): Promise<ContractArtifact> {
  const { contract, project } = await compiledFor(session, source, solc, place);
  return artifactOf(contract, project);
}
