import * as vscode from "vscode";
import type { AbiFunction } from "../../../chain/abi/contractInterface";
import type { DecodedValue } from "../../../chain/abi/decodedValue";
import { decodedTexts } from "../../../chain/abi/namedValue";
import { callText } from "../../../chain/abi/valueText";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import type { ContractTarget } from "../../../chain/services/contract/readFunction";
import { requireAccepted } from "../../../chain/services/contract/requireAccepted";
import type { ChainSession } from "../../../chain/session";
import { transact } from "../../../chain/transaction/transact";
import { noteDone } from "../../kit/commands/noteDone";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";
import { rightsWarnings } from "../operations/rightsWarnings";
import { type SendingChoice, signAndSend } from "../signing/signAndSend";

/** What a function call that was sent has done. */
export interface SentCall {
  readonly receipt: TransactionReceipt;
  readonly values: readonly DecodedValue[];
  /** `HelloWorld.set("hello") → 1`. */
  readonly text: string;
}

/** That the amount stays where it is, as the operation says; loaded where there is an amount. */
async function amountWarnings(session: ChainSession, amount: bigint): Promise<readonly string[]> {
  const { unmovedWarnings } = await import("../../../operations/consequences/unmovedWarnings");
  return unmovedWarnings({ session }, amount);
}

/**
 * Signs and sends a call of a function.
 * @param amount in wei; more than 0 for payable functions only
 * @throws Cancelled; ChainError usage for an argument, and what a signature, a request and a failed execution throw.
 */
export async function sendFunction(
  app: Chainside,
  group: WritableGroup,
  contract: ContractTarget,
  called: AbiFunction,
  values: readonly unknown[],
  amount: bigint,
  choice: SendingChoice = {},
): Promise<SentCall> {
  const { session } = group;
  const data = contract.abi.encodeCall(called.signature, values);
  const call = callText(called.name, values);
  const right = { kind: "callMethod", contract: contract.address, method: called.signature } as const;
  const warnings = [
    ...(await rightsWarnings(app, group, right, choice.account)),
    ...(amount > 0n ? await amountWarnings(session, amount) : []),
  ];
  const receipt = await signAndSend(
    app,
    {
      group,
      title: vscode.l10n.t("Send {0}", `${contract.name}.${called.name}`),
      lines: [
        { label: vscode.l10n.t("Function"), value: call },
        { label: vscode.l10n.t("Contract"), value: `${contract.name} · ${contract.address}` },
        ...(amount > 0n ? [{ label: vscode.l10n.t("Amount"), value: `${amount} wei` }] : []),
      ],
      warnings,
      abi: contract.abi,
      ...choice,
    },
    (signer, options) =>
      transact(session, signer, { to: contract.address, data, ...(amount > 0n ? { value: amount } : {}) }, options),
  );
  await requireAccepted(session, contract.address, receipt, contract.abi);
  noteDone("chainside.sendTransaction");
  const results =
    called.outputs.length > 0 && receipt.output.length > 2
      ? contract.abi.decodeOutput(called.signature, receipt.output)
      : [];
  const answer = results.length > 0 ? ` → ${decodedTexts(results)}` : "";
  const text = `${contract.name}.${call}${answer}`;
  app.log.info(`${text}: block ${receipt.blockNumber}, ${receipt.transactionHash}`);
  return { receipt, values: results, text };
}
