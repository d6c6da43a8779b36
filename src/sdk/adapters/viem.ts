/**
 * A chain for programs written with viem: its clients over a FISCO BCOS chain of `connect` or `startTestChain`, and over the web3 port
 * of its nodes (docs/sdk.md, "ethers and viem").
 *
 * @packageDocumentation
 */
import { type CustomTransport, custom, defineChain, type Chain as ViemChain } from "viem";
import { usualChainId } from "../../web3/node/fiscoInterface";
import type { Chain } from "../base/chain";
import { type EthereumProviderOptions, EthereumRequestError, ethereumProvider } from "./ethereumProvider";

export { type EthereumProviderOptions, EthereumRequestError };

/**
 * A transport for viem's clients over a chain. What was refused is not asked again.
 * @param options the chain's number, and more accounts
 * @returns what viem's clients take as `transport`
 * @example
 * ```ts
 * const client = createPublicClient({ chain: fiscoChain(), transport: chainTransport(chain) });
 * console.log(await client.getBlockNumber());
 * ```
 */
export function chainTransport(chain: Chain, options: EthereumProviderOptions = {}): CustomTransport {
  return custom(ethereumProvider(chain, options), { name: "FISCO BCOS", retryCount: 0 });
}

/** How viem knows a chain. */
export interface FiscoChainOptions {
  /** `web3_chain_id` of the chain's system configuration. Default 20200. */
  readonly id?: number;
  /** For people. Default `FISCO BCOS`. */
  readonly name?: string;
  /** The web3 port of a node (since 3.9), for viem's own `http` transport. */
  readonly web3Url?: string;
}

/**
 * A chain in viem's sense: no gas price, and no native currency unless balances are switched on.
 * @returns what viem's clients take as `chain`
 * @example
 * ```ts
 * const client = createPublicClient({
 *   chain: fiscoChain({ web3Url: "http://127.0.0.1:8545" }),
 *   transport: http(),
 * });
 * console.log(await client.getChainId());
 * ```
 */
export function fiscoChain({ id = usualChainId, name = "FISCO BCOS", web3Url }: FiscoChainOptions = {}): ViemChain {
  return defineChain({
    id,
    name,
    nativeCurrency: { name: "unit", symbol: "unit", decimals: 18 },
    rpcUrls: { default: { http: web3Url === undefined ? [] : [web3Url] } },
  });
}
