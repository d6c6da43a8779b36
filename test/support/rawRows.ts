// Rows that an index should have of a block, made of what a node answers as it is: nothing of the index'
// own code, nor of our schemas.

import type { ContractInterface } from "../../src/chain/abi/contractInterface";
import { precompiledInterface } from "../../src/chain/abi/precompiledContracts";
import type { ChainSession } from "../../src/chain/session";
import type { Hex } from "../../src/crypto/bytes/hex";
import type { CryptoSuite } from "../../src/crypto/cryptoSuite";
import { ChainError } from "../../src/errors/chainError";
import type { Row } from "./rowsOf";

type Json = Readonly<Record<string, unknown>>;

/** A block with its transactions, and their receipts by hash, as a node says them. */
export interface RawBlock {
  readonly block: Json;
  readonly receipts: ReadonlyMap<string, Json>;
}

const list = (value: unknown): readonly Json[] => value as readonly Json[];
const small = (value: unknown): string => String(value).toLowerCase();
/** An address of a node's answer, which may be without `0x`. */
const address = (value: unknown): string => {
  const text = String(value ?? "");
  return text === "" || text.startsWith("0x") ? text.toLowerCase() : `0x${text.toLowerCase()}`;
};
const number = (value: unknown): number | null => (value === undefined || value === "" ? null : Number(value));

export function blockRow({ block, receipts }: RawBlock): Row {
  const transactions = list(block["transactions"]);
  const sealers = (block["sealerList"] as readonly string[]).map((id) => id.replace("0x", ""));
  const statuses = transactions.map(({ hash }) => receipts.get(small(hash))?.["status"]);
  return {
    number: block["number"],
    hash: small(block["hash"]),
    parent_hash: list(block["parentInfo"])[0]?.["blockHash"] ?? null,
    time: block["timestamp"],
    version: block["version"],
    transactions: transactions.length,
    failed: statuses.filter((status) => status !== 0).length,
    gas_used: number(block["gasUsed"]),
    transactions_root: block["txsRoot"],
    receipts_root: block["receiptsRoot"],
    state_root: block["stateRoot"],
    sealer: sealers[Number(block["sealer"])] ?? null,
    sealer_index: block["sealer"],
    nodes: sealers.length === 0 ? null : sealers,
    weights: sealers.length === 0 ? null : block["consensusWeights"],
    signers: list(block["signatureList"])
      .map(({ sealerIndex }) => Number(sealerIndex))
      .sort((one, other) => one - other),
    extra_data: small(block["extraData"] || "0x"),
    bodies: "node",
    verified: 0,
  };
}

/** Selects what `blockRow` gives. */
export const blockColumns = `b.number, b.hash, b.parent_hash, b.time, b.version, b.transactions, b.failed, b.gas_used, b.transactions_root,
  b.receipts_root, b.state_root, b.sealer, b.sealer_index, s.nodes, s.weights, b.signers, b.extra_data, b.bodies, b.verified`;

/** The contract that a transaction made; null for none. */
function made(transaction: Json, receipt: Json | undefined): string | null {
  if (transaction["to"] !== "" || receipt?.["status"] !== 0) return null;
  const found = address(receipt["contractAddress"]);
  return /^0x0*$/.test(found) || found === "" ? null : found;
}

/** What the index has of the transactions whatever their ABIs are. */
export function transactionRows({ block, receipts }: RawBlock): Row[] {
  return list(block["transactions"]).map((transaction, place) => {
    const receipt = receipts.get(small(transaction["hash"]));
    const [to, input] = [address(transaction["to"]), small(transaction["input"])];
    return {
      tx: Number(block["number"]) * 1_048_576 + place,
      block: block["number"],
      place,
      hash: small(transaction["hash"]),
      time: block["timestamp"],
      from_address: address(transaction["from"]),
      to_address: to,
      created: made(transaction, receipt),
      selector: to === "" || input.length < 10 ? null : input.slice(0, 10),
      status: receipt?.["status"] ?? null,
      gas_used: number(receipt?.["gasUsed"]),
      logs: list(receipt?.["logEntries"] ?? []).length,
      input,
      output: small(receipt?.["output"] ?? "0x"),
      nonce: transaction["nonce"],
      block_limit: transaction["blockLimit"],
      import_time: transaction["importTime"],
      version: transaction["version"],
    };
  });
}

export const transactionColumns =
  "tx, block, place, hash, time, from_address, to_address, created, selector, status, gas_used, logs, input, output, nonce, block_limit, import_time, version";

export function logRows({ block, receipts }: RawBlock): Row[] {
  return list(block["transactions"]).flatMap(({ hash }, place) =>
    list(receipts.get(small(hash))?.["logEntries"] ?? []).map((entry, log) => ({
      tx: Number(block["number"]) * 1_048_576 + place,
      log,
      block: block["number"],
      address: address(entry["address"]),
      ...Object.fromEntries([0, 1, 2, 3].map((at) => [`topic${at}`, (entry["topics"] as string[])[at] ?? null])),
      data: entry["data"],
    })),
  );
}

export const logColumns = "tx, log, block, address, topic0, topic1, topic2, topic3, data";

