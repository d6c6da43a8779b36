import * as vscode from "vscode";
import { type AbiFunction, contractInterface } from "../../../chain/abi/contractInterface";
import { type PrecompiledContract, precompiledAt, precompiledContracts } from "../../../chain/abi/precompiledContracts";
import { proxyFinding } from "../../../chain/proxy/contractProxy";
import { getCode } from "../../../chain/rpc/contractCode";
import { getContractAdmin } from "../../../chain/services/contractAuth/contractAdmin";
import { getContractStatus } from "../../../chain/services/contractAuth/contractStatus";
import type { Address } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import { contractStatusText } from "../../../operations/consequences/contractStatus";
import { jsonLimits, parseBoundedJson } from "../../../text/limits/boundedJson";
import { functionText } from "../../flows/lines/functionText";
import { type RecordText, RecordWriter } from "../../flows/records/recordWriter";
import { valueAndName } from "../../flows/signing/namedAddresses";
import { findContract } from "../../flows/target/contractTarget";
import { recordUri } from "../../flows/target/recordUri";
import { commandLink } from "../../kit/commands/commands";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What only a chain with permissions knows of a contract. A node that does not tell spoils nothing. */
async function writeRights(writer: RecordWriter, group: ChainGroup, address: Address): Promise<void> {
  const { session } = group;
  if (!session.authEnabled) return;
  try {
    const [status, admin] = await Promise.all([
      getContractStatus(session, address),
      getContractAdmin(session, address),
    ]);
    if (status) writer.field(vscode.l10n.t("State"), contractStatusText(status));
    if (admin) writer.field(vscode.l10n.t("Admin"), admin, recordUri(group, "contract", admin));
  } catch (error) {
    if (!(error instanceof ChainError) || (error.kind !== "execution" && error.kind !== "rpc")) throw error;
  }
}

function signatureText(each: AbiFunction): string {
  const { name, stateMutability } = each;
  return `${name}${functionText(each)}${stateMutability === "nonpayable" ? "" : `  ${stateMutability}`}`;
}

/** An address: an account, or a contract with what it can do. */
export async function contractRecord(app: Chainside, group: ChainGroup, key: string): Promise<RecordText> {
  const address = key.toLowerCase() as Address;
  const { session } = group;
  const [code, { found, proxy }] = await Promise.all([
    getCode(session.client, address),
    findContract(app, group, address),
  ]);
  const fixed = precompiledAt(address);
  const precompiled: PrecompiledContract | undefined = fixed && precompiledContracts[fixed];
  const account = app.accounts.at(address);
  const bytes = Math.max(0, (code.length - 2) / 2);
  const writer = new RecordWriter();
  writer.heading(found?.title || (bytes > 0 || precompiled ? vscode.l10n.t("Contract") : vscode.l10n.t("Account")));
  writer.field(vscode.l10n.t("Address"), address);
  writer.field(
    vscode.l10n.t("Kind"),
    precompiled
      ? vscode.l10n.t("built-in contract of the node since {0}", precompiled.since)
      : bytes > 0
        ? vscode.l10n.t("contract of {0} bytes of code", bytes)
        : account
          ? vscode.l10n.t("your account {0}", account.label)
          : vscode.l10n.t("account; no code is stored here"),
  );
  if (proxy) {
    writer.field(vscode.l10n.t("Proxy"), proxyFinding(proxy));
    for (const behind of proxy.implementations)
      writer.field(
        vscode.l10n.t("Implementation"),
        valueAndName(app, group, behind),
        recordUri(group, "contract", behind),
      );
    if (proxy.beacon) writer.field(vscode.l10n.t("Beacon"), proxy.beacon, recordUri(group, "contract", proxy.beacon));
    if (proxy.admin) writer.field(vscode.l10n.t("Upgraded by"), valueAndName(app, group, proxy.admin));
  }
  if (precompiled?.path) writer.field("BFS", precompiled.path);
  if (precompiled?.feature) writer.field(vscode.l10n.t("Switched on by"), precompiled.feature);
  if (bytes > 0) await writeRights(writer, group, address);
  if (!found) {
    if (bytes > 0)
      writer.comment(
        vscode.l10n.t('The ABI is unknown. Add it with "Add Existing Contract" to decode calls and events.'),
      );
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
