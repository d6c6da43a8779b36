import * as vscode from "vscode";
import type { AbiFunction, ContractInterface } from "../../../chain/abi/contractInterface";
import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { shortHex } from "../../../text/shortText";
import { askArguments, askValue } from "../../flows/contracts/askFunction";
import { artifactPath } from "../../flows/contracts/namedArtifact";
import { askTransaction, targetTransaction } from "../../flows/debug/askTransaction";
import { type DebuggedCall, startDebugging } from "../../flows/debug/startDebugging";
import { functionChoice } from "../../flows/lines/functionText";
import { targetGroup } from "../../flows/target/askGroup";
import { callTarget } from "../../flows/target/callTarget";
import { nothing } from "../../flows/target/target";
import { targetArtifact } from "../../flows/target/targetArtifact";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { runCommand } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { isContractUri } from "../../state/solidity/solidity";

/**
 * Where a contract runs that is made for the debugger alone: the active chain where it is an embedded one, else ours, which is started for
 * it.
 */
async function callGroup(app: Chainside): Promise<ChainGroup> {
  const { activeGroup } = app.connections;
  if (activeGroup?.connection.origin === "embedded") return activeGroup;
  const embedded = (): ChainGroup | undefined => app.connections.get("embedded")?.groups[0];
  if (!embedded()) await runCommand("chainside.startEmbeddedChain");
  return embedded() ?? targetGroup(app, nothing);
}

async function askCalled(abi: ContractInterface, title: string, making: boolean): Promise<AbiFunction | undefined> {
  const maker: Choice<AbiFunction | undefined> = {
    label: "$(symbol-constructor) constructor",
    value: undefined,
  };
  const functions = abi.functions.map(functionChoice);
  return askChoice([...(making ? [maker] : []), ...functions], {
    title,
    placeHolder: vscode.l10n.t("Select a function"),
  });
}

/** The function that a lens names; of overloads the one that is chosen. */
async function namedFunction(abi: ContractInterface, name: string, title: string): Promise<AbiFunction> {
  const [only, ...others] = abi.functions.filter((each) => each.name === name || each.signature === name);
  if (only && others.length === 0) return only;
  if (!only) return abi.getFunction(name);
  return askChoice([only, ...others].map(functionChoice), { title, placeHolder: vscode.l10n.t("Select a function") });
}

/** A contract of this name that stands on the chain, or none: then one is made for the call. */
async function askInstance(
  app: Chainside,
  group: ChainGroup,
  name: string,
  title: string,
): Promise<`0x${string}` | undefined> {
  const deployed = app.knownContracts.list(group).filter((each) => each.own && each.name === name);
  if (deployed.length === 0) return undefined;
  type Place = `0x${string}` | undefined;
  return askChoice<Place>(
    [
      {
        label: `$(add) ${vscode.l10n.t("A new instance, created only for this call")}`,
        value: undefined,
      },
      ...deployed.map(
        ({ address }): Choice<Place> => ({
          label: `$(file-code) ${name}`,
          description: shortHex(address),
          detail: address,
          value: address as `0x${string}`,
        }),
      ),
    ],
    { title, placeHolder: vscode.l10n.t("Select the contract to call") },
  );
}

const senderOf = (app: Chainside, group: ChainGroup): Pick<DebuggedCall, "from"> => {
  const account = app.accounts.active(group);
  return account ? { from: account.address } : {};
};
const amountOf = (value: bigint): Pick<DebuggedCall, "value"> => (value > 0n ? { value: String(value) } : {});

/** Debugs a function of a contract that is on a chain. @throws Cancelled, ChainError */
async function debugDeployed(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const plain = vscode.l10n.t("Debug Call");
  const { contract, chosen } = await callTarget(app, group, target, plain);
  const { abi, name, address } = contract;
  const called = chosen ?? (await askCalled(abi, `${plain} · ${name}`, false));
  if (!called) return;
  const title = `${name}.${called.name}`;
  const args = await askArguments(app, group, called.inputs, title);
  const value = await askValue(app, called, { title });
  const data = abi.encodeCall(called.signature, args);
  const call = { to: address, function: called.signature, data, ...senderOf(app, group), ...amountOf(value) };
  await startDebugging(title, { call }, group);
}

/** What of a source is called: a function, or the constructor. */
async function calledOf(target: Target, abi: ContractInterface, title: string): Promise<AbiFunction | undefined> {
  const wanted = target.kind === "artifact" ? target.first?.signature : undefined;
  if (wanted === undefined) return askCalled(abi, title, true);
  return wanted === "constructor" ? undefined : namedFunction(abi, wanted, title);
}

/**
 * Debugs a function of a source, or its constructor: on a contract that is deployed, on the active chain whichever it is, or on one that is
 * made for it on an embedded chain.
 */
async function debugSource(app: Chainside, target: Target): Promise<void> {
  const plain = vscode.l10n.t("Debug Call");
  const active = app.connections.activeGroup;
  const far = active && active.connection.origin !== "embedded" ? active : undefined;
  let group = far ?? (await callGroup(app));
  let loaded = await targetArtifact(app, target, plain, group);
  const { name } = loaded.artifact;
  const heading = `${plain} · ${name}`;
  let abi = artifactInterface(loaded.artifact, group.session.suite);
  const called = await calledOf(target, abi, heading);
  const to = called && (await askInstance(app, group, name, heading));
  if (far && to === undefined) {
    group = await callGroup(app);
    loaded = await app.artifacts.read(loaded.uri, group);
    abi = artifactInterface(loaded.artifact, group.session.suite);
  }
  const { uri } = loaded;
  const made = `${name} · constructor`;
  const constructorArgs = to === undefined ? await askArguments(app, group, abi.constructorInputs, made) : [];
  const title = called ? `${name}.${called.name}` : made;
  const args = called ? await askArguments(app, group, called.inputs, title) : [];
  const value = await askValue(app, called, { title });
  const call: DebuggedCall = {
    contract: isContractUri(uri) ? artifactPath(uri) : name,
    function: called?.signature ?? "constructor",
    args: called ? args : constructorArgs,
    ...(called && constructorArgs.length > 0 ? { constructorArgs } : {}),
    ...(to === undefined ? {} : { to }),
    ...senderOf(app, group),
    ...amountOf(value),
  };
  await startDebugging(title, { call }, group, uri);
}

/**
 * Debugs a call without sending it: of a function of a deployed contract, or of a source.
 * @throws Cancelled; ChainError of reading the contract and of compiling.
 */
export async function debugCall(app: Chainside, target: Target): Promise<void> {
  if (target.kind === "contract" || target.kind === "path")
    await debugDeployed(app, await targetGroup(app, target), target);
  else await debugSource(app, target);
}

const words = () => ({
  title: vscode.l10n.t("Debug Transaction"),
  prompt: vscode.l10n.t("Hash of the transaction to debug"),
});

/** The transaction to debug, where none was clicked. @throws Cancelled */
export const askDebugged = (app: Chainside, group: ChainGroup | undefined): Promise<string> =>
  askTransaction(app, group, words());

/** Debugs a transaction: the clicked one, the hash that another command hands over, else one that is asked for. @throws Cancelled */
export async function debugTransaction(app: Chainside, target: Target): Promise<void> {
  const group =
    target.awayGroup === undefined ? (target.group ?? app.connections.activeGroup) : await targetGroup(app, target);
  const transaction = await targetTransaction(app, group, target, words());
  await startDebugging(transaction, { transaction }, group);
}
