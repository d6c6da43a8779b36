import { chainIdOf } from "../../chain/config/configValues";
import { bytesToHex, hexToBytes, isHexDigits, numberToHex, zeroHash } from "../../crypto/bytes/hex";
import { standardSuite } from "../../crypto/suites";
import { behaves } from "../../facts/releases/releases";
import { atLeast } from "../../text/versions";
import { RpcError } from "../errors/rpcError";
import type { ExecutionResult } from "../execution/executionResult";
import { balanceOf, readAccount, storageTable } from "../execution/flatStateManager";
import { recipientAddress } from "../execution/transactionExecutor";
import type { Group } from "../ledger/group";
import { PoolRefusal } from "../ledger/poolAdmission";
import { poolStatus } from "../ledger/txPool";
import { firstGroup, type Network, reachableNodes } from "../nodes/network";
import type { BlockRecord } from "../records/blockRecord";
import type { Handler, MethodTable, Parameters } from "../rpc/envelope";
import { blockTag, FilterSystem, queryLogs, readLogQuery, requireRange } from "../rpc/filters";
import { calledAddress, shownCode } from "../rpc/node/stateMethods";
import { asQuantity, asText, ConversionError, isObject } from "../rpc/wireConversions";
import { readEthereumTransaction } from "./ethereumTransaction";
import { Web3Error } from "./web3Envelope";
import { blockJson, receiptJson, transactionJson } from "./web3Json";

const filterError = (message: string): RpcError => new RpcError(-32000, message);
/** A node looks the block up with an exception where `eth_getBlockByHash` catches it. */
const unknownBlock = (): RpcError => new RpcError(-32603, "GetBlockNumberByHash failed ");
const notImplemented = (): never => {
  throw new RpcError(-32601, "This API has not been implemented yet!");
};
const onlyOverWebSocket = (): never => {
  throw new RpcError(-32600, "Subscribe request only support websocket protocol");
};

/**
 * The storage key that a position means: hex with or without prefix, right-aligned, of which the last 32 bytes count.
 * @throws ConversionError for a character that is no hex digit.
 */
function storageSlot(position: string): string {
  const digits = position.replace(/^0[xX]/, "");
  if (!isHexDigits(digits)) throw new ConversionError("std::exception", "boost::wrapexcept<bcos::BadHexCharacter>");
  return digits.padStart(64, "0").slice(-64).toLowerCase();
}

/**
 * The smallest limit of gas that suffices: what a run has used where that is enough, else between it and a limit that is known to be
 * (docs/protocol/release-3.17.md).
 */
async function smallestLimit(
  used: bigint,
  cap: bigint,
  suffices: (limit: bigint) => Promise<boolean>,
): Promise<bigint> {
  if (used >= cap || (await suffices(used))) return used;
  let [tooLittle, enough] = [used, cap];
  while (enough - tooLittle > 1n) {
    const middle = (tooLittle + enough) / 2n;
    if (await suffices(middle)) enough = middle;
    else tooLittle = middle;
  }
  return enough;
}

