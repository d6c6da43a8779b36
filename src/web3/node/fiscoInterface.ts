import { chainIdOf } from "../../chain/config/configValues";
import { readLogs } from "../../chain/events/readLogs";
import {
  type Block,
  type BlockDetail,
  getBlockByHash,
  getBlockByNumber,
  getBlockHashByNumber,
  getBlockNumber,
} from "../../chain/rpc/blocks";
import { call } from "../../chain/rpc/call";
import { getCode } from "../../chain/rpc/contractCode";
import { getTransaction, getTransactionReceipt } from "../../chain/rpc/transactions";
import { getBalance } from "../../chain/services/balance/balance";
import { getSystemConfig } from "../../chain/services/systemConfig/getSystemConfig";
import type { ChainSession } from "../../chain/session";
import { type Address, bytesToHex, type Hex, hexToBytes, numberToHex, zeroAddress } from "../../crypto/bytes/hex";
import { standardSuite } from "../../crypto/suites";
import { ChainError } from "../../errors/chainError";
import { readLogQuery } from "../blocks/logs";
import {
  type BlockReference,
  readAddress,
  readBlockReference,
  readCallRequest,
  readData,
  readHash,
  readQuantity,
} from "../model/values";
import { errorCodes, Web3Error } from "../model/web3Error";
import type { Web3Node } from "../model/web3Node";
import { blockForm, logForm, quantity, receiptForm, type TransactionPosition, transactionForm } from "./ethereumForms";

/** What a node's web3 port has unless it is configured (docs/protocol/web3-rpc.md). */
export const usualChainId = 20200;
const gasLimit = "0x1c9c380";

type Method = (params: readonly unknown[], signal: AbortSignal | undefined) => Promise<unknown>;

/** No such block or transaction (docs/protocol/errors.md). */
const unknownCodes: readonly unknown[] = [3006, 3008];

async function orNull<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ChainError && unknownCodes.includes(error.code)) return null;
    throw error;
  }
}

/** The number by which Ethereum's tools know the chain: of its configuration, of its own ID where that is one, else the usual one. */
async function chainIdNumber(session: ChainSession): Promise<number> {
  const configured = Number(chainIdOf((await getSystemConfig(session, "web3_chain_id"))?.value));
  if (configured > 0 && Number.isSafeInteger(configured)) return configured;
  return /^\d{1,15}$/.test(session.chainId) ? Number(session.chainId) : usualChainId;
}

const onlyPort = (what: string): Web3Error =>
  new Web3Error(
    errorCodes.methodNotFound,
    `${what} is told by the node's web3 port alone: start the proxy with --web3`,
  );

/** The FISCO BCOS interface of a node in the words of its web3 port, for reads. */
class FiscoInterface {
  readonly #session: ChainSession;
  readonly #chainId: number;

  constructor(session: ChainSession, chainId: number) {
    this.#session = session;
    this.#chainId = chainId;
  }

