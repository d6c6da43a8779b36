import { bytesToHexDigits, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";

/** A row that a block changed, in a node's bytes. */
export interface ChangedEntry {
  /** `/apps/` and the 40 digits of the address for the storage of a contract. */
  readonly table: string;
  /** The 32 bytes of a slot there. */
  readonly key: Uint8Array;
  /** The 32 bytes of the value there, zeros for a slot that was set to zero; undefined for a row that is gone. */
  readonly data: Uint8Array | undefined;
}

/**
 * How the entries of a block are hashed: since data version 3.17.0 the baseline executor writes lengths and the kind of change before them
 * (bugfix_statestorage_hash_v3_17); the classic one does not, with the flag neither (docs/protocol/release-3.17.md).
 */
type StateRootFormula = "joined" | "measured";

/** The formula of a chain. */
export const stateRootFormula = (executorVersion: 0 | 1, hasFlag: (name: string) => boolean): StateRootFormula =>
  executorVersion === 1 && hasFlag("bugfix_statestorage_hash_v3_17") ? "measured" : "joined";

const encoder = new TextEncoder();
const [deleted, modified] = [1, 3];

function preimage({ table, key, data }: ChangedEntry, formula: StateRootFormula): Uint8Array {
  const name = encoder.encode(table);
  const content = data ?? new Uint8Array(0);
  const isMeasured = formula === "measured";
  const out = new Uint8Array(name.length + key.length + content.length + (isMeasured ? 9 : 0));
  const view = new DataView(out.buffer);
  let at = 0;
  const length = (value: number): void => {
    if (!isMeasured) return;
    view.setUint32(at, value);
    at += 4;
  };
  const put = (bytes: Uint8Array): void => {
    out.set(bytes, at);
    at += bytes.length;
  };
  length(name.length);
  put(name);
  length(key.length);
  put(key);
  if (isMeasured) out[at++] = data === undefined ? deleted : modified;
  put(content);
  return out;
}

/** The state root of a block that changed these entries, each once with its last value: zeros where it changed none. */
export function stateRootOf(
  suite: Pick<CryptoSuite, "hash">,
  entries: Iterable<ChangedEntry>,
  formula: StateRootFormula,
): Uint8Array {
  const root = new Uint8Array(32);
  for (const entry of entries) {
    for (const [index, byte] of suite.hash(preimage(entry, formula)).entries()) root[index] = (root[index] ?? 0) ^ byte;
  }
  return root;
}

/** A slot that a block wrote, by its contract: 40 and 64 digits; without a value it was set to zero. */
export const slotEntry = (contract: string, slot: string, value: Uint8Array | undefined): ChangedEntry => ({
  table: `/apps/${contract}`,
  key: hexToBytes(slot),
  data: hexToBytes(bytesToHexDigits(value ?? new Uint8Array(0)).padStart(64, "0")),
});
