import { mkdir as mkdirOf } from "../../chain/services/bfs/directories";
import { link as linkOf } from "../../chain/services/bfs/link";
import { type BfsEntry, type BfsListing, listDirectory } from "../../chain/services/bfs/listDirectory";
import { readLink as readLinkOf, readLinkWithAbi } from "../../chain/services/bfs/readLink";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { Address, RequestOptions, WriteOptions, WriteResult } from "../base/records";

export type { BfsEntry, BfsListing };

/**
 * What a directory of the chain's file system holds, in byte order of the names. A link lists itself, with its target and ABI.
 * @param path `/apps`
 * @param options which part of a long directory
 * @returns its entries, and whether there are more
 * @throws ChainError precompiled −53001 when there is no such path
 * @example
 * ```ts
 * const { entries } = await bfs.list(chain, "/apps");
 * for (const { name, type } of entries) console.log(type, name);
 * ```
 */
export const list: (
  chain: Chain,
  path: string,
  options?: RequestOptions & { readonly offset?: number; readonly limit?: number },
) => Promise<BfsListing> = listDirectory;

/**
 * Makes a directory below `/apps` or `/tables`, missing parents included.
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError precompiled −53002 when it is there already
 * @example
 * ```ts
 * await bfs.mkdir(chain, account, "/apps/shop/europe");
 * ```
 */
export const mkdir: (chain: Chain, account: Account, path: string, options?: WriteOptions) => Promise<WriteResult> =
  mkdirOf;

/**
 * Makes a link below `/apps` to a contract, or points one elsewhere.
 * @param link path, contract, and the ABI that the link keeps
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage `linkOutsideApps`, `badTarget`, `linkTargetMissing` before signing; precompiled −53002
 * @example
 * ```ts
 * await bfs.link(chain, account, { path: "/apps/Shop/1.0", address, abi: JSON.stringify(shopAbi) });
 * ```
 */
export const link: (
  chain: Chain,
  account: Account,
  link: { readonly path: string; readonly address: string; readonly abi?: string },
  options?: WriteOptions,
) => Promise<WriteResult> = linkOf;

/**
 * The contract behind a link; undefined when there is none.
 * @returns the address
 * @example
 * ```ts
 * console.log(await bfs.readLink(chain, "/apps/Shop/1.0")); // 0x…
 * ```
 */
export const readLink: (chain: Chain, path: string, options?: RequestOptions) => Promise<Address | undefined> =
  readLinkOf;

/**
 * The same with the ABI text that the link keeps.
 * @returns address and ABI text
 * @example
 * ```ts
 * const found = await bfs.readLinkAbi(chain, "/apps/Shop/1.0");
 * console.log(found?.address, found?.abi.length);
 * ```
 */
export const readLinkAbi: (
  chain: Chain,
  path: string,
  options?: RequestOptions,
) => Promise<{ readonly address: Address; readonly abi: string } | undefined> = readLinkWithAbi;
