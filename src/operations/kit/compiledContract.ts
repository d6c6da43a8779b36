import { contractNotFound } from "../../chain/artifact/contractNotFound";
import { type ContractArtifact, hasCode } from "../../chain/artifact/readArtifact";
import { clientError } from "../../errors/clientError";
import { text } from "../../text/catalogue";
import { fileAndName } from "../../text/sourceNames";
import { aText } from "../model/fields";
import type { SourceFile, Sources } from "../model/inspector";

/** The field that names a contract of the folder. */
export const source = aText(text("Solidity file, with the contract's name behind a colon: contracts/Coin.sol:Coin"));

/**
 * The contract of a compiled file; without a name the only one that can be deployed.
 * @throws ChainError usage `sourceHasErrors`, and those of `contractNotFound`
 */
function contractOf(
  { source, compiled, contracts, diagnostics }: SourceFile,
  name: string | undefined,
): ContractArtifact {
  if (!compiled) {
    const error = diagnostics.find(({ severity }) => severity === "error");
    throw clientError("sourceHasErrors", { name: source, reason: error?.message.split("\n", 1)[0] ?? "" });
  }
  const deployable = contracts.filter(hasCode);
  const found = name === undefined ? deployable : deployable.filter((contract) => contract.name === name);
  const [contract] = found;
  if (contract && found.length === 1) return contract;
  throw contractNotFound(
    source,
    name,
    contracts.map((each) => ({ name: each.name, hasCode: hasCode(each) })),
  );
}

/**
 * Compiles the contract that a text such as `contracts/Coin.sol:Coin` names.
 * @returns `path` as it was given, without the contract's name
 * @throws ChainError usage `fileMissing`, `sourceHasErrors`, `noSuchContract`
 */
export async function compiledContract(sources: Sources, given: string, signal: AbortSignal | undefined) {
  const { file: path, name } = fileAndName(given);
  const file = await sources.compile(path, signal);
  return { path, file, artifact: contractOf(file, name) };
}
