import * as vscode from "vscode";
import type { RequestOptions } from "../../../chain/client/client";
import { executionError } from "../../../chain/errors/nodeError";
import { call } from "../../../chain/rpc/call";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { resolveTarget } from "../../../chain/services/bfs/readLink";
import { reasonOf } from "../../../chain/services/contract/revertOf";
import { transact } from "../../../chain/transaction/transact";
import type { Hex } from "../../../crypto/bytes/hex";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { type SigningRequest, signAndSend } from "../signing/signAndSend";

/**
 * Runs call data that no one takes apart on the newest state.
 * @param target address or BFS path
 * @throws ChainError `execution` with the contract's reason; usage `badTarget`; what a request throws.
 */
export async function callData(
  { session }: ChainGroup,
  target: string,
  data: Hex,
  options?: RequestOptions,
): Promise<{ output: Hex; blockNumber: number }> {
  const to = await resolveTarget(session, target);
  const { status, output, blockNumber } = await call(session.client, { to, data }, options);
  if (status === 0) return { output, blockNumber };
  throw await executionError(status, (await reasonOf(session, { to, status, output })) ?? "");
}

/** What is sent as it is. */
interface PlainSending extends Pick<SigningRequest, "group" | "title" | "warnings" | "origin" | "signal" | "account"> {
  /** Empty for a deployment. */
  readonly to: string;
  readonly data: Hex;
  /** ABI text that the chain is to keep with a deployment. */
  readonly abi?: string;
  /** In wei. */
  readonly amount: bigint;
}

/** Signs and sends data that no one takes apart. @throws Cancelled; ChainError what signing and sending throw. */
export function sendData(
  app: Chainside,
  { to, data, abi, amount, ...request }: PlainSending,
): Promise<TransactionReceipt> {
  const lines = [
    ...(to === "" ? [] : [{ label: vscode.l10n.t("Contract"), value: to }]),
    { label: vscode.l10n.t("Data"), value: vscode.l10n.t("{0} bytes", (data.length - 2) / 2) },
    ...(amount > 0n ? [{ label: vscode.l10n.t("Amount"), value: `${amount} wei` }] : []),
  ];
  const value = amount > 0n ? { value: amount } : {};
  return signAndSend(app, { ...request, lines }, (signer, options) =>
    transact(request.group.session, signer, { to, data, ...(abi ? { abi } : {}), ...value }, options),
  );
}
