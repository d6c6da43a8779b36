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
 * @throws ChainError precompiled −53001 when there is no such path
 */
export const list: (
  chain: Chain,
  path: string,
  options?: RequestOptions & { readonly offset?: number; readonly limit?: number },
) => Promise<BfsListing> = listDirectory;

/**
 * Makes a directory below `/apps` or `/tables`, missing parents included.
 * @throws ChainError precompiled −53002 when it is there already
 */
export const mkdir: (chain: Chain, account: Account, path: string, options?: WriteOptions) => Promise<WriteResult> =
  mkdirOf;

/**
 * Makes a link below `/apps` to a contract, or points one elsewhere.
 * @throws ChainError usage `linkOutsideApps`, `badTarget`, `linkTargetMissing` before signing; precompiled −53002
 */
export const link: (
  chain: Chain,
  account: Account,
  link: { readonly path: string; readonly address: string; readonly abi?: string },
  options?: WriteOptions,
) => Promise<WriteResult> = linkOf;

/** The contract behind a link; undefined when there is none. */
export const readLink: (chain: Chain, path: string, options?: RequestOptions) => Promise<Address | undefined> =
  readLinkOf;

/** The same with the ABI text that the link keeps. */
export const readLinkAbi: (
  chain: Chain,
  path: string,
  options?: RequestOptions,
) => Promise<{ readonly address: Address; readonly abi: string } | undefined> = readLinkWithAbi;
