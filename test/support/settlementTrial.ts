// What the judge of transactions says, against what the chain did: in front of an embedded chain with faults in between.
import { createClient } from "../../src/chain/client/client";
import { decodeSignedTransaction } from "../../src/chain/encoding/signedTransaction";
import type { ChainSession } from "../../src/chain/session";
import { type Settlement, settle, settleSent } from "../../src/chain/transaction/settlement";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import { bytesToHex } from "../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { pause } from "../../src/time/waitUntil";
import { ChainInProcess } from "./chainInProcess";
import { type FaultyPath, FaultySealers } from "./faultyNodes";
import { seededNumbers } from "./seededNumbers";

export interface TrialResult {
  /** How often each verdict was given while the faults lasted. */
  readonly verdicts: Readonly<Record<string, number>>;
  /** Verdicts that the chain contradicts, and operations that were executed twice or whose receipt wasn't found in the end. */
  readonly wrong: readonly string[];
  /** Verdicts on those that were unknown, once the faults had ended. */
  readonly later: Readonly<Record<string, number>>;
  /** Transactions that were sealed behind their block limit. */
  readonly late: number;
}

interface Sent {
  readonly operation: number;
  readonly hash: `0x${string}`;
  readonly signed: Uint8Array;
  settlement: Settlement;
}

const to = `0x${"12".repeat(20)}`;
const wait = { pollMs: 2, waitMs: 60 };

/** Sends operations, and each that is said to have expired or to be refused once more as that advises. */
export async function settlementTrial(
  seed: number,
  sends: number,
  options: { sealers: number; reachable: number },
): Promise<TrialResult> {
  const below = seededNumbers(seed);
  const chain = await ChainInProcess.start({ sealers: options.sealers });
  const { suite, settings } = chain.network;
  const group = chain.group();
  const path: FaultyPath = { percent: 35, below };
  const sealers = new FaultySealers(chain, path, options.reachable);
  const session: ChainSession = {
    client: createClient(sealers.transport, "group0"),
    chainId: settings.chainId,
    groupId: "group0",
    suite,
    nodeVersion: settings.nodeVersion,
    compatibilityVersion: "3.16.0",
    authEnabled: false,
    wasm: false,
  };
  const signer = privateKeySigner(suite, new Uint8Array(32).fill(5));
  const all: Sent[] = [];
  const verdicts: Record<string, number> = {};
  const sign = async (operation: number, ahead = below(4) === 0 ? 1 + below(4) : 500) => {
    return signTransaction({
      suite,
      signer,
      data: {
        chainId: settings.chainId,
        groupId: "group0",
        blockLimit: BigInt(group.blocks.head + ahead),
        nonce: `${operation}-${all.length}-${below(2 ** 31)}`,
        to,
        input: new TextEncoder().encode(String(operation)),
      },
    });
  };
  type Signed = Awaited<ReturnType<typeof sign>>;
  const send = async (operation: number, { hash, signed }: Signed): Promise<Sent> => {
    const sent: Sent = { operation, hash, signed, settlement: await settle(session, { hash, signed }, wait) };
    all.push(sent);
    verdicts[sent.settlement.kind] = (verdicts[sent.settlement.kind] ?? 0) + 1;
    return sent;
  };
  /** The chain goes on, stands with a full pool while blocks pass, and nodes fall behind. */
  const disturb = async (): Promise<void> => {
    for (const sealer of sealers.sealers) sealer.lag = below(4) === 0 ? below(5) : 0;
    if (below(3) === 0) {
      group.paused = true;
      await group.mineTo(group.blocks.head + 1 + below(5));
    } else if (group.paused) {
      group.paused = false;
      group.schedule();
    }
  };
  const oneByOne = async (operation: number, signed: Signed): Promise<void> => {
    const { settlement } = await send(operation, signed);
    // As it is told: what never was and never will be may be sent again.
    if (settlement.kind === "expired" || settlement.kind === "refused") await send(operation, await sign(operation));
  };
  const atOnce = 25;
  for (let first = 0; first < sends; first += atOnce) {
    path.percent = [0, 35, 60][below(3)] ?? 0;
    const operations = Array.from({ length: Math.min(atOnce, sends - first) }, (_, index) => first + index);
    // Signed before, so that all of it is on its way when the chain is disturbed.
    const signed = await Promise.all(operations.map((operation) => sign(operation)));
    const batch = operations.map((operation, index) => oneByOne(operation, signed[index] as Signed));
    await disturb();
    // Half of the time what is asked after the sending finds a whole path again.
    await pause(10);
    path.percent = below(2) === 0 ? 0 : 35;
    await Promise.all(batch);
  }
  // Chance may bring none of these two: one that never arrives, and one that is sealed behind its block limit.
  path.percent = 100;
  path.always = "cutBefore";
  await send(sends, await sign(sends, 1));
  path.percent = 0;
  group.paused = true;
  // A block that was begun before is ended.
  await group.mineTo(group.blocks.head + 1);
  await send(sends + 1, await sign(sends + 1, 1));
  // Four sealers seal it up to two blocks behind its limit, one at any time.
  await group.mineTo(group.blocks.head + 1);

  // The faults end: what arrives late has arrived, and what waits is sealed.
  path.percent = 0;
  for (const sealer of sealers.sealers) sealer.lag = 0;
  group.paused = false;
  group.schedule();
  await new Promise((resolve) => setTimeout(resolve, 200));
  await group.mineTo(group.blocks.head + 6);

  const inChain = new Map<string, number>();
  const executed = new Map<number, number>();
  const wrong: string[] = [];
  const afterwards: Record<string, number> = {};
  let late = 0;
  for (let number = 1; number <= group.blocks.head; number++)
    for (const { hash, signed } of group.blocks.block(number).transactions) {
      const { data } = decodeSignedTransaction(signed);
      const key = bytesToHex(hash);
      if (inChain.has(key)) wrong.push(`${key} is in two blocks`);
      inChain.set(key, number);
      if (BigInt(number) > data.blockLimit) late += 1;
      const operation = Number(new TextDecoder().decode(data.input));
      executed.set(operation, (executed.get(operation) ?? 0) + 1);
    }
  for (const [operation, times] of executed)
    if (times > 1) wrong.push(`operation ${operation} was executed ${times} times`);
  for (const { hash, signed, settlement } of all) {
    const block = inChain.get(hash);
    const answer = settlement.kind;
    if (answer === "inBlock" && settlement.receipt.blockNumber !== block)
      wrong.push(`${hash}: said block ${settlement.receipt.blockNumber}, is in ${block}`);
    if ((answer === "expired" || answer === "refused") && block !== undefined)
      wrong.push(`${hash}: said ${answer}, is in block ${block}`);
    if (answer !== "unknown") continue;
    const later = await settleSent(session, { hash, signed }, settlement.error);
    afterwards[later.kind] = (afterwards[later.kind] ?? 0) + 1;
    if (block !== undefined && (later.kind !== "inBlock" || later.receipt.blockNumber !== block))
      wrong.push(`${hash}: the receipt of block ${block} is lost: ${later.kind}`);
    if (block === undefined && later.kind === "inBlock") wrong.push(`${hash}: executed by looking for it`);
  }
  chain.close();
  return { verdicts, wrong, later: afterwards, late };
}
