import { type ContractInterface, contractInterface } from "../../chain/abi/contractInterface";
import type { ChainClient } from "../../chain/client/client";
import type { ExecutionRecording } from "../../chain/dev/executionRecording";
import { getBlockByNumber, getBlockNumber } from "../../chain/rpc/blocks";
import type { Hex } from "../../crypto/bytes/hex";
import { cryptoSuite } from "../../crypto/suites";
import { t } from "../../text/catalogue";
import { Playback } from "../replay/playback";
import type { ChainOfWords } from "./chainsOfWords";
import type { InspectionOrder } from "./messages";

/** How far keys are looked for. */
const max = {
  blocks: 256,
  transactions: 1000,
  recordings: 48,
  recordingMs: 5000,
  notes: 4 * 1024 * 1024,
  texts: 2000,
};

interface KnownKeys {
  /** As a person writes them. */
  readonly keys: string[];
  /** What executions hashed. */
  readonly traced: ReadonlyMap<bigint, Uint8Array>;
  readonly notes: readonly string[];
}

/** Numbers, addresses and short texts inside of decoded values. */
function collect(value: unknown, into: string[], depth = 0): void {
  if (into.length >= max.texts || depth > 5) return;
  if (typeof value === "bigint" || typeof value === "number") into.push(String(value));
  else if (typeof value === "string" && value.length <= 200) into.push(value);
  else if (Array.isArray(value)) for (const each of value.slice(0, 50)) collect(each, into, depth + 1);
  else if (typeof value === "object" && value !== null)
    for (const each of Object.values(value).slice(0, 50)) collect(each, into, depth + 1);
}

function collectCall(abis: readonly ContractInterface[], input: string, into: string[]): void {
  for (const abi of abis) {
    try {
      const call = abi.decodeCall(input as Hex);
      for (const each of call?.arguments ?? []) collect(each.value, into);
    } catch {
      // not a call of this contract
    }
  }
}

interface FoundTransaction {
  readonly hash: string;
  readonly to: string;
}

/** The latest transactions of an embedded chain, the newest first. */
async function latestTransactions(
  client: ChainClient,
  abis: readonly ContractInterface[],
  keys: string[],
  signal: AbortSignal | undefined,
): Promise<FoundTransaction[]> {
  const options = signal ? { signal } : {};
  const head = await getBlockNumber(client, options);
  const found: FoundTransaction[] = [];
  for (let number = head; number > Math.max(0, head - max.blocks) && found.length < max.transactions; number--) {
    const { transactions } = await getBlockByNumber(client, number, "transactions", options);
    for (const { hash, to, from, input } of transactions) {
      found.push({ hash, to: (to ?? "").toLowerCase() });
      if (from) keys.push(from);
      collectCall(abis, input ?? "0x", keys);
    }
  }
  return found;
}

/** Keys of mappings that executions hashed: those of the contract's own transactions first. */
async function tracedKeys(
  client: ChainClient,
  address: string,
  hashes: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<bigint, Uint8Array>> {
  const traced = new Map<bigint, Uint8Array>();
  const until = Date.now() + max.recordingMs;
  for (const hash of hashes.slice(0, max.recordings)) {
    if (Date.now() > until) break;
    signal?.throwIfAborted();
    try {
      const options = signal ? { signal } : {};
      const recording = (await client.transport.request(
        "dev_recordTransaction",
        [client.group, hash],
        options,
      )) as ExecutionRecording;
      if (recording.notes.length > max.notes || !recording.frames.some(({ to }) => to === address)) continue;
      for (const [each, bytes] of new Playback(recording).preimagesOf(address))
        if (bytes.length > 32) traced.set(each, bytes);
    } catch (error) {
      if (signal?.aborted) throw error;
      // too old to be run again
    }
  }
  return traced;
}

/** What calls and events of known transactions name, as a web3 port tells them. */
async function namedByTransactions(
  ask: NonNullable<ChainOfWords["transaction"]>,
  hashes: readonly string[],
  abis: readonly ContractInterface[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const keys: string[] = [];
  for (const hash of hashes.slice(0, max.recordings)) {
    signal?.throwIfAborted();
    const found = await ask(hash);
    if (!found) continue;
    keys.push(found.from);
    collectCall(abis, found.input, keys);
    for (const log of found.logs) {
      for (const abi of abis) {
        try {
          for (const each of abi.decodeEvent(log)?.arguments ?? []) collect(each.value, keys);
        } catch {
          // not an event of this contract
        }
      }
    }
  }
  return keys;
}

/** Values that may be keys of the contract's mappings: what transactions of it named and hashed. */
export async function knownKeys(
  { address, transactions }: Extract<InspectionOrder, { kind: "storage" }>,
  chain: ChainOfWords,
  abis: readonly (readonly unknown[])[],
  signal: AbortSignal | undefined,
): Promise<KnownKeys> {
  const own = address.toLowerCase();
  const interfaces = abis.map((abi) => contractInterface(abi, cryptoSuite(chain.suite)));
  const { client } = chain;
  if (!client) {
    const keys = chain.transaction
      ? await namedByTransactions(chain.transaction, transactions, interfaces, signal)
      : [];
    const note = t(
      "Mappings show only keys from the source and from transactions known here. Look up others by their key.",
    );
    return { keys, traced: new Map(), notes: [note] };
  }
  const keys: string[] = [];
  const latest = await latestTransactions(client, interfaces, keys, signal);
  const hashes = new Set([
    ...transactions,
    ...latest.filter(({ to }) => to === own).map(({ hash }) => hash),
    ...latest.map(({ hash }) => hash),
  ]);
  return { keys, traced: await tracedKeys(client, own, [...hashes], signal), notes: [] };
}
