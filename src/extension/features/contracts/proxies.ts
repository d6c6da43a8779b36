import * as vscode from "vscode";
import { readsOnly } from "../../../chain/abi/abiType";
import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import type { ContractArtifact } from "../../../chain/artifact/readArtifact";
import type { Address } from "../../../crypto/bytes/hex";
import { errorSentence } from "../../../errors/errorText";
import type { ValuesOf } from "../../../operations/model/fields";
import { neededService } from "../../../operations/model/services";
import { askArguments } from "../../flows/contracts/askFunction";
import { functionChoice } from "../../flows/lines/functionText";
import { signOperation } from "../../flows/operations/doOperation";
import { operationContext } from "../../flows/operations/operationContext";
import { askContractAddress } from "../../flows/target/askContractAddress";
import { askContract } from "../../flows/target/askSource";
import { findContract } from "../../flows/target/contractTarget";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { runCommand } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";
import { saveSources } from "../../state/solidity/solidity";
import { askAndDeploy } from "./askAndDeploy";

/** A source of the workspace that was compared with what a proxy stores. */
interface Checked {
  readonly uri: vscode.Uri;
  /** As operations name it: `contracts/Vault.sol:Vault`. */
  readonly source: string;
  readonly artifact: ContractArtifact;
  /** Functions that only the first call may reach. */
  readonly initializers: readonly string[];
  /** What has to be agreed to itself, before the proxy is pointed to it. */
  readonly doubts: readonly string[];
}

/** The function that is called in the same transaction. */
interface InitialCall {
  readonly call?: string;
  readonly arguments?: readonly string[];
}

/** What is known to go wrong is said before anything is deployed. @throws Cancelled; ChainError as the operations refuse */
async function askChecked(
  app: Chainside,
  group: WritableGroup,
  target: Target,
  title: string,
  proxy?: Address,
): Promise<Checked> {
  const uri = await askContract(app, target, title);
  await saveSources();
  const context = operationContext(app, group);
  const { checkedSource, sourceFailure, unprovenFailure } = await import("../../../operations/contract/implementation");
  const source = `${vscode.workspace.asRelativePath(uri.with({ fragment: "" }), false)}:${uri.fragment}`;
  const checked = await checkedSource(context, await neededService(context.services, "sources"), source, proxy);
  const failure = sourceFailure(checked, proxy ?? checked.artifact.name);
  if (failure) throw failure;
  const unproven = proxy && unprovenFailure(checked, proxy);
  return {
    uri,
    source,
    artifact: checked.artifact,
    initializers: checked.layout.safety.initializers,
    doubts: unproven ? [await errorSentence(unproven)] : [],
  };
}

/**
 * Deploys the code that a proxy is to run, and writes it down for who is interrupted now.
 * @throws Cancelled; ChainError as `deployArtifact` does
 */
async function deployImplementation(
  app: Chainside,
  group: WritableGroup,
  { uri, source, doubts: warnings }: Checked,
  then: string,
): Promise<Address> {
  const also = { lines: [{ label: vscode.l10n.t("Second transaction"), value: then }], warnings };
  const { address } = await askAndDeploy(app, group, await app.artifacts.read(uri, group), { also });
  const context = operationContext(app, group);
  const sources = await neededService(context.services, "sources");
  const { recordDeployed } = await import("../../../operations/contract/proxyRecords");
  // It is on the chain, whether that could be written down or not.
  await recordDeployed(context, sources, source, address).catch(app.errors.log);
  return address;
}

/**
 * The function that is called with it, and its arguments. The only initializer of a new proxy is taken without a question.
 * @throws Cancelled
 */
async function askInitialCall(
  app: Chainside,
  group: WritableGroup,
  { artifact, initializers }: Checked,
  title: string,
  isNew: boolean,
): Promise<InitialCall> {
  const abi = artifactInterface(artifact, group.session.suite);
  const callable = abi.functions.filter((each) => !readsOnly(each));
  const starting = callable.filter(({ name }) => initializers.includes(name));
  if (isNew && starting.length === 0) return {};
  const [only] = starting;
  const none: Choice<undefined> = { label: `$(circle-slash) ${vscode.l10n.t("Call no function")}`, value: undefined };
  const called =
    isNew && only && starting.length === 1
      ? only
      : await askChoice([...(isNew ? [] : [none]), ...(isNew ? starting : callable).map(functionChoice)], {
          title,
          placeHolder: vscode.l10n.t("Select the function that is called in the same transaction"),
        });
  if (!called) return {};
  const values = await askArguments(app, group, called.inputs, title);
  const words = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return { call: called.signature, ...(words.length > 0 ? { arguments: words } : {}) };
}

/** A proxy in the list of contracts, by the name of what it runs; what that is, is looked up each time. */
async function remember(app: Chainside, group: WritableGroup, address: Address, name: string, block?: number) {
  const { found, proxy } = await findContract(app, group, address);
  const abi = typeof found?.abi === "string" ? found.abi : JSON.stringify(found?.abi ?? []);
  await app.knownContracts.remember(group, {
    address,
    name: found?.name || name,
    abi,
    own: false,
    ...(block === undefined ? {} : { block }),
    ...(proxy ? { proxy } : {}),
  });
  group.notify("contracts");
}

