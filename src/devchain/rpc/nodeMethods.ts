import { ChainError } from "../../chain/errors/chainError";
import { merkleProof } from "../../chain/transaction/merkle";
import { decodeSignedTransaction, type SignedTransaction } from "../../chain/transaction/signedTransaction";
import { decodedTransactionHash } from "../../chain/transaction/transactionHash";
import { bytesToHex, hexToBytes, isHexDigits } from "../../crypto/hex";
import { requireBody } from "../archive/requireBody";
import { statusName } from "../execution/executionResult";
import { abiTable, readAccount, readCode } from "../execution/flatStateManager";
import { recipientAddress } from "../execution/transactionExecutor";
import type { BlockRecord, ReceiptRecord, TransactionRecord } from "../ledger/blockRecord";
import { type BlockSignature, blockSignatures } from "../ledger/blockSigning";
import type { Group } from "../ledger/group";
import { PoolRefusal } from "../ledger/poolAdmission";
import { poolStatus } from "../ledger/txPool";
import { groupInfoJson, type Network, nodeInfoJson, peersJson, reachableNodes } from "../nodes/network";
import { atLeast } from "../options";
import { readConsensusNodes, readSystemConfig } from "../state/systemTables";
import type { Handler, MethodTable } from "./envelope";
import { FilterSystem, queryLogs, readLogQuery, requireRange } from "./filters";
import type { Parameters } from "./parameters";
import {
  type AnswerStyle,
  addTransactionPart,
  blockTransactionsJson,
  headerJson,
  receiptJson,
  transactionJson,
} from "./receiptJson";
import {
  diagnosticText,
  groupNotExist,
  invalidParams,
  invalidRequest,
  ledgerError,
  nodeNotExist,
  RpcError,
} from "./rpcError";
import { consensusStatusText, syncStatusText } from "./statusJson";
import { ConversionError } from "./wireConversions";

/** @throws RpcError −1 with the words of the node's decoder. */
function readTransaction(signed: Uint8Array): SignedTransaction {
  try {
    return decodeSignedTransaction(signed);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    const [head = 0] = signed;
    // a field beyond all that a transaction has: the node's reader finds nothing and takes every default
    if (head >> 4 > 11) return decodeSignedTransaction(new Uint8Array(0));
    const type = String.fromCharCode(head & 15);
    throw new RpcError(
      -1,
      head >> 4 === 1 && (head & 15) !== 10
        ? diagnosticText(
            "tars::TarsDecodeMismatch",
            `read 'struct' type mismatch, tag: 1, get type: ${type}, headTag: \u0001.`,
          )
        : diagnosticText("tars::TarsDecodeException", `buffer overflow when peekBuf, over ${signed.length}.`),
    );
  }
}

const zeroHash = `0x${"0".repeat(64)}`;

/** A character that is no hex digit, where the node decodes hex. It says no word about it but the name of all exceptions. */
class NoHexDigit extends ConversionError {
  readonly digit: string;

  constructor(digit: string) {
    super("std::exception");
    this.digit = digit;
  }
}

/** Bytes of call data or of a transaction; the prefix can only be `0x`. @throws ConversionError when the text is empty, of odd length or no hex. */
function decodeHex(text: string): Uint8Array {
  if (text === "" || Buffer.byteLength(text) % 2 !== 0) throw new ConversionError("Unexpect hex string");
  const digits = text.startsWith("0x") ? text.slice(2) : text;
  const stranger = /[^0-9a-fA-F]/.exec(digits);
  if (stranger) throw new NoHexDigit(stranger[0]);
  return hexToBytes(`0x${digits}`);
}

interface Found {
  readonly block: BlockRecord;
  readonly index: number;
  readonly record: TransactionRecord;
  readonly receipt: ReceiptRecord;
}

