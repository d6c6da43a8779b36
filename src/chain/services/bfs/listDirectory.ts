import { type Address, isAddress } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import { precompiledError } from "../../../errors/nodeError";
import { atLeast } from "../../../text/versions";
import type { AbiValue } from "../../abi/abiDecoder";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { readPrecompiled } from "../../transaction/precompiledCall";
import { transactionStatus } from "../../transaction/transactionStatus";
import { bfsName } from "./bfsPath";

/** A name in a directory of the chain's file system. */
export interface BfsEntry {
  readonly name: string;
  readonly path: string;
  readonly type: "directory" | "link" | "contract";
  /** Target and ABI text of a link; known only when the link itself is listed, never for the children of a directory. */
  readonly address?: Address;
  readonly abi?: string;
}

/** A part of a directory. */
export interface BfsListing {
  /** In byte order of the names. */
  readonly entries: readonly BfsEntry[];
  /** There are entries behind these. */
  readonly more: boolean;
}

interface ListOptions extends RequestOptions {
  /** How many entries to pass over. Default 0. */
  offset?: number;
  /** How many entries at most. Default 500. */
  limit?: number;
}

/** Beyond this no directory is read: a node answers it in one piece. */
const maxListing = 262_144;

function readEntry(value: AbiValue, listed: string): BfsEntry {
  const { file_name: name, file_type: type, ext } = value as { file_name: string; file_type: string; ext: string[] };
  const itself = ext.length === 2;
  const path = itself ? listed : `${listed === "/" ? "" : listed}/${name}`;
  const known = type === "link" || type === "contract" ? type : "directory";
  const [target = "", abi = ""] = ext;
  const address = `0x${target.replace(/^0x/i, "")}`;
  return { name, path, type: known, ...(itself && known === "link" && isAddress(address) ? { address, abi } : {}) };
}

async function readPage(
  session: ChainSession,
  path: string,
  count: number,
  options: RequestOptions,
): Promise<{ code: number; entries: BfsEntry[] }> {
  const paged = atLeast(session.compatibilityVersion, "3.1.0");
  const results = await readPrecompiled(
    session,
    {
      contract: "BFS",
      function: paged ? "list(string,uint256,uint256)" : "list(string)",
      args: paged ? [path, 0, count] : [path],
    },
    options,
  );
  const [code, entries] = results as [string, AbiValue[]];
  return { code: Number(code), entries: entries.map((entry) => readEntry(entry, path)) };
}

/**
 * What a directory of the chain's file system holds. A link lists itself, with its target and ABI.
 *
 * A 3.16 node fails when a page is exactly full and loses entries behind an offset, so every page is read from the first entry on,
 * with a count that leaves room, and cut here (docs/protocol/precompiled-contracts.md, "Paging").
 * @throws ChainError `precompiled` −53001 when there is no such path, −53005 for a path that cannot be.
 */
export async function listDirectory(
  session: ChainSession,
  path: string,
  options: ListOptions = {},
): Promise<BfsListing> {
  const { offset = 0, limit = 500, ...request } = options;
  const wanted = offset + limit;
  for (let count = wanted + 1; ; count *= 4) {
    let page: { code: number; entries: BfsEntry[] };
    try {
      page = await readPage(session, path, count, request);
    } catch (error) {
      const full =
        error instanceof ChainError && error.kind === "execution" && error.code === transactionStatus.precompiledError;
      if (full && count < maxListing) continue;
      throw error;
    }
    const { code, entries } = page;
    if (code < 0) throw await precompiledError(code, { contract: "BFS", function: "list", path, name: bfsName(path) });
    return { entries: entries.slice(offset, wanted), more: entries.length > wanted };
  }
}
