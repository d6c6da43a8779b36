import * as v from "valibot";
import type { Transport } from "../client/client";
import type { WireMethod } from "./wireMethod";
import type { WireParameter } from "./wireParameter";
import { hash, hex } from "./wireSchemas";

const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]+$/, "expected a hex quantity"));
const block = v.nullable(
  v.looseObject({
    number: quantity,
    hash,
    parentHash: hash,
    /** Seconds, in contrast to the node's own interface. */
    timestamp: quantity,
    transactions: v.optional(v.array(v.union([hash, v.looseObject({ hash })]))),
  }),
);
const transaction = v.nullable(
  v.looseObject({ hash, from: hex, to: v.nullish(v.string()), input: hex, type: quantity }),
);
const log = v.looseObject({ address: hex, topics: v.array(hex), data: hex, transactionHash: hash });
const receipt = v.nullable(
  v.looseObject({
    transactionHash: hash,
    status: quantity,
    blockNumber: quantity,
    gasUsed: quantity,
    logs: v.array(log),
  }),
);
const text = v.string();

/** `a? b?` gives two optional parameters, as any JSON. */
function parameters(names: string): WireParameter[] {
  return names
    .split(" ")
    .filter(Boolean)
    .map(
      (name): WireParameter =>
        name.endsWith("?") ? { name: name.slice(0, -1), type: "json", optional: true } : { name, type: "json" },
    );
}

function method(name: string, names: string, result: WireMethod["result"]): WireMethod {
  return { name, leading: "none", since: "3.9.0", parameters: parameters(names), result };
}

/**
 * Reading methods of the Ethereum-compatible port of air nodes since 3.9 (docs/protocol/json-rpc.md, "The web3 port"). No group:
 * the port serves one. The state block of balance, code, storage and call is ignored by the node: always the latest.
 */
export const web3Methods: readonly WireMethod[] = [
  method("web3_clientVersion", "", text),
  method("web3_sha3", "data", hash),
  method("net_version", "", quantity),
  method("net_listening", "", v.boolean()),
  method("net_peerCount", "", v.number()),
  method("eth_protocolVersion", "", text),
  method(
    "eth_syncing",
    "",
    v.union([v.literal(false), v.looseObject({ currentBlock: quantity, highestBlock: quantity })]),
  ),
  method("eth_coinbase", "", hex),
  method("eth_chainId", "", quantity),
  method("eth_mining", "", v.boolean()),
  method("eth_hashrate", "", quantity),
  method("eth_gasPrice", "", quantity),
  method("eth_maxPriorityFeePerGas", "", quantity),
  method("eth_accounts", "", v.array(hex)),
  method("eth_blockNumber", "", quantity),
  method("eth_getBalance", "address block?", quantity),
  method("eth_getStorageAt", "address position block?", hex),
  method("eth_getTransactionCount", "address block?", quantity),
  method("eth_getBlockTransactionCountByHash", "hash", quantity),
  method("eth_getBlockTransactionCountByNumber", "number", quantity),
  method("eth_getUncleCountByBlockHash", "hash", quantity),
  method("eth_getUncleCountByBlockNumber", "number", quantity),
  method("eth_getCode", "address block?", hex),
  method("eth_call", "call block?", hex),
  method("eth_estimateGas", "call block?", quantity),
  method("eth_sendRawTransaction", "transaction", hash),
  method("eth_getBlockByHash", "hash full?", block),
  method("eth_getBlockByNumber", "number full?", block),
  method("eth_getTransactionByHash", "hash", transaction),
  method("eth_getTransactionByBlockHashAndIndex", "hash index", transaction),
  method("eth_getTransactionByBlockNumberAndIndex", "number index", transaction),
  method("eth_getTransactionReceipt", "hash", receipt),
  method("eth_newFilter", "filter", quantity),
  method("eth_newBlockFilter", "", quantity),
  method("eth_newPendingTransactionFilter", "", quantity),
  method("eth_uninstallFilter", "id", v.boolean()),
  method("eth_getFilterChanges", "id", v.array(v.union([hash, log]))),
  method("eth_getFilterLogs", "id", v.array(log)),
  method("eth_getLogs", "filter", v.array(log)),
];

/** The program behind a web3 port (`FISCO-BCOS-Web3RPC/…`); undefined when the other side does not speak web3. */
export async function web3ClientVersion(transport: Transport, timeoutMs = 3000): Promise<string | undefined> {
  const version = await transport.request("web3_clientVersion", [], { timeoutMs }).catch(() => undefined);
  return typeof version === "string" ? version : undefined;
}