/** The methods of the native interface over a network of groups. Errors and odd cases as recorded from a node. */
export function nodeMethods(network: Network): MethodTable {
  const { settings, suite } = network;
  const style: AnswerStyle = { suite, nodeVersion: settings.nodeVersion };
  const since = (version: string): boolean => atLeast(settings.nodeVersion, version);

  /** The group of a method that names group and node. An empty name means the only group. */
  const groupOf = (method: string, p: Parameters): Group => {
    const name = p.text(0);
    const group = name === "" ? network.groups.values().next().value : network.groups.get(name);
    if (!group) throw nodeNotExist(method, settings.chainId, name, p.text(1));
    return group;
  };
  /** As `groupOf`, but the methods that look the group's information up need its exact name. */
  const exactGroup = (method: string, p: Parameters): Group => {
    const group = groupOf(method, p);
    if (p.text(0) === "") throw groupNotExist("");
    return group;
  };

  const find = (group: Group, hash: string): Found | undefined => {
    const place = group.blocks.locate(hexToBytes(hash));
    if (!place || group.archive.has(place.number)) return undefined;
    const block = group.blocks.block(place.number);
    return {
      block,
      index: place.index,
      record: block.transactions[place.index] as TransactionRecord,
      receipt: block.receipts[place.index] as ReceiptRecord,
    };
  };
  const receiptProof = (block: BlockRecord, index: number): string[] =>
    merkleProof(
      suite,
      block.receipts.map(({ hash }) => hash),
      index,
    );

  const blockJson = (group: Group, number: number, onlyHeader: boolean, onlyHash: boolean): unknown => {
    if (!onlyHeader && !onlyHash) requireBody(group, number);
    const block = group.blocks.block(number);
    const sign = (): BlockSignature[] => blockSignatures(suite, network.nodes, block.header);
    // secp256k1 signatures are the same whenever they are made
    const signatures = suite.name === "sm" ? group.signatures.of(block.header, sign) : sign();
    const json = headerJson(block.header, signatures);
    if (!onlyHeader) json.transactions = blockTransactionsJson(style, block, onlyHash);
    return json;
  };

  const isBaseline = (group: Group): boolean => group.config("executor_version") === "1";
  /** The baseline executor turns an address into bytes first and fails on what is none; the classic one looks a name up. */
  const requireAddressText = (group: Group, text: string): void => {
    const digits = text.replace(/^0[xX]/, "");
    if (isBaseline(group) && (!isHexDigits(digits) || digits.length % 2 !== 0)) throw invalidRequest("std::exception");
  };
  const account = (group: Group, p: Parameters): string => {
    const text = p.text(2);
    if (text === "") return "";
    requireAddressText(group, text);
    return recipientAddress(text) ?? "";
  };

  const nodeList = (group: Group, type: string): unknown[] =>
    readConsensusNodes(group.sealed)
      .filter((node) => node.type === type && node.enableNumber <= group.head.number + 1)
      .map((node) => ({
        nodeID: node.nodeId,
        termWeight: since("3.12.0") ? node.termWeight : undefined,
        weight: node.weight,
      }));

  const methods: Record<string, Handler> = {
    getBlockNumber: (p) => groupOf("getBlockNumber", p).blocks.head,
    // a node converts the parameters first, the last before the others, and then looks for the group
    getBlockHashByNumber: (p) => {
      const number = p.int64(2);
      const hash = groupOf("getBlockHashByNumber", p).blocks.hashOf(number);
      return hash ? bytesToHex(hash) : zeroHash;
    },
    getBlockByNumber: (p) => {
      const onlyHash = p.bool(4, true);
      const onlyHeader = p.bool(3, true);
      const number = p.int64(2);
      const group = groupOf("getBlockByNumber", p);
      if (number < 0) throw ledgerError(3003, "Wrong argument");
      if (number > group.blocks.head) throw ledgerError(3006, "Get block failed with errors!");
      return blockJson(group, number, onlyHeader, onlyHash);
    },
    getBlockByHash: (p) => {
      const [onlyHash, onlyHeader] = [p.bool(4, true), p.bool(3, true)];
      const group = groupOf("getBlockByHash", p);
      const number = group.blocks.numberOf(hexToBytes(p.hash(2)));
      if (number === undefined) throw ledgerError(3008, "GetBlockNumberByHash failed ");
      return blockJson(group, number, onlyHeader, onlyHash);
    },
    getTransaction: (p) => {
      const [withProof, hash] = [p.bool(3, false), p.hash(2)];
      const group = groupOf("getTransaction", p);
      const found = find(group, hash);
      const pending = found ? undefined : group.pool.get(hash);
      if (pending) return transactionJson(style, pending.record);
      if (!found) throw ledgerError(3008, "GetBatchTxsByHashList error");
      const json = transactionJson(style, found.record);
      if (withProof && since("3.2.0")) {
        json.transactionProof = [];
        json.txProof = merkleProof(
          suite,
          found.block.transactions.map(({ hash }) => hash),
          found.index,
        );
      }
      return json;
    },
    getTransactionReceipt: (p) => {
      const [withProof, hash] = [p.bool(3, false), p.hash(2)];
      const found = find(exactGroup("getTransactionReceipt", p), hash);
      if (!found) throw ledgerError(3008, "GetTransactionReceiptByHash");
      const json = receiptJson(style, found.receipt, found.block.header.number, found.record.hash);
      addTransactionPart(style, json, found.record, decodeSignedTransaction(found.record.signed));
      json.transactionProof = null;
      if (withProof && since("3.2.0")) {
        json.transactionProof = [];
        json.receiptProof = [];
        json.txReceiptProof = receiptProof(found.block, found.index);
      }
      return json;
    },
    getTotalTransactionCount: (p) => {
      const group = groupOf("getTotalTransactionCount", p);
      const block = group.blocks.block(group.blocks.head);
      return {
        blockNumber: block.header.number,
        failedTransactionCount: block.failedTransactionCount,
        transactionCount: block.transactionCount,
      };
    },
    getPendingTxSize: (p) => groupOf("getPendingTxSize", p).pool.size,
    getSystemConfigByKey: (p) => {
      const group = groupOf("getSystemConfigByKey", p);
      const key = p.text(2);
      const config = readSystemConfig(group.sealed, key);
      if (!config) throw ledgerError(3008, `Entry: ${key} does not exists!`);
      return { blockNumber: config.enableNumber, value: config.value };
    },
    getSealerList: (p) => nodeList(groupOf("getSealerList", p), "consensus_sealer"),
    getObserverList: (p) =>
      readConsensusNodes(groupOf("getObserverList", p).sealed)
        .filter(({ type }) => type === "consensus_observer")
        .map(({ nodeId }) => nodeId),
    getPbftView: (p) => groupOf("getPbftView", p).members.view,
    getSyncStatus: (p) => syncStatusText(network, groupOf("getSyncStatus", p)),
    getConsensusStatus: (p) => consensusStatusText(network, groupOf("getConsensusStatus", p)),
    getCode: (p) => {
      const group = exactGroup("getCode", p);
      const code = readCode(group.sealed, account(group, p));
      return code.length > 0 ? bytesToHex(code) : "";
    },
    getABI: (p) => {
      const group = exactGroup("getABI", p);
      const codeHash = readAccount(group.sealed, account(group, p))?.codeHash;
      return (codeHash && group.sealed.get(abiTable, codeHash)) || "";
    },
    getPeers: () => peersJson(network),
    getGroupPeers: (p) => {
      const group = network.groups.get(p.text(0));
      return group
        ? reachableNodes(network, group)
            .map(({ nodeId }) => nodeId)
            .sort()
        : [];
    },
    getGroupList: () => ({ code: 0, groupList: [...network.groups.keys()], msg: "success" }),
    getGroupInfo: (p) => {
      const group = network.groups.get(p.text(0));
      return group ? groupInfoJson(network, group) : null;
    },
    getGroupInfoList: () => [...network.groups.values()].map((group) => groupInfoJson(network, group)),
    getGroupNodeInfo: (p) => {
      const group = p.text(0) === "" ? undefined : network.groups.get(p.text(0));
      return group && p.text(1) === network.nodes[0]?.nodeId ? nodeInfoJson(network, group) : null;
    },

    call: async (p) => {
      const group = groupOf("call", p);
      const data = decodeHex(p.text(3));
      const to = p.text(2);
      let sender = "";
      if (p.length === 5 && since("3.4.0")) {
        const key = suite.signer(suite.hash(signedCallText(to, data)), safeHex(p.text(4)));
        if (!key) throw new RpcError(10008, "Invalid signature");
        sender = suite.address(key).slice(2);
      }
      requireAddressText(group, to);
      if (to === "" && !isBaseline(group)) throw new RpcError(-70000, "Call address is empty");
      const asked = { sender, to, input: data, abi: "", value: 0n, ethereumNonce: undefined };
      const { blockNumber, result } = await group.call(asked, p.client);
      return { blockNumber, output: bytesToHex(result.output), status: result.status };
    },
    sendTransaction: async (p) => {
      const withProof = p.bool(3, false);
      const group = exactGroup("sendTransaction", p);
      let signed: Uint8Array;
      try {
        signed = decodeHex(p.text(2));
      } catch (error) {
        if (!(error instanceof ConversionError)) throw error;
        if (!(error instanceof NoHexDigit)) {
          throw new RpcError(-1, diagnosticText("boost::wrapexcept<std::runtime_error>", error.message));
        }
        const type = "boost::wrapexcept<boost::algorithm::non_hex_input>";
        const about = `[boost::algorithm::bad_char_*] = ${error.digit}\n`;
        throw new RpcError(-1, diagnosticText(type, error.message) + about);
      }
      return sendSigned(group, signed, withProof);
    },
  };
  const filters = new FilterSystem();
  /** Filter methods have no node slot and words of their own for a missing group, which tell what the group was wanted for. */
  const filterGroup = (p: Parameters, wanted = "getCurrentBlockNumber"): Group => {
    const name = p.text(0);
    const group = name === "" ? network.groups.values().next().value : network.groups.get(name);
    if (group) return group;
    throw new RpcError(-32005, `group not exist,chain=${settings.chainId},group=${name},commond=${wanted}`);
  };
  const orNotFound = (found: unknown[] | undefined): unknown[] => {
    if (!found) throw invalidParams("filter not found");
    return found;
  };
  const filterMethods: Record<string, Handler> = {
    newBlockFilter: (p) => filters.addBlocks(filterGroup(p), p.text(0)),
    newPendingTransactionFilter: (p) => filters.addTransactions(filterGroup(p), p.text(0)),
    newFilter: (p) => {
      const query = readLogQuery(p.values[1], settings);
      requireRange(query);
      return filters.addLogs(filterGroup(p), query, p.text(0));
    },
    uninstallFilter: (p) => filters.remove(p.text(1), p.text(0)),
    getFilterChanges: (p) => orNotFound(filters.changes(p.text(1), p.text(0))),
    getFilterLogs: (p) => orNotFound(filters.logs(p.text(1), p.text(0))),
    getLogs: (p) => {
      const query = readLogQuery(p.values[1], settings);
      return queryLogs(filterGroup(p, "getLogsImpl"), query);
    },
  };
  if (since("3.9.0")) Object.assign(methods, filterMethods);

  const byType: Handler = (p) => nodeList(groupOf("getNodeListByType", p), p.text(2) || "consensus_sealer");
  if (since("3.5.0")) Object.assign(methods, { getNodeListByType: byType });

  /** A transaction may come without its hash, but not with another's. */
  function requireOwnHash({ data, dataHash, type }: SignedTransaction, signed: Uint8Array): void {
    const own = (): string => bytesToHex(decodedTransactionHash(suite, data, signed));
    if (type === 0 && (dataHash.length === 0 || bytesToHex(dataHash) === own())) return;
    const text = "transaction hash mismatching, maybe transaction version not support.";
    throw new RpcError(-1, diagnosticText("boost::wrapexcept<std::invalid_argument>", text));
  }

  /** Amounts of a version 1 transaction are hex texts. */
  function requireHexAmounts({ data }: SignedTransaction): void {
    const amounts = [data.value, data.gasPrice, data.maxFeePerGas, data.maxPriorityFeePerGas];
    if (data.version === 0 || amounts.every((amount) => amount === "" || /^0x[0-9a-fA-F]*$/.test(amount))) return;
    const text = "transaction value or gasPrice or maxFeePerGas or maxPriorityFeePerGas is not hex string";
    throw new RpcError(-1, diagnosticText("boost::wrapexcept<std::invalid_argument>", text));
  }

  async function sendSigned(group: Group, signed: Uint8Array, withProof: boolean): Promise<unknown> {
    try {
      const transaction = readTransaction(signed);
      requireHexAmounts(transaction);
      requireOwnHash(transaction, signed);
      if (since("3.15.4") && transaction.data.chainId !== settings.chainId) {
        throw new RpcError(-1, diagnosticText("boost::wrapexcept<bcos::rpc::JsonRpcException>", "Chain ID mismatch!"));
      }
      const committed = await group.submit(signed);
      const json = receiptJson(style, committed.receipt, committed.blockNumber, committed.record.hash);
      addTransactionPart(style, json, committed.record, committed.transaction);
      // json-rpc.md §4.2: what a program of this version leaves out or adds
      if (since("3.1.0") && !since("3.2.6")) delete json.input;
      if (committed.receipt.status !== 0) {
        if (since("3.2.0")) json.hash = "0x";
        else json.errorMessage = statusName(committed.receipt.status);
      }
      if (withProof && since("3.2.1")) {
        const proof = receiptProof(group.blocks.block(committed.blockNumber), committed.index);
        json.txReceiptProof = proof;
        json.receiptProof = proof;
      }
      return json;
    } catch (error) {
      if (error instanceof PoolRefusal) {
        const [code, name] = poolStatus[error.reason];
        throw new RpcError(code, name);
      }
      if (error instanceof ChainError)
        throw new RpcError(-1, diagnosticText("tars::TarsDecodeException", error.message));
      throw error;
    }
  }

  return (method) => (Object.hasOwn(methods, method) ? methods[method] : undefined);
}

/** What the caller of a signed `call` signs: the text of `to` without prefix, then the data (transaction-encoding.md §5). */
function signedCallText(to: string, data: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(to.replace(/^0[xX]/, ""));
  const out = new Uint8Array(text.length + data.length);
  out.set(text);
  out.set(data, text.length);
  return out;
}

function safeHex(text: string): Uint8Array {
  try {
    return hexToBytes(text);
  } catch {
    return new Uint8Array(0);
  }
}
