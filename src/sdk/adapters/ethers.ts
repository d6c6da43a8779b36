/**
 * A chain for programs written with ethers v6: `Contract`, what TypeChain writes, `Interface` (docs/sdk.md, "ethers and viem").
 *
 * @packageDocumentation
 */
import {
  type BaseContract,
  type ContractFactory,
  type ContractMethodArgs,
  JsonRpcApiProvider,
  type JsonRpcError,
  type JsonRpcPayload,
  type JsonRpcResult,
  JsonRpcSigner,
  makeError,
  Network,
  type Subscriber,
  type Subscription,
  type TransactionRequest,
  type TransactionResponse,
} from "ethers";
import { t } from "../../text/catalogue";
import { onAbort } from "../../time/onAbort";
import { waitUntil } from "../../time/waitUntil";
import type { Chain, Stop } from "../base/chain";
import { resolveAddress } from "../base/reading";
import { watchBlocks } from "../base/watching";
import {
  type EthereumProvider,
  type EthereumProviderOptions,
  EthereumRequestError,
  ethereumProvider,
  executionReverted,
  unsupportedMethod,
  wrongParameters,
} from "./ethereumProvider";

export { type EthereumProviderOptions, EthereumRequestError };

/** On a request of a deployment: its sender takes the address from the receipt. */
const takesAddressOfReceipt = Symbol("takes the address of the receipt");

/** A signer that refuses `factory.deploy()` before anything is sent: ethers foretells an address at which no contract would be. */
class ChainSigner extends JsonRpcSigner {
  override async sendTransaction(request: TransactionRequest): Promise<TransactionResponse> {
    const isDeployment = request.to === undefined || request.to === null;
    if (isDeployment && !(takesAddressOfReceipt in request))
      throw makeError(
        t(
          "Nothing was deployed: the chain decides addresses, and factory.deploy() foretells another. Use deployFactory() of chainside/ethers.",
        ),
        "UNSUPPORTED_OPERATION",
        { operation: "factory.deploy" },
      );
    return super.sendTransaction(request);
  }
}

/** New blocks, pushed where the node pushes. */
class BlockSubscriber implements Subscriber {
  readonly #chain: Chain;
  readonly #onBlock: (number: number) => void;
  #ending: AbortController | undefined;
  #paused = false;

  constructor(chain: Chain, onBlock: (number: number) => void) {
    this.#chain = chain;
    this.#onBlock = onBlock;
  }

  start(): void {
    if (this.#ending) return;
    this.#ending = new AbortController();
    void this.#watch(this.#ending.signal);
  }

  /** A chain that can't be asked is asked again: ethers starts a subscriber once. */
  async #watch(signal: AbortSignal): Promise<void> {
    const onBlock = (number: number): void => {
      if (!this.#paused && !signal.aborted) this.#onBlock(number);
    };
    const begin = (): Promise<Stop | undefined> => watchBlocks(this.#chain, { onBlock }).catch(() => undefined);
    const stop = await waitUntil(begin, { stepMs: 1000, signal });
    if (signal.aborted) stop?.();
    else if (stop) onAbort(signal, stop);
  }

  stop(): void {
    this.#ending?.abort();
    this.#ending = undefined;
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
  }
}

/**
 * A provider over a chain of `connect` or `startTestChain`. Its signers are the chain's accounts: `await provider.getSigner()`. Names are
 * paths of the chain's file system: `new Contract("/apps/Shop/1.0", abi, provider)`. `destroy` ends what is watched; the chain stays open.
 */
export class ChainProvider extends JsonRpcApiProvider {
  readonly #chain: Chain;
  readonly #requests: EthereumProvider;

  constructor(chain: Chain, options: EthereumProviderOptions = {}) {
    // What was asked before a transaction isn't the answer after it, and there is one request at a time to save nothing by waiting.
    super(undefined, { cacheTimeout: -1, batchMaxCount: 1, batchStallTime: 0, polling: true });
    this.#chain = chain;
    this.#requests = ethereumProvider(chain, options);
    this._start();
  }

  /** One request after another, as ethers gathers them. */
  override async _send(payload: JsonRpcPayload | JsonRpcPayload[]): Promise<(JsonRpcResult | JsonRpcError)[]> {
    const all = Array.isArray(payload) ? payload : [payload];
    return Promise.all(
      all.map(async ({ id, method, params }) => {
        try {
          return { id, result: await this.#requests.request({ method, params }) };
        } catch (error) {
          if (!(error instanceof EthereumRequestError)) throw error;
          const { code, message, data, cause } = error;
          return { id, error: { code, message, cause, ...(data === undefined ? {} : { data }) } };
        }
      }),
    );
  }

  /** What a contract refused is ethers' own; the rest keeps its words, and the chain's error as `info.cause`. */
  override getRpcError(payload: JsonRpcPayload, failure: JsonRpcError): Error {
    const { code, message, cause } = failure.error as { code: number; message: string; cause?: unknown };
    if (code === executionReverted) return super.getRpcError(payload, failure);
    const info = { operation: payload.method, info: { code, cause } };
    return code === unsupportedMethod || code === wrongParameters
      ? makeError(message, "UNSUPPORTED_OPERATION", info)
      : makeError(message, "UNKNOWN_ERROR", info);
  }

  /** The chain's number and name. */
  override async _detectNetwork(): Promise<Network> {
    return new Network(this.#chain.chainId, BigInt(String(await this.#requests.request({ method: "eth_chainId" }))));
  }

  /** The contract behind a path of the chain's file system. */
  override async resolveName(name: string): Promise<string | null> {
    return name.startsWith("/") ? resolveAddress(this.#chain, name) : super.resolveName(name);
  }

  /** The signer of an account of the chain, the first where none is named. */
  override async getSigner(address?: number | string): Promise<JsonRpcSigner> {
    return new ChainSigner(this, (await super.getSigner(address)).address);
  }

  override _getSubscriber(subscription: Subscription): Subscriber {
    if (subscription.type !== "block") return super._getSubscriber(subscription);
    return new BlockSubscriber(this.#chain, (number) => void this.emit("block", number));
  }
}

/**
 * Deploys by a `ContractFactory`, and what TypeChain makes of one: the chain decides the address, so that the factory's own `deploy` is
 * refused: it would give one at which there is nothing.
 * @param factory with a signer of `ChainProvider`
 * @param args as `factory.deploy` takes them
 * @returns the contract at the address that the chain decided
 * @throws what ethers throws for a failed transaction
 * @example
 * ```ts
 * const signer = await new ChainProvider(chain).getSigner();
 * const shop = await deployFactory(new ContractFactory([...shopAbi], "0x6080", signer), "corner");
 * console.log(await shop.getAddress());
 * ```
 */
export async function deployFactory<Args extends unknown[], Deployed extends BaseContract>(
  factory: ContractFactory<Args, Deployed>,
  ...args: ContractMethodArgs<Args>
): Promise<Deployed> {
  const { runner } = factory;
  if (!runner?.sendTransaction) throw new TypeError(t("the factory has no signer"));
  const request = { ...(await factory.getDeployTransaction(...args)), [takesAddressOfReceipt]: true };
  const sent = await runner.sendTransaction(request);
  const receipt = await sent.wait();
  if (!receipt?.contractAddress) throw new TypeError(t("the transaction made no contract"));
  return factory.attach(receipt.contractAddress) as unknown as Deployed;
}
