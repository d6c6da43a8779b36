import { interfaceOfCode } from "../../chain/abi/codeSuite";
import type { ContractProxy } from "../../chain/proxy/contractProxy";
import { recognizeProxy } from "../../chain/proxy/recognizeProxy";
import { getCode, requireCode } from "../../chain/rpc/contractCode";
import { abiUnknown, findAbi } from "../../chain/services/contract/lookUpAbi";
import { clientError } from "../../errors/clientError";
import type { Abi } from "../abi/abi";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import { resolveAddress } from "../base/reading";
import type { Address, RequestOptions } from "../base/records";
import { bindContract } from "./contract";
import type { Contract } from "./contractTypes";

/** A contract that is looked up on the chain. */
export interface ContractAtOptions<Source extends Abi> extends RequestOptions {
  readonly chain: Chain;
  /** An address, or a path of the chain's file system such as `/apps/Escrow/1.0`, which is followed once. */
  readonly address: Address | `/${string}`;
  /** Of a proxy, the ABI of its implementation. Without one, what the chain keeps with the contracts: functions without types. */
  readonly abi?: Source;
  /** Who signs; default the chain's account. */
  readonly account?: Account;
  /** The contract has to be a proxy: anything else is refused, and so is a proxy of which the chain doesn't show whose code it runs. */
  readonly proxy?: boolean;
}

/** A contract with what it is a proxy of. */
export type ProxyContract<Source extends Abi> = Contract<Source> & {
  /** How it was when it was looked up; an upgrade changes it, so look it up again after one. */
  readonly proxy: ContractProxy;
};

/** What a contract runs: itself, or the first of the contracts behind it. */
async function behind(chain: Chain, address: Address, wanted: boolean, options: RequestOptions) {
  const code = await requireCode(chain.client, address, { target: address, ...options });
  const reading = await recognizeProxy(chain.client, chain.suite, address, { ...options, code });
  if (reading.kind === "proxy") {
    const [first = address] = reading.proxy.implementations;
    return { proxy: reading.proxy, code: await getCode(chain.client, first, options) };
  }
  if (wanted) throw clientError(reading.kind === "none" ? "notAProxy" : "proxyUnreadable", { target: address });
  return { code };
}

/**
 * A contract as it is on the chain, through a proxy where it is one: functions, errors and events are those of the code that it runs, under
 * the hash of that code's compiler. Proxies are recognized by code, storage, events and what they return (ERC-1967 and before, UUPS,
 * beacons, EIP-1167 clones, diamonds, Safe's and others that keep the address where their code says); all of it is the node's word.
 * @param options chain, address or path, ABI, and whether it has to be a proxy
 * @returns the contract, and what it is a proxy of
 * @example
 * ```ts
 * const shop = await contractAt({ chain, address, abi: shopAbi, proxy: true });
 * console.log(shop.proxy.kind, shop.proxy.implementations, await shop.read.label());
 * ```
 * @throws ChainError usage `noCodeAt`, `notALink`; with `proxy`: `notAProxy`, `proxyUnreadable`; without an ABI `noAbi`; and what a request
 * throws
 */
export function contractAt<const Source extends Abi = Abi>(
  options: ContractAtOptions<Source> & { readonly proxy: true },
): Promise<ProxyContract<Source>>;
export function contractAt<const Source extends Abi = Abi>(
  options: ContractAtOptions<Source>,
): Promise<Contract<Source> & Partial<Pick<ProxyContract<Source>, "proxy">>>;
export async function contractAt<const Source extends Abi>({
  chain,
  address: target,
  abi,
  account,
  proxy: wanted = false,
  ...options
}: ContractAtOptions<Source>) {
  const address = await resolveAddress(chain, target, options);
  const { proxy, code } = await behind(chain, address, wanted, options);
  const looked = abi ? undefined : await findAbi(chain, address, undefined, options);
  const found = abi ?? looked?.found?.abi;
  if (!found) throw abiUnknown(target, looked ?? {});
  const known = interfaceOfCode(found, chain.suite, code);
  const source = (typeof found === "string" ? JSON.parse(found) : found) as Source;
  const bound = bindContract({ chain, address, abi: source, ...(account ? { account } : {}) }, known);
  return { ...bound, ...(proxy ? { proxy } : {}) };
}
