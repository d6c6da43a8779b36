import { decodeRevert, outputOfFailure, revertText } from "../../chain/abi/revert";
import { takesSignedCalls } from "../../chain/services/compatibility";
import { callAs } from "../../chain/services/contract/callAs";
import { simulate } from "../../chain/services/contract/simulate";
import { hexToBytes } from "../../crypto/bytes/hex";
import { executionError } from "../../errors/nodeError";
import { t } from "../../text/catalogue";
import { type CallRequest, readBlockReference, readCallRequest, readData } from "../../web3/model/values";
import { errorCodes, Web3Error } from "../../web3/model/web3Error";
import type { Web3Node } from "../../web3/model/web3Node";
import { quantity } from "../../web3/node/ethereumForms";
import { fiscoInterface } from "../../web3/node/fiscoInterface";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { Address, Hex } from "../base/records";
import { sendSignedTransaction, sendTransaction, signTransaction } from "../base/sending";
import * as systemConfig from "../services/systemConfig";

/** How a chain presents itself to Ethereum's libraries. */
export interface EthereumProviderOptions {
  /**
   * A number, which a FISCO BCOS chain doesn't have. Default as its web3 port says it: `web3_chain_id` of its system configuration,
   * else its chain ID where that is a number, else 20200.
   */
  readonly chainId?: number;
  /** Accounts that sign beside the chain's own, which comes first. */
  readonly accounts?: readonly Account[];
}

/** A request of EIP-1193. */
export interface EthereumRequest {
  readonly method: string;
  readonly params?: readonly unknown[] | object | undefined;
}

/** What ethers, viem, and others take: EIP-1193. */
export interface EthereumProvider {
  /** @throws EthereumRequestError */
  request(args: EthereumRequest): Promise<unknown>;
}

/**
 * Why a request failed: 3 with `data` for a contract that refused, 4200 for what such a chain can't answer, 4100 without an account; of a
 * wallet also 4001 for what its user refused, 4900 and 4901 without a connection.
 */
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
export const executionReverted = errorCodes.reverted;
/** What was given can't be, on such a chain. */
export const wrongParameters = errorCodes.invalidParams;
/** No such chain answers this. */
export const unsupportedMethod = 4200;
/** An account that isn't there, or isn't shown to who asks. */
export const unauthorized = 4100;

/** A transaction whose sender is known here. */
export interface PreparedTransaction {
  readonly account: Account;
  /** Undefined: a deployment. */
  readonly to?: string;
  readonly data: Hex;
  readonly value?: bigint;
}

type Method = (params: readonly unknown[]) => Promise<unknown>;

export const wrong = (message: string): EthereumRequestError => new EthereumRequestError(wrongParameters, message);

/** Requests that the chain answers as it stands, and which of their parameters is a block, where the newest alone can be meant. */
const reads: Readonly<Record<string, number | undefined>> = {
  eth_blockNumber: undefined,
  eth_coinbase: undefined,
  eth_gasPrice: undefined,
  eth_getBalance: 1,
  eth_getBlockByHash: undefined,
  eth_getBlockByNumber: undefined,
  eth_getBlockTransactionCountByHash: undefined,
  eth_getBlockTransactionCountByNumber: undefined,
  eth_getCode: 1,
  eth_getLogs: undefined,
  eth_getTransactionByBlockHashAndIndex: undefined,
  eth_getTransactionByBlockNumberAndIndex: undefined,
  eth_getTransactionByHash: undefined,
  eth_getTransactionReceipt: undefined,
  eth_syncing: undefined,
  net_listening: undefined,
  web3_clientVersion: undefined,
  web3_sha3: undefined,
};

/** A node knows the state of the newest block alone. */
function requireNewest(tag: unknown): void {
  const { kind } = readBlockReference(tag);
  if (kind !== "latest" && kind !== "pending") throw wrong(t("a FISCO BCOS node answers on the newest block only"));
}

