import * as vscode from "vscode";
import { type AbiFunction, contractInterface } from "../../../chain/abi/contractInterface";
import { type PrecompiledContract, precompiledContracts } from "../../../chain/abi/precompiledContracts";
import { ChainError } from "../../../chain/errors/chainError";
import { getCode } from "../../../chain/rpc/getCode";
import { getContractAdmin } from "../../../chain/services/contractAuth/contractAdmin";
import { type ContractStatus, getContractStatus } from "../../../chain/services/contractAuth/contractStatus";
import type { Address } from "../../../crypto/bytes/hex";
import { jsonLimits, parseBoundedJson } from "../../../text/limits/boundedJson";
import { type RecordText, RecordWriter } from "../../flows/records/recordWriter";
import { findAbi } from "../../flows/target/contractTarget";
import { recordUri } from "../../flows/target/recordUri";
import { commandLink } from "../../kit/commands/commands";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

function statusText(status: ContractStatus): string {
  switch (status) {
    case "normal":
      return vscode.l10n.t("can be called");
    case "frozen":
      return vscode.l10n.t("frozen, no transaction can call it");
    case "abolished":
      return vscode.l10n.t("permanently abolished");
  }
}

/** What only a chain with permissions knows of a contract. A node that does not tell spoils nothing. */
async function writeRights(writer: RecordWriter, group: ChainGroup, address: Address): Promise<void> {
  const { session } = group;
  if (!session.authEnabled) return;
  try {
    const [status, admin] = await Promise.all([
      getContractStatus(session, address),
      getContractAdmin(session, address),
    ]);
    if (status) writer.field(vscode.l10n.t("State"), statusText(status));
    if (admin) writer.field(vscode.l10n.t("Admin"), admin, recordUri(group, "contract", admin));
  } catch (error) {
    if (!(error instanceof ChainError) || (error.kind !== "execution" && error.kind !== "rpc")) throw error;
  }
}

function signatureText({ name, inputs, outputs, stateMutability }: AbiFunction): string {
  const list = (parameters: AbiFunction["inputs"]): string =>
    parameters.map(({ type, name: named }) => [type, named].filter(Boolean).join(" ")).join(", ");
  const given = outputs.length > 0 ? ` → (${list(outputs)})` : "";
  return `${name}(${list(inputs)})${given}${stateMutability === "nonpayable" ? "" : `  ${stateMutability}`}`;
}

/** An address: an account, or a contract with what it can do. */
export async function contractRecord(app: Chainside, group: ChainGroup, key: string): Promise<RecordText> {
  const address = key.toLowerCase() as Address;
  const { session } = group;
  const [code, found] = await Promise.all([getCode(session.client, address), findAbi(app, group, address)]);
  const precompiled = Object.entries<PrecompiledContract>(precompiledContracts).find(
    ([, each]) => each.address === address,
  );
  const account = app.accounts.all.find((each) => each.address.toLowerCase() === address);
  const bytes = Math.max(0, (code.length - 2) / 2);
  const writer = new RecordWriter();
  writer.heading(found?.name || (bytes > 0 || precompiled ? vscode.l10n.t("Contract") : vscode.l10n.t("Account")));
  writer.field(vscode.l10n.t("Address"), address);
  writer.field(
    vscode.l10n.t("Kind"),
    precompiled
      ? vscode.l10n.t("built-in contract of the node since {0}", precompiled[1].since)
      : bytes > 0
        ? vscode.l10n.t("contract of {0} bytes of code", bytes)
        : account
          ? vscode.l10n.t("your account {0}", account.label)
          : vscode.l10n.t("account; no code is stored here"),
  );
  if (precompiled?.[1].path) writer.field("BFS", precompiled[1].path);
  if (precompiled?.[1].feature) writer.field(vscode.l10n.t("Switched on by"), precompiled[1].feature);
  if (bytes > 0) await writeRights(writer, group, address);
  if (!found) {
    if (bytes > 0)
      writer.comment(vscode.l10n.t('The ABI is unknown. Add it with "Add Contract" to decode calls and events.'));
    return writer.finish();
  }
  const abi = contractInterface(found.abi, session.suite);
  writer.heading(vscode.l10n.t("Functions ({0})", abi.functions.length));
  for (const each of abi.functions) writer.entry(each.selector, signatureText(each));
  if (abi.events.length > 0) writer.heading(vscode.l10n.t("Events ({0})", abi.events.length));
  for (const { topic, signature } of abi.events) {
    writer.entry(
      topic,
      signature,
      commandLink("chainside.findEvents", { kind: "contract", groupId: group.id, address, eventSignature: signature }),
    );
  }
  if (abi.errors.length > 0) writer.heading(vscode.l10n.t("Errors ({0})", abi.errors.length));
  for (const { selector, signature } of abi.errors) writer.entry(selector, signature);
  return writer
    .raw(typeof found.abi === "string" ? parseBoundedJson(found.abi, jsonLimits.compiled) : found.abi)
    .finish();
}