/** What Ethereum tools meet, for the first group (docs/protocol/web3-rpc.md). Ethereum transactions are taken on standard chains. */
export function web3Methods(network: Network): MethodTable {
  const group = firstGroup(network);
  const filters = new FilterSystem();
  const logQueryStyle = { nodeVersion: network.settings.nodeVersion, filterError };
  const account = (p: Parameters): string => recipientAddress(p.text(0)) ?? "";
  /** The block that a tag or a height names, if there is one. @throws as `blockTag`. */
  const blockAt = (tag: string): BlockRecord | undefined => {
    const number = blockTag(tag) ?? group.blocks.head;
    return number >= 0 && number <= group.blocks.head ? group.blocks.block(number) : undefined;
  };
  /** Where a node catches whatever happens, what cannot be read is as good as unknown. */
  const orNothing = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (error instanceof ConversionError || error instanceof RpcError) return undefined;
      throw error;
    }
  };
  /** A node looks at the tag of a question about state, and answers with the latest state all the same. */
  const ofLatest = (p: Parameters, tagAt: number): string => {
    blockTag(p.text(tagAt));
    return account(p);
  };
  const blockByHash = (p: Parameters): BlockRecord | undefined => {
    const number = group.blocks.numberOf(hexToBytes(p.hash(0)));
    return number === undefined ? undefined : group.blocks.block(number);
  };
  const transactionAt = (block: BlockRecord | undefined, index: number): unknown => {
    const record = block && !group.archive.has(block.header.number) ? block.transactions[index] : undefined;
    return block && record ? transactionJson(block, record, index) : null;
  };
  const locate = (p: Parameters): ReturnType<Group["locate"]> => group.locate(hexToBytes(p.hash(0)));
  const nonceOf = (address: string): bigint => readAccount(group.sealed, address)?.nonce ?? 0n;
  const pendingNonce = (address: string): bigint =>
    group.pool
      .ofSender(address)
      .filter(({ transaction }) => transaction.type === 1)
      .reduce((next, { transaction }) => {
        const after = BigInt(transaction.data.nonce) + 1n;
        return after > next ? after : next;
      }, nonceOf(address));
  const callsAnyName = behaves(network.settings.nodeVersion, "callsAnyName");
  const lenientHex = behaves(network.settings.nodeVersion, "lenientRawHex");
  const bisects = behaves(network.settings.nodeVersion, "estimatesByBisection");
  const asksBalance = !behaves(network.settings.nodeVersion, "poolChecksBalance");
  /** Until 3.17 who has nothing at all cannot send, whatever gas costs. The answer comes before the block. */
  const send = (raw: string): string => {
    const { from, hash, value, wrapped } = readEthereumTransaction(raw, lenientHex);
    const balance = balanceOf(group.sealed, from.slice(2));
    if (asksBalance && (balance === 0n || balance < value)) throw new RpcError(-32602, "InsufficientFunds");
    try {
      void group.submitEthereum(wrapped, hexToBytes(hash), from.slice(2));
    } catch (error) {
      if (error instanceof PoolRefusal) throw new RpcError(-32603, poolStatus[error.reason][1]);
      throw error;
    }
    return hash;
  };
  /** A block, or null where it is unknown or archived: a node reads the receipts of each. */
  const shown = (block: BlockRecord | undefined, whole: boolean): unknown =>
    block && block.header.number >= group.archive.number ? blockJson(block, whole) : null;
  const chainId = (): string => numberToHex(chainIdOf(group.config("web3_chain_id")));

  /** What is no hex is left out of a call, and `input` counts only where there is no `data`. */
  const run = async (p: Parameters, limit?: bigint): Promise<ExecutionResult> => {
    const request = p.values[0];
    if (request === undefined || !isObject(request)) throw new RpcError(-32602, "Invalid call request!");
    const member = (name: string): string => asText(request[name]);
    const data = member(Object.hasOwn(request, "data") ? "data" : "input");
    const [to, from, value] = [member("to"), member("from"), member("value")];
    if (to === "" && !group.isBaseline) throw new RpcError(-32603, "Call address is empty");
    const gasLimit = Object.hasOwn(request, "gas") ? asQuantity(member("gas")) : 0n;
    blockTag(p.text(1));
    const asked = {
      sender: recipientAddress(from) ?? "",
      to: callsAnyName && to !== "" ? calledAddress(group, to) : to,
      input: hexToBytes(/^(?:0[xX])?(?:[0-9a-fA-F]{2})*$/.test(data) ? data : "0x"),
      abi: "",
      value: /^0x[0-9a-fA-F]+$/.test(value) ? BigInt(value) : 0n,
      ethereumNonce: undefined,
      gasLimit: limit ?? gasLimit,
    };
    const { result } = await group.dryRuns.call(asked, p.client);
    if (result.status !== 0) throw new Web3Error(result.status, "", bytesToHex(result.output));
    return result;
  };
  /** Since 3.17.1 the smallest limit that succeeds; until then what one run uses. */
  const estimate = async (p: Parameters): Promise<bigint> => {
    const { gasUsed } = await run(p);
    if (!bisects) return gasUsed;
    const max = BigInt(group.config("tx_gas_limit") ?? "0");
    const request = p.values[0];
    const asked = request !== undefined && isObject(request) ? asText(request["gas"]) : "";
    const cap = asked === "" || asQuantity(asked) === 0n || asQuantity(asked) > max ? max : asQuantity(asked);
    const suffices = async (limit: bigint): Promise<boolean> => {
      try {
        await run(p, limit);
        return true;
      } catch (error) {
        if (error instanceof Web3Error) return false;
        throw error;
      }
    };
    return smallestLimit(gasUsed, cap, suffices);
  };
  const orNotFound = (found: unknown[] | undefined): unknown[] => {
    if (!found) throw filterError("filter not found");
    return found;
  };

  const methods: Record<string, Handler> = {
    web3_clientVersion: () => `FISCO-BCOS-Web3RPC/${network.settings.nodeVersion}-None/Linux/g++/`,
    web3_sha3: (p) => bytesToHex(standardSuite.hash(hexToBytes(p.text(0)))),
    net_version: chainId,
    net_listening: () => true,
    net_peerCount: () => reachableNodes(network).length,
    eth_protocolVersion: notImplemented,
    eth_syncing: () => false,
    eth_coinbase: () => {
      const node = network.nodes[0];
      return node ? standardSuite.address(hexToBytes(node.nodeId)) : null;
    },
    eth_chainId: chainId,
    eth_mining: () => false,
    eth_hashrate: () => "0x0",
    eth_gasPrice: () => numberToHex(asQuantity(group.config("tx_gas_price") ?? "0x0")),
    eth_maxPriorityFeePerGas: () => "0x0",
    eth_accounts: () => [],
    eth_blockNumber: () => numberToHex(group.blocks.head),
    eth_getBalance: (p) => numberToHex(balanceOf(group.sealed, ofLatest(p, 1))),
    eth_getTransactionCount: (p) => {
      const owner = ofLatest(p, 1);
      return numberToHex(p.text(1) === "pending" ? pendingNonce(owner) : nonceOf(owner));
    },
    eth_getCode: (p) => bytesToHex(shownCode(group, ofLatest(p, 1))),
    eth_getStorageAt: (p) => {
      const slot = storageSlot(p.text(1));
      const value = group.sealed.get(storageTable(ofLatest(p, 2)), slot);
      return value instanceof Uint8Array ? `0x${bytesToHex(value).slice(2).padStart(64, "0")}` : zeroHash;
    },
    eth_call: async (p) => bytesToHex((await run(p)).output),
    eth_estimateGas: async (p) => numberToHex(await estimate(p)),
    eth_getBlockByNumber: (p) => {
      const whole = p.bool(1, false);
      return shown(
        orNothing(() => blockAt(p.text(0))),
        whole,
      );
    },
    eth_getBlockByHash: (p) => {
      const whole = p.bool(1, false);
      return shown(
        orNothing(() => blockByHash(p)),
        whole,
      );
    },
    eth_getBlockTransactionCountByHash: (p) => numberToHex(blockByHash(p)?.transactions.length ?? 0),
    eth_getBlockTransactionCountByNumber: (p) =>
      numberToHex(blockAt(numberToHex(asQuantity(p.text(0))))?.transactions.length ?? 0),
    eth_getUncleCountByBlockHash: () => "0x0",
    eth_getUncleCountByBlockNumber: () => "0x0",
    eth_getUncleByBlockHashAndIndex: () => "null",
    eth_getUncleByBlockNumberAndIndex: () => "null",
    eth_getTransactionByHash: (p) => {
      const place = locate(p);
      return place ? transactionAt(group.blocks.block(place.number), place.index) : null;
    },
    eth_getTransactionByBlockHashAndIndex: (p) => {
      const index = Number(asQuantity(p.text(1)));
      const block = blockByHash(p);
      if (!block) throw unknownBlock();
      return block.header.number > 0 ? transactionAt(block, index) : null;
    },
    eth_getTransactionByBlockNumberAndIndex: (p) => {
      const index = Number(asQuantity(p.text(1)));
      return transactionAt(blockAt(p.text(0)), index);
    },
    eth_getTransactionReceipt: (p) => {
      const place = locate(p);
      if (!place) return null;
      const block = group.blocks.block(place.number);
      const receipt = block.receipts[place.index];
      return receipt ? receiptJson(block, receipt, place.index, group.isBaseline) : null;
    },
    eth_sign: () => "0x00",
    eth_signTransaction: () => "0x00",
    eth_sendTransaction: () => zeroHash, // a node's answer too; nothing is sent
    eth_sendRawTransaction: (p) => send(p.text(0)),
    eth_subscribe: onlyOverWebSocket,
    eth_unsubscribe: onlyOverWebSocket,
    eth_newBlockFilter: () => filters.addBlocks(group),
    eth_newPendingTransactionFilter: () => filters.addTransactions(group),
    eth_newFilter: (p) => {
      const query = readLogQuery(p.values[0], logQueryStyle);
      requireRange(query, filterError);
      return filters.addLogs(group, query);
    },
    eth_uninstallFilter: (p) => filters.remove(p.text(0), group.id),
    eth_getFilterChanges: (p) => orNotFound(filters.changes(p.text(0), group.id)),
    eth_getFilterLogs: (p) => orNotFound(filters.logs(p.text(0), group.id)),
    eth_getLogs: (p) => queryLogs(group, readLogQuery(p.values[0], logQueryStyle), filterError),
  };
  if (!atLeast(network.settings.nodeVersion, "3.16.0")) {
    for (const method of ["eth_maxPriorityFeePerGas", "eth_subscribe", "eth_unsubscribe"]) delete methods[method];
  }
  return (method) => (Object.hasOwn(methods, method) ? methods[method] : undefined);
}
