import { artifactInterface } from "../../chain/artifact/artifactInterface";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { clientError } from "../../chain/errors/clientError";
import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { hashWarnings } from "../consequences/hashWarnings";
import { argumentsFor } from "../kit/callArguments";
import { outcomeOf, outcomeShown } from "../kit/decoded";
import { signing, standingFor } from "../kit/define";
import { aText, functionArguments, optional, values } from "../model/fields";
import type { SourceFile } from "../model/inspector";
import type { OperationContext } from "../model/operation";
import { neededService } from "../model/services";
import { type Deployment, deployment, deploymentOf } from "./transactions";

interface Given {
  readonly source: string;
  readonly arguments?: readonly string[] | undefined;
  readonly libraries?: Readonly<Record<string, string>> | undefined;
}

/** `contracts/Coin.sol:Coin` as file and name. */
function fileAndName(source: string): { readonly file: string; readonly name: string | undefined } {
  const [, file = source, name] = /^(.*\.sol):([A-Za-z_$][\w$]*)$/i.exec(source) ?? [];
  return { file, name };
}

/**
 * The contract of a compiled file; without a name the only one that can be deployed.
 * @throws ChainError usage `sourceHasErrors`, `noSuchContract`
 */
function contractOf(
  { source, compiled, contracts, diagnostics }: SourceFile,
  name: string | undefined,
): ContractArtifact {
  if (!compiled) {
    const error = diagnostics.find(({ severity }) => severity === "error");
    throw clientError("sourceHasErrors", { name: source, reason: error?.message.split("\n", 1)[0] ?? "" });
  }
  const deployable = contracts.filter(({ bytecode = "" }) => bytecode !== "");
  const found = name === undefined ? deployable : deployable.filter((contract) => contract.name === name);
  const [contract] = found;
  if (contract && found.length === 1) return contract;
  throw clientError("noSuchContract", {
    name: name ?? "",
    file: source,
    names: listed(deployable.map((each) => each.name)),
  });
}

/** Compiled, with its arguments, as it is sent. */
async function compiledFor(context: OperationContext, given: Given): Promise<Deployment> {
  const { session } = context;
  const sources = await neededService(context.services, "sources");
  const { file: path, name } = fileAndName(given.source);
  const file = await sources.compile(path, context.signal);
  const artifact = contractOf(file, name);
  const { constructorInputs } = artifactInterface(artifact, session.suite);
  const words = await argumentsFor(context, constructorInputs, given.arguments);
  const compiler = [file.compiler, file.evmVersion].filter(Boolean).join(" ");
  return {
    ...deploymentOf(session, artifact, words, given.libraries),
    warnings: file.isForeign ? hashWarnings(artifact, session.suite.name) : [],
    from: [
      { label: t("Source file"), value: file.source },
      ...(compiler === "" ? [] : [{ label: t("Compiler"), value: compiler }]),
    ],
  };
}

/** Deploys a contract of a Solidity file of the person's folder. */
export const deploySource = signing(
  {
    noun: "contract",
    verb: "deploy-source",
    word: "deploySource",
    summary: text("Compiles a contract of the folder for this chain and deploys it. The chain keeps the ABI."),
    fields: {
      source: aText(text("Solidity file, with the contract's name behind a colon: contracts/Coin.sol:Coin")),
      arguments: optional(functionArguments(text("Arguments: lists are [1, 2], structs {x: 1}"))),
      libraries: optional(values(text("Addresses of libraries that the code needs, by name"))),
    },
    needs: "sources",
    result: outcomeShown,
  },
  standingFor(deployment, compiledFor, (context, receipt) => outcomeOf(context, receipt, "0x")),
);