/**
 * Requests of Ethereum's libraries to a chain. What is read is told by the chain as the proxy tells it (src/web3); what is signed here is
 * of the chain's own encoding.
 */
export class EthereumRequests {
  readonly #chain: Chain;
  readonly #givenId: number | undefined;
  readonly #accounts: () => readonly Account[];
  #node: Promise<Web3Node> | undefined;

  /** @param accounts who signs, the usual one first */
  constructor(chain: Chain, chainId: number | undefined, accounts: () => readonly Account[]) {
    this.#chain = chain;
    this.#givenId = chainId;
    this.#accounts = accounts;
  }

  /** What such a chain answers: everything else is refused. */
  readonly #methods: Readonly<Record<string, Method>> = {
    ...Object.fromEntries(
      Object.entries(reads).map(([method, block]): [string, Method] => [
        method,
        async (params) => {
          if (block !== undefined) requireNewest(params[block]);
          return (await this.#interface()).request(method, params);
        },
      ]),
    ),
    eth_accounts: async () => this.#addresses(),
    eth_call: async ([request, tag]) => this.#call(request, tag),
    eth_chainId: async () => quantity(await this.chainId()),
    eth_estimateGas: async ([request]) => this.#estimate(request),
    eth_requestAccounts: async () => this.#addresses(),
    eth_sendRawTransaction: async ([signed]) =>
      (await sendSignedTransaction(this.#chain, readData(signed, "signed") as Hex)).transactionHash,
    eth_sendTransaction: async ([request]) => this.send(await this.prepare(request)),
    eth_signTransaction: async ([request]) => (await signTransaction(this.#chain, await this.prepare(request))).signed,
    net_version: async () => String(await this.chainId()),
  };

  /** @throws EthereumRequestError */
  async request({ method, params }: EthereumRequest): Promise<unknown> {
    const run = Object.hasOwn(this.#methods, method) ? this.#methods[method] : undefined;
    try {
      if (!run) throw new EthereumRequestError(unsupportedMethod, t("a FISCO BCOS chain has no {0}", method));
      return await run(Array.isArray(params) ? params : []);
    } catch (error) {
      throw await requestError(error);
    }
  }

  /** The interface of the node, and with it the chain's number; what can't be asked now is asked again. */
  #interface(): Promise<Web3Node> {
    this.#node ??= fiscoInterface(this.#chain, this.#givenId);
    this.#node.catch(() => {
      this.#node = undefined;
    });
    return this.#node;
  }

  /** The number by which Ethereum's libraries know the chain. */
  async chainId(): Promise<number> {
    return Number(await (await this.#interface()).request("eth_chainId", []));
  }

  #addresses(): Address[] {
    return this.#accounts().map(({ address }) => address);
  }

  /** @param address of any spelling; undefined where there is none of the accounts */
  account(address: unknown): Account | undefined {
    const wanted = typeof address === "string" ? address.toLowerCase() : undefined;
    return this.#accounts().find((account) => account.address.toLowerCase() === wanted);
  }

  /** What was made for another chain isn't tried or signed on this one. */
  async #requireChain(request: unknown): Promise<void> {
    const { chainId } = (request ?? {}) as { readonly chainId?: unknown };
    if (chainId !== undefined && chainId !== null) await this.requireChainId(chainId);
  }

  /** @throws EthereumRequestError for the number of another chain */
  async requireChainId(chainId: unknown): Promise<void> {
    const own = await this.chainId();
    const isNumber = typeof chainId === "number" || typeof chainId === "bigint";
    const isText = typeof chainId === "string" && /^(?:0x[0-9a-f]{1,64}|\d{1,20})$/i.test(chainId);
    const isOwn = (isText || (isNumber && Number.isInteger(Number(chainId)))) && BigInt(chainId) === BigInt(own);
    if (!isOwn)
      throw wrong(t("the transaction is for chain {0}, this is chain {1}", String(chainId).slice(0, 80), own));
  }

  /**
   * What a transaction is made of, and who signs it.
   * @throws EthereumRequestError, Web3Error for one that can't be, here
   */
  async prepare(request: unknown): Promise<PreparedTransaction> {
    await this.#requireChain(request);
    const { from, to, data, value } = readCallRequest(request);
    const account = from === undefined ? this.#accounts()[0] : this.account(from);
    if (!account) throw new EthereumRequestError(unauthorized, t("no account signs for {0}", from ?? "0x"));
    const { nonce } = request as { readonly nonce?: unknown };
    if (nonce !== undefined && nonce !== null)
      throw wrong(t("nonces of a FISCO BCOS chain are no counters: leave the nonce out"));
    return {
      account,
      ...(to === undefined ? {} : { to }),
      data: data as Hex,
      ...(value === 0n ? {} : { value }),
    };
  }

  /** @returns its hash, when it is in a block */
  async send(transaction: PreparedTransaction): Promise<Hex> {
    return (await sendTransaction(this.#chain, transaction)).transactionHash as Hex;
  }

  async #call(request: unknown, tag: unknown): Promise<unknown> {
    await this.#requireChain(request);
    requireNewest(tag);
    const { from, to, data } = readCallRequest(request);
    if (to === undefined) throw wrong(t("a FISCO BCOS node runs no deployment as a call"));
    const account = this.account(from);
    if (!account || !takesSignedCalls(this.#chain)) return (await this.#interface()).request("eth_call", [request]);
    const { status, output } = await callAs(this.#chain, account, { to: to as Address, data: data as Hex });
    if (status !== 0) throw await refusal(status, output);
    return output;
  }

  /** No node tells how much gas a transaction takes: after a dry run the answer is how much it may take. */
  async #estimate(request: unknown): Promise<Hex> {
    await this.#requireChain(request);
    const { from, to = "", data, value }: CallRequest = readCallRequest(request);
    const outcome = await simulate(this.#chain, this.account(from), { to, data: hexToBytes(data), value });
    if (outcome.kind === "failed") throw outcome.error;
    if (outcome.kind === "ran" && outcome.status !== 0) throw await refusal(outcome.status, outcome.output);
    return quantity((await systemConfig.get(this.#chain, "tx_gas_limit"))?.value ?? "");
  }
}

/** The error of a failed execution, as libraries look for it. */
async function refusal(status: number, output: Hex): Promise<EthereumRequestError> {
  const data = outputOfFailure(status, output);
  const cause = await executionError(status, revertText(decodeRevert(data)) ?? "", {});
  return new EthereumRequestError(executionReverted, cause.message, { data, cause });
}

/** Whatever was thrown, with a number that libraries know. */
export async function requestError(error: unknown): Promise<EthereumRequestError> {
  if (error instanceof EthereumRequestError) return error;
  if (error instanceof Web3Error && error.code > 0) return refusal(error.code, (error.data ?? "0x") as Hex);
  const code = error instanceof Web3Error ? error.code : errorCodes.internal;
  return new EthereumRequestError(code, error instanceof Error ? error.message : String(error), { cause: error });
}

/**
 * A chain as Ethereum's libraries ask for one (EIP-1193): blocks, transactions, receipts, logs, code, calls, and transactions, which are
 * signed here in the chain's own encoding by its accounts. What such a chain doesn't have is refused with the code 4200: filters, storage,
 * counted nonces, messages and typed data to sign, wallets (docs/sdk.md, "ethers and viem").
 */
export function ethereumProvider(
  chain: Chain,
  { chainId, accounts = [] }: EthereumProviderOptions = {},
): EthereumProvider {
  const all = [...(chain.account ? [chain.account] : []), ...accounts];
  const requests = new EthereumRequests(chain, chainId, () => all);
  return { request: (args) => requests.request(args) };
}
