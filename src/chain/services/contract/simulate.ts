import { type Address, amountOf, bytesToHex, type Hex } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import { ChainError } from "../../../errors/chainError";
import { decodeRevert, revertText } from "../../abi/revert";
import type { RequestOptions } from "../../client/client";
import { type CallResult, call } from "../../rpc/call";
import type { ChainSession } from "../../session";
import type { TransactionRequest } from "../../transaction/transact";
import { transactionStatus } from "../../transaction/transactionStatus";
import { takesSignedCalls } from "../compatibility";
import { getExecutorVersion } from "../executorVersion";
import { callAs } from "./callAs";

/** What a transaction would do, as far as a call on the newest state can tell. */
export type Simulation =
  | {
      readonly kind: "ran";
      /** The number a receipt would have: 0 is success. */
      readonly status: number;
      /** Return data, or the revert data. */
      readonly output: Hex;
      readonly blockNumber: number;
      /** False: it isn't signed, or the node takes no signed call, so the code saw no caller. */
      readonly asSender: boolean;
    }
  | { readonly kind: "impossible"; readonly reason: "deployment" | "amount" | "noWriting" }
  /** The question itself failed. */
  | { readonly kind: "failed"; readonly error: ChainError };

/** What chains below the data version 3.9 say of a write that a call may not make; a contract between passes the words on. */
const refusedText = "restricted in static mode";

/** Whether it failed because it wrote: only the classic executor lets no call write. */
async function isRefusedWrite(
  session: ChainSession,
  { status, output }: CallResult,
  options?: RequestOptions,
): Promise<boolean> {
  if (status === 0) return false;
  if (output.length > 2) return revertText(decodeRevert(output))?.includes(refusedText) ?? false;
  // as any failure without a name of its own
  if (status === transactionStatus.unknown) return true;
  // a contract that wrote through another one reverts without a reason
  if (status !== transactionStatus.revertInstruction) return false;
  return (await getExecutorVersion(session, options).catch(() => undefined)) === 0;
}

/**
 * Tries a transaction out by a call from its sender, or without one where its key is elsewhere: nothing is changed and nothing is sent. A
 * node's call takes no deployment and no amount, and permissions of methods are not looked at (docs/protocol/json-rpc.md, "Calls";
 * docs/protocol/governance.md).
 * @throws ChainError `cancelled` only: a question that fails is an answer too.
 */
export async function simulate(
  session: ChainSession,
  signer: Signer | undefined,
  { to = "", data, value = 0n }: TransactionRequest,
  options?: RequestOptions,
): Promise<Simulation> {
  if (to === "") return { kind: "impossible", reason: "deployment" };
  if (amountOf(String(value)) > 0n) return { kind: "impossible", reason: "amount" };
  const request = { to: to as Address, data: typeof data === "string" ? data : bytesToHex(data) };
  const sender = takesSignedCalls(session) && !signer?.elsewhere ? signer : undefined;
  let result: CallResult;
  try {
    result = sender ? await callAs(session, sender, request, options) : await call(session.client, request, options);
  } catch (error) {
    if (!(error instanceof ChainError) || error.code === "cancelled") throw error;
    return { kind: "failed", error };
  }
  const { status, output, blockNumber } = result;
  if (await isRefusedWrite(session, result, options)) return { kind: "impossible", reason: "noWriting" };
  return { kind: "ran", status, output, blockNumber, asSender: sender !== undefined };
}
