import { bytesToHex, type Hex } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { type ChainClient, createClient, type RequestOptions, type Transport } from "../client/client";
import { getGroupInfo } from "../rpc/groups";
import { getSealerList } from "../rpc/members";
import { getSyncStatus } from "../rpc/nodeStatus";
import type { TransactionReceipt } from "../rpc/receiptSchema";
import { sendTransaction } from "../rpc/transactions";
import { isReceiptOf, lookForReceipt } from "./lookForReceipt";
import { meaningOf, meaningOfPoolCode } from "./refusals";

/** A transaction that was signed. */
export interface SignedBytes {
  readonly hash: Hex;
  readonly signed: Uint8Array;
}

/** What asking every sealer gave. */
type ExpiryProof =
  | { readonly kind: "expired" }
  | { readonly kind: "found"; readonly receipt: TransactionReceipt }
  /** A pool still has it. */
  | { readonly kind: "waiting" }
  /** So many of the sealers said that it is nowhere. */
  | { readonly kind: "unproven"; readonly asked: number; readonly sealers: number };

/** Blocks behind the head whose nonces a node remembers: also the largest distance of a block limit. */
const nonceSpan = 1000n;
/** Nodes of a group that are asked at most: a deployment has a few tens. */
const maxNodes = 200;

/** Each node behind each endpoint: an RPC service serves several by name, other nodes are alone behind theirs. */
async function nodesOf(
  transports: readonly Transport[],
  client: ChainClient,
  options: RequestOptions,
): Promise<ChainClient[]> {
  const named = await Promise.all(
    transports.map(async (transport) => {
      const service = createClient(transport, client.group);
      const info = await getGroupInfo(service, options).catch(() => null);
      const names = info?.nodeList.map(({ name }) => name) ?? [];
      return names.length > 1 ? names.map((name) => createClient(transport, client.group, name)) : [service];
    }),
  );
  return named.flat().slice(0, maxNodes);
}

/** What one node says of the bytes: that they are in no chain and not in its pool (`nowhere`), or why that isn't known. */
type NodeWord =
  | { readonly kind: "nowhere"; readonly nodeId: string }
  /** `nodeId`: who says so, where it said anything at all. */
  | { readonly kind: "waiting" | "nothing"; readonly nodeId?: string }
  | FoundReceipt;
type FoundReceipt = { readonly kind: "found"; readonly receipt: TransactionReceipt };

/**
 * Only a node whose own head is past the limit, that has the bodies of all blocks that could hold it, and that says by itself that there
 * is no receipt is sent the bytes again: where it takes them nevertheless, they have not been executed.
 */
async function askNode(
  client: ChainClient,
  { hash, signed }: SignedBytes,
  blockLimit: bigint,
  options: RequestOptions,
): Promise<NodeWord> {
  let nothing: NodeWord = { kind: "nothing" };
  try {
    const { nodeID, blockNumber, archivedBlockNumber = 0 } = await getSyncStatus(client, options);
    nothing = { kind: "nothing", nodeId: nodeID.toLowerCase() };
    const look = await lookForReceipt(client, hash, options);
    if (look.kind === "found") return look;
    const hasBodies = BigInt(archivedBlockNumber) <= 0n || BigInt(archivedBlockNumber) <= blockLimit - nonceSpan;
    if (look.kind === "failed" || !hasBodies || BigInt(blockNumber) < blockLimit) return nothing;
    const nowhere: NodeWord = { kind: "nowhere", nodeId: nodeID.toLowerCase() };
    try {
      const receipt = await sendTransaction(client, bytesToHex(signed), false, options);
      if (isReceiptOf(receipt, hash)) return { kind: "found", receipt };
      return meaningOfPoolCode(receipt.status).kind === "dropped" ? nowhere : { kind: "waiting" };
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      if (error.kind === "txpool" && error.code === blockLimitCheckFail) return nowhere;
      const { kind } = meaningOf(error);
      return kind === "dropped" ? nowhere : kind === "known" ? { kind: "waiting" } : nothing;
    }
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return nothing;
  }
}

/** The pool refuses bytes that neither it nor the chain has and whose limit has passed; or is too far ahead, which the head tells. */
const blockLimitCheckFail = 10001;

/**
 * Asks every sealer that can be asked whether the transaction is anywhere. That the head is past the block limit proves nothing: nodes seal
 * what they had taken up to two blocks past it, a single one any number. Proof is that each sealer,
 * whose own head is past the limit, refuses the very bytes, and that afterwards none of them has a receipt.
 */
export async function proveExpired(
  client: ChainClient,
  transaction: SignedBytes,
  blockLimit: bigint,
  options: RequestOptions,
): Promise<ExpiryProof> {
  const transports = (await client.transport.endpoints?.().catch(() => undefined)) ?? [];
  try {
    const ways = transports.length > 0 ? transports : [client.transport];
    const nodes = await nodesOf(ways, client, options);
    const words = await Promise.all(nodes.map((node) => askNode(node, transaction, blockLimit, options)));
    const found = words.find((word): word is FoundReceipt => word.kind === "found");
    if (found) return found;
    if (words.some(({ kind }) => kind === "waiting")) return { kind: "waiting" };
    // Sealers by every node's list: one that lags knows those of before.
    const lists = await Promise.all(nodes.map((node) => getSealerList(node, options).catch(() => undefined)));
    const sealers = new Set(lists.flatMap((list) => list ?? []).map(({ nodeID }) => nodeID.toLowerCase()));
    const asked = new Set<string>();
    // An endpoint of which nothing is known may be a sealer's, and know of other sealers, whatever those say that answer.
    const silent =
      words.some((word) => word.kind === "nothing" && word.nodeId === undefined) || lists.includes(undefined);
    for (const [index, word] of words.entries()) {
      const node = nodes[index];
      if (word.kind !== "nowhere" || !node) continue;
      const look = await lookForReceipt(node, transaction.hash, options);
      if (look.kind === "found") return look;
      if (look.kind === "none" && sealers.has(word.nodeId)) asked.add(word.nodeId);
    }
    // Another that claims to be this node doesn't speak for it.
    for (const word of words) if (word.kind === "nothing" && word.nodeId !== undefined) asked.delete(word.nodeId);
    if (!silent && sealers.size > 0 && asked.size === sealers.size) return { kind: "expired" };
    return { kind: "unproven", asked: asked.size, sealers: sealers.size };
  } finally {
    await Promise.all(transports.map((transport) => transport.close().catch(() => undefined)));
  }
}

/** Looks for the receipt at each endpoint. `none` only where each of them has said so. */
export async function lookEverywhere(
  client: ChainClient,
  hash: Hex,
  options: RequestOptions,
): Promise<Awaited<ReturnType<typeof lookForReceipt>>> {
  const transports = (await client.transport.endpoints?.().catch(() => undefined)) ?? [];
  try {
    const clients =
      transports.length > 0
        ? transports.map((transport) => createClient(transport, client.group, client.node))
        : [client];
    const looks = await Promise.all(clients.map((each) => lookForReceipt(each, hash, options)));
    const [first] = looks;
    return (
      looks.find(({ kind }) => kind === "found") ??
      looks.find(({ kind }) => kind === "failed") ??
      first ?? { kind: "none" }
    );
  } finally {
    await Promise.all(transports.map((transport) => transport.close().catch(() => undefined)));
  }
}
