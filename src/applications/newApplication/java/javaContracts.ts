import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { cryptoSuite } from "../../../crypto/suites";
import { keptOptions } from "../../generated/generateAgain";
import { classNames, clientModel } from "../../java/clientModel";
import { type GeneratedFile, generateClients } from "../../java/generateClients";
import { deeperOrigin } from "../../origin";
import type { ApplicationContract } from "../base/applicationContract";
import type { JavaContract } from "./javaContractText";

/** Contracts with their classes, and the files of these. */
export function javaContracts(
  packageName: string,
  contracts: readonly ApplicationContract[],
): { readonly clients: readonly GeneratedFile[]; readonly all: readonly JavaContract[] } {
  const options = { packageName: `${packageName}.contracts`, sdk: "3.6", bytecode: true };
  const below = `src/main/java/${options.packageName.replaceAll(".", "/")}`;
  const sources = contracts.map(({ source: { artifact, origin } }) => ({
    artifact,
    origin: { ...deeperOrigin(origin, below), options: keptOptions(options) },
  }));
  const clients = generateClients(sources, options);
  const names = classNames(sources.map(({ artifact }) => artifact.name));
  const all = contracts.map((contract, index): JavaContract => {
    const { artifact } = contract.source;
    const abi = artifactInterface(artifact, cryptoSuite("standard"));
    return { client: clientModel(names[index] ?? "", abi, artifact.abi), contract };
  });
  return { clients, all };
}
