import { decodeRevert, outputOfFailure, revertText } from "../../chain/abi/revert";
import { call } from "../../chain/rpc/call";
import { takesSignedCalls } from "../../chain/services/compatibility";
import { callAs } from "../../chain/services/contract/callAs";
import { simulate } from "../../chain/services/contract/simulate";
import { amountOf, hexToBytes } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { executionError } from "../../errors/nodeError";
import { t } from "../../text/catalogue";
import {
  blockForm,
  logForm,
  quantity,
  receiptForm,
  type TransactionPosition,
  transactionForm,
} from "../../web3/node/ethereumForms";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import { getBlock, getBlockHash, getBlockNumber, getCode, getLogs, getReceipt, getTransaction } from "../base/reading";
import type { Address, Hex } from "../base/records";
import { sendSignedTransaction, sendTransaction, signTransaction } from "../base/sending";
import * as balances from "../services/balances";
import * as systemConfig from "../services/systemConfig";

/** How a chain presents itself to Ethereum's libraries. */
export interface EthereumProviderOptions {
  /** A number, which a FISCO BCOS chain doesn't have. Default: its chain ID where that is one, else 20200, as its web3 port has. */
  readonly chainId?: number;
  /** Accounts that sign beside the chain's own, which comes first. */
  readonly accounts?: readonly Account[];
}

/** What ethers, viem, and others take: EIP-1193. */
export interface EthereumProvider {
  /** @throws EthereumRequestError */
  request(args: {
    readonly method: string;
    readonly params?: readonly unknown[] | object | undefined;
  }): Promise<unknown>;
}

/** Why a request failed: 3 with `data` for a contract that refused, 4200 for what such a chain can't answer, 4100 without an account. */
export class EthereumRequestError extends Error {
  override readonly name = "EthereumRequestError";
  readonly code: number;
  /** Return data of a failed call. */
  readonly data?: Hex;

  constructor(code: number, message: string, more: { readonly data?: Hex; readonly cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    if (more.data !== undefined) this.data = more.data;
  }
}

/** A contract refused. */
export const executionReverted = 3;
/** What was given can't be, on such a chain. */
export const wrongParameters = -32602;
/** No such chain answers this. */
export const unsupportedMethod = 4200;
const failed = -32603;
const noAccount = 4100;
/** No such block or transaction. */
const unknownCodes: readonly unknown[] = [3006, 3008];
/** The web3 port's, unless it is configured (`web3_chain_id`). */
export const usualChainId = 20200;

interface Transacted {
  readonly from?: Address;
  readonly to?: string;
  readonly data?: Hex;
  readonly input?: Hex;
  readonly value?: Hex;
  readonly nonce?: unknown;
  readonly chainId?: unknown;
}

type Method = (params: readonly unknown[]) => Promise<unknown>;

const wrong = (message: string): EthereumRequestError => new EthereumRequestError(wrongParameters, message);

const hex = (value: unknown, digits?: number): Hex => {
  if (
    typeof value === "string" &&
    /^0x[0-9a-f]*$/i.test(value) &&
    (digits === undefined || value.length === digits + 2)
  )
    return value as Hex;
  throw wrong(t("{0} isn't a hex value of the expected length", String(value).slice(0, 80)));
};

async function orNull<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ChainError && unknownCodes.includes(error.code)) return null;
    throw error;
  }
}

class Requests {
  readonly #chain: Chain;
  readonly #chainId: number;
  readonly #accounts: readonly Account[];

  constructor(chain: Chain, { chainId, accounts = [] }: EthereumProviderOptions) {
    this.#chain = chain;
    this.#chainId = chainId ?? (/^\d{1,15}$/.test(chain.chainId) ? Number(chain.chainId) : usualChainId);
    this.#accounts = [...(chain.account ? [chain.account] : []), ...accounts];
  }