async function offerForm(group: WritableGroup, address: Address, message: string): Promise<void> {
  const open = vscode.l10n.t("Open Contract Form");
  if ((await showInformation(message, open)) === open)
    await runCommand("chainside.openContractForm", { kind: "contract", address, group });
}

/** Deployed code of a source that needn't be deployed again: what the project wrote down, and what is in the list of contracts. */
async function deployedBefore(
  app: Chainside,
  group: WritableGroup,
  { source, artifact: { name } }: Checked,
): Promise<readonly Address[]> {
  const sources = await neededService(operationContext(app, group).services, "sources");
  const known = app.knownContracts.list(group).filter((each) => each.name === name && !each.proxy);
  const { deployedFrom } = await import("../../../operations/contract/proxyRecords");
  return deployedFrom(
    sources,
    source,
    known.map(({ address }) => address),
  );
}

/**
 * The code that a proxy is to run: deployed now, or there already.
 * @param then what the second transaction does
 * @throws Cancelled
 */
async function askImplementation(
  app: Chainside,
  group: WritableGroup,
  checked: Checked,
  then: string,
  { title, isNew }: { readonly title: string; readonly isNew: boolean },
): Promise<Address> {
  type Answer = Address | "deploy" | "other";
  const { name } = checked.artifact;
  const there = await deployedBefore(app, group, checked);
  // Where nothing is there yet, there is nothing to choose.
  if (isNew && there.length === 0) return deployImplementation(app, group, checked, then);
  const other: Choice<Answer> = {
    label: `$(edit) ${vscode.l10n.t("Another deployed contract…")}`,
    alwaysShow: true,
    value: "other",
  };
  const answer = await askChoice<Answer>(
    [
      ...there.map((value) => ({
        label: `$(file-code) ${name}`,
        description: value,
        detail: vscode.l10n.t("Deployed already, from this very source"),
        value,
      })),
      { label: `$(cloud-upload) ${vscode.l10n.t("Deploy {0} First", name)}`, value: "deploy" },
      ...(isNew ? [] : [other]),
    ],
    { title, placeHolder: vscode.l10n.t("Select the new implementation") },
  );
  if (answer === "deploy") return deployImplementation(app, group, checked, then);
  return answer === "other" ? askContractAddress(app, group, { kind: "nothing" }, title) : answer;
}

/**
 * Deploys a contract and a proxy of it, which is initialized in its own transaction. It asks by itself, as an upgrade does: the source is
 * one of the workspace, compared before its implementation is deployed, and initializers are chosen by their ABI.
 * @throws Cancelled; ChainError of the operation, before anything is signed where that can be known
 */
export async function deployAsProxy(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Deploy as Proxy");
  const checked = await askChecked(app, group, target, title);
  const { name } = checked.artifact;
  const initial = await askInitialCall(app, group, checked, vscode.l10n.t("Deploy {0} as Proxy", name), true);
  const then = vscode.l10n.t("Deploy a proxy of the new contract");
  const { deployProxyOperation } = await import("../../../operations/contract/deployProxy");
  const implementation = await askImplementation(app, group, checked, then, { title, isNew: true });
  const values: ValuesOf<typeof deployProxyOperation.fields> = { implementation, source: checked.source, ...initial };
  const done = await signOperation(app, group, deployProxyOperation, values);
  if (!done?.contractAddress) return;
  const address = done.contractAddress as Address;
  await remember(app, group, address, name, done.blockNumber);
  await offerForm(group, address, vscode.l10n.t("Deployed a proxy of {0} at {1}.", name, address));
}

/**
 * Points a proxy to another implementation, whose source was compared with what the proxy stores.
 * @throws Cancelled; ChainError of the operation, before anything is signed where that can be known
 */
export async function upgradeProxy(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Upgrade Proxy");
  const contract = await askContractAddress(app, group, target, title);
  const { requireProxy, upgradeOperation } = await import("../../../operations/contract/upgrades");
  await requireProxy(group.session, contract);
  const checked = await askChecked(app, group, { kind: "nothing" }, title, contract);
  const { name } = checked.artifact;
  const long = vscode.l10n.t("Upgrade {0} to {1}", app.knownContracts.titleAt(group, contract) ?? contract, name);
  const then = vscode.l10n.t("Upgrade {0} to the new contract", contract);
  const implementation = await askImplementation(app, group, checked, then, { title: long, isNew: false });
  const initial = await askInitialCall(app, group, checked, long, false);
  const values = { contract, implementation, source: checked.source, ...initial };
  const done = await signOperation(app, group, upgradeOperation, values);
  if (!done) return;
  await remember(app, group, contract, name);
  await offerForm(group, contract, vscode.l10n.t("The proxy {0} runs {1} now.", contract, name));
}
