import * as vscode from "vscode";
import { decodeParameters } from "../../../chain/abi/abiDecoder";
import { draftsOfValues } from "../../../chain/abi/argumentDraft";
import { type AbiFunction, contractInterface } from "../../../chain/abi/contractInterface";
import { readDeployment } from "../../../chain/artifact/readDeployment";
import type { ContractRequest, NotebookRequest } from "../../../chain/notebook/requestText";
import { getTransaction } from "../../../chain/rpc/transactions";
import { lookUpAbi } from "../../../chain/services/contract/lookUpAbi";
import type { ContractTarget } from "../../../chain/services/contract/readFunction";
import { amountOf, type Hex, hexToBytes } from "../../../crypto/bytes/hex";
import { clientError } from "../../../errors/clientError";
import { shellWord } from "../../../text/shellLine";
import { visibleLine } from "../../../text/visibleText";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { artifactPath } from "../contracts/namedArtifact";
import { askSent, dataOf } from "../sent/askSent";
import { argumentWord } from "./commandLine";
import { ownShell } from "./ownShell";

interface SentAction {
  readonly from: string;
  readonly to: string;
  readonly data: Hex;
  readonly value: string | undefined;
  /** URI of the compiled contract of a deployment. */
  readonly artifact: string | undefined;
}

/** @throws ChainError usage `artifactChanged`. */
async function deploymentOf(
  app: Chainside,
  group: ChainGroup,
  { artifact, data }: SentAction,
  nameOf: (artifact: vscode.Uri) => string,
): Promise<ContractRequest> {
  const uri = artifact === undefined ? undefined : vscode.Uri.parse(artifact);
  const loaded = uri && (await app.artifacts.read(uri, group).catch(() => undefined));
  const { suite } = group.session;
  const parts = loaded && readDeployment(loaded.artifact, suite.name, data);
  if (!parts) throw clientError("artifactChanged");
  const { constructorInputs } = contractInterface(loaded.artifact.abi, suite);
  const drafts = draftsOfValues(constructorInputs, decodeParameters(constructorInputs, hexToBytes(parts.args)));
  return {
    kind: "deploy",
    artifact: nameOf(loaded.uri),
    args: drafts.map(argumentWord),
    libraries: parts.libraries,
  };
}

/**
 * The command for a function with arguments as they are typed: by name where the chain itself tells the program the contract's
 * interface and the terminal's shell has a way to write each argument, nothing unseen among them; else as plain data.
 * @throws ChainError usage for an argument that does not fit.
 */
export async function commandOfCall(
  group: ChainGroup,
  kind: "call" | "send",
  { address, abi }: ContractTarget,
  { signature }: AbiFunction,
  values: readonly unknown[],
): Promise<ContractRequest> {
  const data = abi.encodeCall(signature, values);
  const args = values.map(argumentWord);
  const known = (await lookUpAbi(group.session, address)).abi;
  const same =
    known?.functions.some((each) => each.signature === signature) && known.encodeCall(signature, args) === data;
  const shell = ownShell();
  const isWritable = args.every((arg) => visibleLine(arg) === arg && shellWord(arg, shell) !== undefined);
  return same && isWritable ? { kind, target: address, function: signature, args } : { kind, target: address, data };
}

/** By the function's name where the chain tells it, else as plain data. */
async function sendingOf(group: ChainGroup, to: string, data: Hex): Promise<ContractRequest> {
  const { address, abi } = await lookUpAbi(group.session, to);
  const decoded = abi?.decodeCall(data);
  if (!abi || !decoded) return { kind: "send", target: to, data };
  const called = abi.getFunction(decoded.signature);
  const values = draftsOfValues(
    called.inputs,
    decoded.arguments.map((each) => each.value),
  );
  const action = await commandOfCall(group, "send", { name: to, address, abi }, called, values);
  // The code may be of the other sort of compiler: then only the data itself is the same.
  return abi.encodeCall(called.signature, values) === data ? action : { kind: "send", target: to, data };
}

async function actionOf(app: Chainside, group: ChainGroup, hash: string): Promise<SentAction> {
  const sent = app.sent.list(group).find((each) => each.hash === hash.toLowerCase());
  if (sent) {
    const { data } = await dataOf(group, sent);
    return { from: sent.from, to: sent.to, data, value: sent.value, artifact: sent.artifact };
  }
  const { from, to, input, value } = await getTransaction(group.session.client, hash);
  return { from, to, data: input, value: value ? String(amountOf(value)) : undefined, artifact: undefined };
}

/** What a transaction did, as a request that does it again. */
interface TransactionRequest {
  readonly request: ContractRequest;
  readonly from: string;
  /** In wei. */
  readonly value: string | undefined;
}

/**
 * The request of a transaction: the clicked one, or one of those sent from here.
 * @param nameOf what names a compiled contract where the request stands
 * @throws Cancelled; ChainError usage `artifactChanged`; what asking the chain for it throws.
 */
export async function transactionRequest(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title: string,
  nameOf: (artifact: vscode.Uri) => string,
): Promise<TransactionRequest> {
  const hash = target.kind === "transaction" ? target.hash : (await askSent(app, group, target, title)).hash;
  const action = await actionOf(app, group, hash);
  const request =
    action.to === "" ? await deploymentOf(app, group, action, nameOf) : await sendingOf(group, action.to, action.data);
  return { request, from: action.from, value: action.value };
}

/** The request of a transaction for a notebook: nothing in it says where and by whom. @throws Cancelled */
export async function notebookRequest(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title: string,
): Promise<NotebookRequest> {
  const { request, value } = await transactionRequest(app, group, target, title, artifactPath);
  return value === undefined || value === "0" || value === "" ? request : { ...request, value };
}