  /** What such a chain answers: everything else is refused. */
  readonly methods: Readonly<Record<string, Method>> = {
    eth_accounts: async () => this.#addresses(),
    eth_blockNumber: async () => quantity(await getBlockNumber(this.#chain)),
    eth_call: async ([request, tag]) => this.#call(request as Transacted, tag),
    eth_chainId: async () => quantity(this.#chainId),
    eth_estimateGas: async ([request]) => this.#estimate(request as Transacted),
    eth_gasPrice: async () => quantity((await systemConfig.get(this.#chain, "tx_gas_price"))?.value ?? ""),
    eth_getBalance: async ([address, tag]) => {
      this.#requireNewest(tag);
      return quantity(await balances.get(this.#chain, hex(address, 40)));
    },
    eth_getBlockByHash: async ([hash, whole]) => this.#block({ hash: hex(hash, 64) }, whole),
    eth_getBlockByNumber: async ([tag, whole]) => {
      const number = await this.#height(tag);
      return this.#block({ number }, whole);
    },
    eth_getCode: async ([address, tag]) => {
      this.#requireNewest(tag);
      return getCode(this.#chain, hex(address, 40));
    },
    eth_getLogs: async ([filter]) => this.#logs(filter as Record<string, unknown>),
    eth_getTransactionByHash: async ([hash]) => this.#transaction(hex(hash, 64)),
    eth_getTransactionReceipt: async ([hash]) => this.#receipt(hex(hash, 64)),
    eth_requestAccounts: async () => this.#addresses(),
    eth_sendRawTransaction: async ([signed]) => (await sendSignedTransaction(this.#chain, hex(signed))).transactionHash,
    eth_sendTransaction: async ([request]) =>
      (await sendTransaction(this.#chain, this.#transacted(request as Transacted))).transactionHash,
    eth_signTransaction: async ([request]) =>
      (await signTransaction(this.#chain, this.#transacted(request as Transacted))).signed,
    net_version: async () => String(this.#chainId),
    web3_clientVersion: async () => `FISCO BCOS/${this.#chain.nodeVersion}`,
  };

  #addresses(): Address[] {
    return this.#accounts.map(({ address }) => address);
  }

  #account(address: unknown): Account | undefined {
    const wanted = typeof address === "string" ? address.toLowerCase() : undefined;
    return this.#accounts.find((account) => account.address.toLowerCase() === wanted);
  }

  /** What was made for another chain isn't tried or signed on this one. */
  #requireChain(chainId: unknown): void {
    if (chainId === undefined || chainId === null) return;
    const isNumber = typeof chainId === "number" || typeof chainId === "bigint";
    const isText = typeof chainId === "string" && /^(?:0x[0-9a-f]{1,64}|\d{1,20})$/i.test(chainId);
    const isOwn =
      (isText || (isNumber && Number.isInteger(Number(chainId)))) && BigInt(chainId) === BigInt(this.#chainId);
    if (!isOwn)
      throw wrong(
        t("the transaction is for chain {0}, this is chain {1}", String(chainId).slice(0, 80), this.#chainId),
      );
  }

  #transacted({ from, to, data, input, value, nonce, chainId }: Transacted) {
    this.#requireChain(chainId);
    const account = from === undefined ? this.#accounts[0] : this.#account(from);
    if (!account) throw new EthereumRequestError(noAccount, t("no account signs for {0}", from ?? "0x"));
    if (nonce !== undefined && nonce !== null)
      throw wrong(t("nonces of a FISCO BCOS chain are no counters: leave the nonce out"));
    const amount = amountOf(value ?? "");
    return {
      account,
      ...(to ? { to } : {}),
      data: hex(data ?? input ?? "0x"),
      ...(amount === 0n ? {} : { value: amount }),
    };
  }

  /** A node knows the state of the newest block alone. */
  #requireNewest(tag: unknown): void {
    if (tag === undefined || tag === null || (typeof tag === "string" && !/^0x|^earliest$/.test(tag))) return;
    throw wrong(t("a FISCO BCOS node answers on the newest block only"));
  }

  async #height(tag: unknown): Promise<number> {
    if (tag === "earliest") return 0;
    if (typeof tag === "string" && tag.startsWith("0x")) return Number(BigInt(hex(tag)));
    return getBlockNumber(this.#chain);
  }

  async #block(query: { readonly number: number } | { readonly hash: Hex }, whole: unknown): Promise<object | null> {
    const detail = whole === true ? "transactions" : "hashes";
    const block = await orNull(getBlock(this.#chain, { ...query, detail }));
    return block && blockForm(block, this.#chainId);
  }

  async #call({ from, to, data, input, chainId }: Transacted, tag: unknown): Promise<Hex> {
    this.#requireChain(chainId);
    this.#requireNewest(tag);
    if (!to) throw wrong(t("a FISCO BCOS node runs no deployment as a call"));
    const request = { to: hex(to, 40), data: hex(data ?? input ?? "0x") };
    const account = this.#account(from);
    const { status, output } =
      account && takesSignedCalls(this.#chain)
        ? await callAs(this.#chain, account, request)
        : await call(this.#chain.client, request);
    if (status !== 0) throw await refusal(status, output);
    return output;
  }

  /** No node tells how much gas a transaction takes: after a dry run the answer is how much it may take. */
  async #estimate({ from, to, data, input, value, chainId }: Transacted): Promise<Hex> {
    this.#requireChain(chainId);
    const tried = { to: to ?? "", data: hexToBytes(hex(data ?? input ?? "0x")), value: amountOf(value ?? "") };
    const outcome = await simulate(this.#chain, this.#account(from), tried);
    if (outcome.kind === "failed") throw outcome.error;
    if (outcome.kind === "ran" && outcome.status !== 0) throw await refusal(outcome.status, outcome.output);
    return quantity((await systemConfig.get(this.#chain, "tx_gas_limit"))?.value ?? "");
  }

  async #logs({ fromBlock, toBlock, blockHash, address, topics }: Record<string, unknown>): Promise<object[]> {
    const one =
      blockHash === undefined ? undefined : (await getBlock(this.#chain, { hash: hex(blockHash, 64) })).number;
    const [from, to] = await Promise.all([this.#height(fromBlock), this.#height(toBlock)]);
    const addresses = address === undefined || address === null ? [] : Array.isArray(address) ? address : [address];
    const logs = await getLogs(this.#chain, {
      fromBlock: one ?? from,
      toBlock: one ?? to,
      addresses: addresses.map((each) => hex(each, 40)),
      ...(Array.isArray(topics) ? { topics: topics as (string | string[] | null)[] } : {}),
    });
    const numbers = [...new Set(logs.map(({ blockNumber }) => blockNumber))];
    const hashes = new Map<number, Hex>();
    for (const number of numbers) hashes.set(number, await getBlockHash(this.#chain, number));
    return logs.map((log) => logForm(log, hashes.get(log.blockNumber) ?? "0x"));
  }

  async #place(blockNumber: number, hash: Hex): Promise<TransactionPosition> {
    const { hash: blockHash, transactions } = await getBlock(this.#chain, { number: blockNumber });
    return { blockHash, blockNumber, index: Math.max(0, transactions.indexOf(hash)) };
  }

  async #transaction(hash: Hex): Promise<object | null> {
    const found = await orNull(getTransaction(this.#chain, { hash }));
    if (!found) return null;
    const { blockNumber } = await getReceipt(this.#chain, { hash });
    return transactionForm(found, await this.#place(blockNumber, found.hash), this.#chainId);
  }

  async #receipt(hash: Hex): Promise<object | null> {
    const receipt = await orNull(getReceipt(this.#chain, { hash }));
    if (!receipt) return null;
    const from = receipt.from || (await getTransaction(this.#chain, { hash })).from;
    return receiptForm(receipt, from, await this.#place(receipt.blockNumber, receipt.transactionHash));
  }
}

/** The error of a failed execution, as libraries look for it. */
async function refusal(status: number, output: Hex): Promise<EthereumRequestError> {
  const data = outputOfFailure(status, output);
  const cause = await executionError(status, revertText(decodeRevert(data)) ?? "", {});
  return new EthereumRequestError(executionReverted, cause.message, { data, cause });
}

/**
 * A chain as Ethereum's libraries ask for one (EIP-1193): blocks, transactions, receipts, logs, code, calls, and transactions, which are
 * signed here in the chain's own encoding by its accounts. What such a chain doesn't have is refused with the code 4200: filters, storage,
 * counted nonces, messages and typed data to sign, wallets (docs/sdk.md, "ethers and viem").
 */
export function ethereumProvider(chain: Chain, options: EthereumProviderOptions = {}): EthereumProvider {
  const { methods } = new Requests(chain, options);
  return {
    async request({ method, params }) {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (!run) throw new EthereumRequestError(unsupportedMethod, t("a FISCO BCOS chain has no {0}", method));
      try {
        return await run(Array.isArray(params) ? params : []);
      } catch (error) {
        if (error instanceof EthereumRequestError) throw error;
        throw new EthereumRequestError(failed, error instanceof Error ? error.message : String(error), {
          cause: error,
        });
      }
    },
  };
}
