import { callText } from "../../chain/abi/valueText";
import { artifactInterface } from "../../chain/artifact/artifactInterface";
import { type ContractArtifact, deployableCode } from "../../chain/artifact/readArtifact";
import { clientError } from "../../chain/errors/clientError";
import { requireSuccess } from "../../chain/services/contract/requireSuccess";
import { transact } from "../../chain/transaction/transact";
import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { hashWarnings } from "../consequences/hashWarnings";
import { argumentsFor } from "../kit/callArguments";
import { outcomeOf, outcomeShown } from "../kit/decoded";
import { signing } from "../kit/define";
import { aText, functionArguments, optional, values } from "../model/fields";
import type { SourceFile } from "../model/inspector";
import type { OperationContext } from "../model/operation";
import { neededService } from "../model/services";

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

interface Deployable {
  readonly file: SourceFile;
  readonly artifact: ContractArtifact;
}

/** Compiled once for a question, its dry run, and the deployment: what is shown is what is signed. */
const compiled = new WeakMap<Given, Promise<Deployable>>();

function deployable(context: OperationContext, given: Given): Promise<Deployable> {
  const make = async (): Promise<Deployable> => {
    const sources = await neededService(context.services, "sources");
    const { file: path, name } = fileAndName(given.source);
    const file = await sources.compile(path, context.signal);
    return { file, artifact: contractOf(file, name) };
  };
  const made = compiled.get(given) ?? make();
  compiled.set(given, made);
  made.catch(() => compiled.delete(given));
  return made;
}

/** The code with its arguments, as it is sent. */
async function encoded(context: OperationContext, given: Given) {
  const { session } = context;
  const { file, artifact } = await deployable(context, given);
  const abi = artifactInterface(artifact, session.suite);
  const words = await argumentsFor(context, abi.constructorInputs, given.arguments);
  const code = deployableCode(artifact, session.suite.name, given.libraries);
  return { file, artifact, abi, words, code, data: abi.encodeDeploy(code, words) };
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
  {
    title: (given) => text("Deploy {0}", given.source),
    right: () => ({ kind: "deploy" }),
    abi: async (context, given) => (await encoded(context, given)).abi,
    lines: async (context, given) => {
      const { file, artifact, words, code } = await encoded(context, given);
      const compiler = [file.compiler, file.evmVersion].filter(Boolean).join(" ");
      return [
        { label: t("Contract"), value: artifact.name },
        { label: t("Source file"), value: file.source },
        ...(compiler === "" ? [] : [{ label: t("Compiler"), value: compiler }]),
        { label: t("Constructor"), value: callText("constructor", words) },
        { label: t("Bytes"), value: String(code.length / 2) },
      ];
    },
    consequences: async (context, given) => {
      const { file, artifact } = await deployable(context, given);
      return { warnings: file.isForeign ? hashWarnings(artifact, context.session.suite.name) : [] };
    },
    run: async (context, signer, given, { agreed: _, ...options }) => {
      const { artifact, abi, data } = await encoded(context, given);
      const receipt = await transact(context.session, signer, { data, abi: JSON.stringify(artifact.abi) }, options);
      await requireSuccess(context.session, receipt, abi);
      return outcomeOf(context, receipt, "0x");
    },
  },
);
