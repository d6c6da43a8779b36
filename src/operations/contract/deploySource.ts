import { artifactInterface } from "../../chain/artifact/artifactInterface";
import { t, text } from "../../text/catalogue";
import { hashWarnings } from "../consequences/hashWarnings";
import { argumentsFor } from "../kit/callArguments";
import { compiledContract, source } from "../kit/compiledContract";
import { outcomeOf, outcomeShown } from "../kit/decoded";
import { resolvedFrom, signing } from "../kit/define";
import { functionArguments, optional, values } from "../model/fields";
import type { OperationContext } from "../model/operation";
import { neededService } from "../model/services";
import { type Deployment, deployment, deploymentOf } from "./transactions";

interface Given {
  readonly source: string;
  readonly arguments?: readonly string[] | undefined;
  readonly libraries?: Readonly<Record<string, string>> | undefined;
}

/** Compiled, with its arguments, as it is sent. */
async function compiledFor(context: OperationContext, given: Given): Promise<Deployment> {
  const { session } = context;
  const sources = await neededService(context.services, "sources");
  const { file, artifact } = await compiledContract(sources, given.source, context.signal);
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
      source,
      arguments: optional(functionArguments(text("Arguments: lists are [1, 2], structs {x: 1}"))),
      libraries: optional(values(text("Addresses of libraries that the code needs, by name"))),
    },
    needs: "sources",
    result: outcomeShown,
  },
  resolvedFrom(deployment, compiledFor, (context, receipt) => outcomeOf(context, receipt, "0x")),
);
