import { randomInt } from "node:crypto";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import type { ChainSession } from "../../chain/session";
import { verdictOf } from "../../chain/transaction/refusals";
import { transact } from "../../chain/transaction/transact";
import type { Signer } from "../../crypto/cryptoSuite";
import type { ChainError } from "../../errors/chainError";
import { toChainError } from "../../errors/dictionary";
import { neverSent } from "../../errors/nodeError";
import type { SendResult } from "./loadLoop";
import type { Workload } from "./workloads";

interface LoadSender {
  /** The same group through each connection. */
  readonly sessions: readonly ChainSession[];
  readonly signers: readonly Signer[];
  readonly workload: Workload;
  readonly run: string;
  readonly timeoutMs: number;
  /** Aborted, nothing is waited for any more. */
  readonly drop: AbortSignal;
}

const noConnection = (error: ChainError): boolean => neverSent(error) || error.code === "connectionLost";

function receiptResult(workload: Workload, receipt: TransactionReceipt): SendResult {
  const { status, message, blockNumber } = receipt;
  const code = status === 0 ? workload.refusal?.(receipt) : undefined;
  const failed = (error: string, words: string): SendResult => ({
    outcome: { kind: "failed", error, words },
    hasReceipt: true,
    unreachable: false,
  });
  if (status !== 0) return failed(`execution ${status}`, message);
  if (code !== undefined) return failed(`precompiled ${code}`, "");
  return { outcome: { kind: "succeeded", block: blockNumber }, hasReceipt: true, unreachable: false };
}

function failureResult(thrown: unknown): SendResult {
  const error: ChainError = toChainError(thrown);
  const { kind, code, message, nodeMessage } = error;
  return {
    outcome: {
      kind: verdictOf(thrown) === "unknown" ? "lost" : "failed",
      error: `${kind} ${code}`,
      words: nodeMessage ?? message,
    },
    hasReceipt: false,
    unreachable: noConnection(error),
  };
}

/** Signs transaction `index`, sends it over a connection and waits for its receipt. Senders take turns. */
export function createSender(sender: LoadSender): (index: number, connection: number) => Promise<SendResult> {
  const { sessions, signers, workload, run, timeoutMs, drop } = sender;
  const random = (): number => randomInt(2 ** 32);
  return async (index, connection) => {
    const session = sessions[connection % sessions.length];
    const senderNumber = index % signers.length;
    const signer = signers[senderNumber];
    if (!session || !signer) throw new TypeError("no session or account");
    try {
      const data = workload.data({ i: index, sender: signer.address, run, random }, senderNumber);
      const options = { timeoutMs, waitMs: timeoutMs, signal: drop };
      return receiptResult(workload, await transact(session, signer, { to: workload.to, data }, options));
    } catch (thrown) {
      return failureResult(thrown);
    }
  };
}
