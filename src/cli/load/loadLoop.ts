import { randomInt } from "node:crypto";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import type { ChainSession } from "../../chain/session";
import { verdictOf } from "../../chain/transaction/refusals";
import { transact } from "../../chain/transaction/transact";
import type { Signer } from "../../crypto/cryptoSuite";
import type { ChainError } from "../../errors/chainError";
import { toChainError } from "../../errors/dictionary";
import { neverSent } from "../../errors/nodeError";
import { pause } from "../../time/waitUntil";
import type { LoadOutcome, LoadStatistics } from "./loadStatistics";
import type { Workload } from "./workloads";

/** What came of sending one transaction, and whether the node was reached at all. */
export interface SendResult {
  readonly outcome: LoadOutcome;
  readonly hasReceipt: boolean;
  readonly unreachable: boolean;
}

/**
 * When transactions are sent: at a rate, or as soon as a sender is free to send one; never more of them than asked for, never after the
 * time is over.
 */
export class SendSchedule {
  readonly #count: number;
  readonly #rate: number | undefined;
  readonly #timeMs: number;
  #next = 0;

  /**
   * @param rate transactions for each second; undefined for as fast as the chain takes them
   * @param timeMs after so many milliseconds nothing more is sent
   */
  constructor({ count, rate, timeMs }: { count: number; rate: number | undefined; timeMs: number }) {
    this.#count = count;
    this.#rate = rate;
    this.#timeMs = timeMs;
  }

  /**
   * The next transaction: its number, and how long to wait before it is sent. Undefined when all were handed out, or when its time lies
   * beyond the end. A sender that comes late sends at once: what was missed is caught up with.
   * @param elapsedMs since the start
   */
  take(elapsedMs: number): { readonly index: number; readonly waitMs: number; readonly dueMs: number } | undefined {
    if (this.#next >= this.#count) return undefined;
    const dueMs = this.#rate === undefined ? elapsedMs : (this.#next * 1000) / this.#rate;
    if (dueMs >= this.#timeMs || elapsedMs >= this.#timeMs) return undefined;
    const index = this.#next;
    this.#next += 1;
    return { index, waitMs: Math.max(0, dueMs - elapsedMs), dueMs };
  }
}

/** How long to wait before the next try after so many failures to connect in a row: 250 ms, doubled each time, 5 s at most. */
export function reconnectDelayMs(failures: number): number {
  return Math.min(5000, 250 * 2 ** Math.min(failures - 1, 10));
}

interface LoadLoop {
  readonly schedule: SendSchedule;
  readonly statistics: LoadStatistics;
  readonly connections: number;
  /** Nothing more is sent once it is aborted; what was sent is waited for. */
  readonly stop: AbortSignal;
  /** Signs and sends transaction `index` over a connection. Never throws for what a chain does. */
  send(index: number, connection: number): Promise<SendResult>;
  /** Milliseconds since the start. */
  elapsedMs(): number;
  sleep?(ms: number, signal: AbortSignal): Promise<unknown>;
}

/** One connection: a transaction at a time. After a failure to connect it waits, longer each time, before it takes the next. */
async function runConnection(loop: LoadLoop, connection: number): Promise<void> {
  const { schedule, statistics, stop, sleep = pause } = loop;
  let failures = 0;
  for (;;) {
    if (failures > 0) await sleep(reconnectDelayMs(failures), stop);
    if (stop.aborted) return;
    const slot = schedule.take(loop.elapsedMs());
    if (!slot) return;
    if (slot.waitMs > 0) await sleep(slot.waitMs, stop);
    if (stop.aborted) return;
    const sentMs = loop.elapsedMs();
    statistics.sent(sentMs, slot.dueMs);
    const { outcome, hasReceipt, unreachable } = await loop.send(slot.index, connection);
    statistics.answered(sentMs, loop.elapsedMs(), outcome, hasReceipt);
    if (failures > 0 && !unreachable) statistics.reconnected();
    failures = unreachable ? failures + 1 : 0;
  }
}

/** Sends until all is sent, the time is over or a user stops it, and waits for every answer. */
export async function runLoop(loop: LoadLoop): Promise<void> {
  await Promise.all(Array.from({ length: loop.connections }, (_, connection) => runConnection(loop, connection)));
}

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