  get #client() {
    return this.#session.client;
  }

  async #height(reference: BlockReference, signal: AbortSignal | undefined): Promise<number> {
    if (reference.kind === "number") return reference.number;
    return getBlockNumber(this.#client, signal ? { signal } : {});
  }

  #block(block: Block<BlockDetail> | null): object | null {
    return block && { ...blockForm(block, this.#chainId), gasLimit, baseFeePerGas: "0x0" };
  }

  async #place(blockNumber: number, hash: string): Promise<TransactionPosition> {
    const { hash: blockHash, transactions } = await getBlockByNumber(this.#client, blockNumber);
    return { blockHash, blockNumber, index: Math.max(0, transactions.indexOf(hash as Hex)) };
  }

  async #transaction(hash: string): Promise<object | null> {
    const found = await orNull(getTransaction(this.#client, hash));
    if (!found) return null;
    const { blockNumber } = await getTransactionReceipt(this.#client, hash);
    return transactionForm(found, await this.#place(blockNumber, hash), this.#chainId);
  }

  async #transactionAt(block: Block<"transactions"> | null, index: number): Promise<object | null> {
    const found = block?.transactions[index];
    if (!block || !found) return null;
    return transactionForm(found, { blockHash: block.hash, blockNumber: block.number, index }, this.#chainId);
  }

  async #receipt(hash: string): Promise<object | null> {
    const receipt = await orNull(getTransactionReceipt(this.#client, hash));
    if (!receipt) return null;
    const from = receipt.from || (await getTransaction(this.#client, hash)).from;
    const form = receiptForm(receipt, from, await this.#place(receipt.blockNumber, hash));
    // by this the place, the sum of gas and the bloom filter are worked out, as for the classic executor
    return { ...form, logsBloom: "0x" };
  }

  async #logs(filter: unknown, signal: AbortSignal | undefined): Promise<object[]> {
    const { from, to, blockHash, addresses, topics } = readLogQuery(filter);
    const options = signal ? { signal } : {};
    const only = blockHash === undefined ? undefined : (await getBlockByHash(this.#client, blockHash)).number;
    const range = {
      fromBlock: only ?? (await this.#height(from, signal)),
      toBlock: only ?? (await this.#height(to, signal)),
      addresses,
      topics,
    };
    const logs = await readLogs({ client: this.#client }, range, options);
    const hashes = new Map<number, Hex>();
    for (const number of new Set(logs.map(({ blockNumber }) => blockNumber)))
      hashes.set(number, await getBlockHashByNumber(this.#client, number, options));
    return logs.map((log) => logForm(log, hashes.get(log.blockNumber) ?? "0x"));
  }

  /** @throws Web3Error with the status and the output of a call that failed, as a web3 port gives them */
  async #call(request: unknown): Promise<string> {
    const { to, data } = readCallRequest(request);
    if (to === undefined) throw new Web3Error(errorCodes.internal, "Call address is empty");
    const { status, output } = await call(this.#client, { to, data });
    if (status !== 0) throw new Web3Error(status, "", output);
    return output;
  }

  /** A node tells no gas without a transaction: what a block is said to hold. */
  async #estimate(request: unknown): Promise<string> {
    const { to } = readCallRequest(request);
    if (to !== undefined) await this.#call(request);
    return gasLimit;
  }

  readonly methods: Readonly<Record<string, Method>> = {
    web3_clientVersion: async () => `FISCO-BCOS/${this.#session.nodeVersion}`,
    web3_sha3: async ([data]) => bytesToHex(standardSuite.hash(hexToBytes(readData(data)))),
    net_listening: async () => true,
    net_peerCount: async () => "0x0",
    eth_chainId: async () => quantity(this.#chainId),
    eth_syncing: async () => false,
    eth_coinbase: async () => zeroAddress,
    eth_gasPrice: async () => {
      const price = (await getSystemConfig(this.#session, "tx_gas_price"))?.value ?? "";
      return /^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i.test(price) ? quantity(price) : "0x0";
    },
    eth_blockNumber: async (_params, signal) => quantity(await this.#height({ kind: "latest" }, signal)),
    eth_getBalance: async ([address]) => {
      const owner = readAddress(address) as Address;
      // without the balances' contract there is nothing that could be owned
      const balance = await getBalance(this.#session, owner).catch((error: unknown) => {
        if (error instanceof ChainError && error.kind !== "transport") return 0n;
        throw error;
      });
      return numberToHex(balance);
    },
    eth_getCode: async ([address]) => (await getCode(this.#client, readAddress(address))) || "0x",
    eth_getStorageAt: async () => {
      throw onlyPort("storage");
    },
    eth_getTransactionCount: async () => {
      throw onlyPort("the nonce of an account");
    },
    eth_call: async ([request]) => this.#call(request),
    eth_estimateGas: async ([request]) => this.#estimate(request),
    eth_getBlockByNumber: async ([tag, whole], signal) => {
      const number = await this.#height(readBlockReference(tag), signal);
      return this.#block(
        await orNull<Block<BlockDetail>>(
          getBlockByNumber(this.#client, number, whole === true ? "transactions" : "hashes"),
        ),
      );
    },
    eth_getBlockByHash: async ([hash, whole]) =>
      this.#block(
        await orNull<Block<BlockDetail>>(
          getBlockByHash(this.#client, readHash(hash), whole === true ? "transactions" : "hashes"),
        ),
      ),
    eth_getBlockTransactionCountByHash: async ([hash]) =>
      quantity((await orNull(getBlockByHash(this.#client, readHash(hash))))?.transactions.length ?? 0),
    eth_getBlockTransactionCountByNumber: async ([number]) =>
      quantity(
        (await orNull(getBlockByNumber(this.#client, Number(readQuantity(number, "number")))))?.transactions.length ??
          0,
      ),
    eth_getTransactionByHash: async ([hash]) => this.#transaction(readHash(hash)),
    eth_getTransactionByBlockHashAndIndex: async ([hash, index]) =>
      this.#transactionAt(
        await orNull(getBlockByHash(this.#client, readHash(hash), "transactions")),
        Number(readQuantity(index, "index")),
      ),
    eth_getTransactionByBlockNumberAndIndex: async ([number, index]) =>
      this.#transactionAt(
        await orNull(getBlockByNumber(this.#client, Number(readQuantity(number, "number")), "transactions")),
        Number(readQuantity(index, "index")),
      ),
    eth_getTransactionReceipt: async ([hash]) => this.#receipt(readHash(hash)),
    eth_getLogs: async ([filter], signal) => this.#logs(filter, signal),
  };
}

/**
 * Ethereum's reads over the FISCO BCOS interface, for nodes whose web3 port is closed, and those before 3.9, which have none. Storage and
 * the nonces of accounts are told by a web3 port alone; transactions of Ethereum are taken by it alone.
 * @param chainId by which tools shall know the chain; default what its configuration says
 * @throws ChainError of the node
 */
export async function fiscoInterface(session: ChainSession, chainId?: number): Promise<Web3Node> {
  const { methods } = new FiscoInterface(session, chainId ?? (await chainIdNumber(session)));
  return {
    label: session.client.transport.label,
    takesTransactions: false,
    async request(method, params, signal) {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (!run) throw new Web3Error(errorCodes.methodNotFound, `a FISCO BCOS node has no ${method}`);
      return run(params, signal);
    },
  };
}