/** All addresses that transactions of these blocks name. */
export function addressRows(blocks: readonly RawBlock[]): Row[] {
  const found = new Map<string, { first: number; last: number; sent: number; received: number; created: number }>();
  const of = (key: string, block: unknown) => {
    const at = Number(block);
    const row = found.get(key) ?? { first: at, last: at, sent: 0, received: 0, created: 0 };
    found.set(key, row);
    row.first = Math.min(row.first, at);
    row.last = Math.max(row.last, at);
    return row;
  };
  for (const { block, receipts } of blocks) {
    for (const transaction of list(block["transactions"])) {
      const [from, to] = [address(transaction["from"]), address(transaction["to"])];
      if (from !== "") of(from, block["number"]).sent += 1;
      if (to !== "") of(to, block["number"]).received += 1;
      const contract = made(transaction, receipts.get(small(transaction["hash"])));
      if (contract !== null) of(contract, block["number"]).created = 1;
    }
  }
  return [...found]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { first, last, ...rest }]) => ({ address: key, first_block: first, last_block: last, ...rest }));
}

/** What the ABI of a contract says of a call or an event; undefined where it has none for that contract, or none like it. */
export interface Signatures {
  call(contract: string, input: Hex): string | undefined;
  event(contract: string, topics: readonly Hex[], data: Hex): string | undefined;
}

/** How often events came and functions were called in each ten minutes, in the order of their words. */
export function countRows(blocks: readonly RawBlock[], signatures: Signatures): Row[] {
  const totals = new Map<string, number>();
  for (const { block, receipts } of blocks) {
    const time = Math.floor(Number(block["timestamp"]) / 600_000) * 600_000;
    const count = (kind: string, name: string, contract: string): void => {
      const key = JSON.stringify({ kind, name, time, contract });
      totals.set(key, (totals.get(key) ?? 0) + 1);
    };
    for (const { hash, to, input } of list(block["transactions"])) {
      const [contract, data] = [address(to), small(input) as Hex];
      if (contract !== "")
        count("call", signatures.call(contract, data) ?? (data.length < 10 ? "" : data.slice(0, 10)), contract);
      for (const { address: sender, topics, data: rest } of list(receipts.get(small(hash))?.["logEntries"] ?? [])) {
        const [own, emitter] = [topics as readonly Hex[], address(sender)];
        count("event", signatures.event(emitter, own, rest as Hex) ?? own[0] ?? "", emitter);
      }
    }
  }
  return [...totals].map(([key, total]) => ({ ...(JSON.parse(key) as Row), total })).sort(byWords);
}

const byWords = (one: Row, other: Row): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

/** Rows in the order of their words. */
export const sortedRows = (rows: readonly Row[]): Row[] => [...rows].sort(byWords);

/** The blocks of a whole chain, as a node says them. */
export async function rawBlocks({ client }: ChainSession): Promise<RawBlock[]> {
  const ask = (method: string, ...params: unknown[]): Promise<Json> =>
    client.transport.request(method, [client.group, "", ...params]) as Promise<Json>;
  const height = Number(await ask("getBlockNumber"));
  const blocks: RawBlock[] = [];
  for (let at = 0; at <= height; at++) {
    const block = await ask("getBlockByNumber", at, false, false);
    const receipts = new Map<string, Json>();
    for (const { hash } of list(block["transactions"]))
      receipts.set(small(hash), await ask("getTransactionReceipt", hash, false));
    blocks.push({ block, receipts });
  }
  return blocks;
}

/** Built-in contracts that the test chains' transactions call, with what they change. */
const changing = {
  "1000": ["SystemConfig", "config"],
  "1002": ["TableManager", "table"],
  "1003": ["Consensus", "node"],
  "1005": ["ContractAuth", "rights"],
  "100e": ["BFS", "file"],
  "1010": ["Sharding", "shard"],
  "1011": ["Balance", "balance"],
  "10001": ["CommitteeManager", "committee"],
  "10003": ["AccountManager", "account"],
} as const;

const builtIn = (contract: string, suite: CryptoSuite): ContractInterface | undefined => {
  const found = changing[contract.replace(/^0x0+/, "") as keyof typeof changing];
  return found && precompiledInterface(found[0], suite);
};

/** What built-in contracts say of their calls and events. */
export const builtInSignatures = (suite: CryptoSuite): Signatures => ({
  call: (contract, input) =>
    builtIn(contract, suite)?.functions.find(({ selector }) => selector === input.slice(0, 10))?.signature,
  event: (contract, topics, data) => builtIn(contract, suite)?.decodeEvent({ topics, data })?.signature,
});

/** A call as an ABI reads it; nothing where its arguments are none of it. */
function readable(abi: ContractInterface, input: Hex): ReturnType<ContractInterface["decodeCall"]> {
  try {
    return abi.decodeCall(input);
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/** What calls of built-in contracts changed. */
export function changeRows({ block, receipts }: RawBlock, suite: CryptoSuite): Row[] {
  return list(block["transactions"]).flatMap((transaction, place) => {
    const contract = address(transaction["to"]);
    const found = changing[contract.replace(/^0x0+/, "") as keyof typeof changing];
    const abi = builtIn(contract, suite);
    const call = abi && readable(abi, transaction["input"] as Hex);
    if (!found || !call) return [];
    const receipt = receipts.get(small(transaction["hash"]));
    const output = String(receipt?.["output"]);
    const outputs = abi?.functions.find(({ signature }) => signature === call.signature)?.outputs ?? [];
    const isNumber = outputs.length === 1 && /^u?int\d*$/.test(outputs[0]?.type ?? "");
    const code = receipt?.["status"] === 0 && isNumber ? Number(BigInt.asIntN(256, BigInt(output))) : null;
    return [
      {
        tx: Number(block["number"]) * 1_048_576 + place,
        block: block["number"],
        time: block["timestamp"],
        kind: found[1],
        contract,
        action: call.signature.split("(")[0],
        object: String(call.arguments[0]?.value),
        arguments: Object.fromEntries(call.arguments.map(({ name, value }, at) => [name || `arg${at}`, value])),
        code,
        status: receipt?.["status"],
      },
    ];
  });
}
