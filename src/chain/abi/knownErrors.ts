import type { Hex } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { contractInterface } from "./contractInterface";
import type { CustomRevert, DecodedRevert } from "./revert";

/** The ABI of a contract, as text or read. */
export type AbiSource = string | readonly unknown[];

/** The entries of one type in an ABI; none in what is no ABI. */
export function entriesOf(abi: AbiSource, type: "error" | "event"): readonly Readonly<Record<string, unknown>>[] {
  if (typeof abi === "string" && !abi.includes(`"${type}"`)) return [];
  try {
    const entries: unknown = typeof abi === "string" ? parseBoundedJson(abi, jsonLimits.plain) : abi;
    return Array.isArray(entries) ? entries.filter((entry: { type?: unknown } | null) => entry?.type === type) : [];
  } catch {
    return []; // another text is kept there
  }
}

function decodedBy(abi: AbiSource, suite: CryptoSuite, output: Hex): CustomRevert | undefined {
  const errors = entriesOf(abi, "error");
  if (errors.length === 0) return undefined;
  try {
    const found = contractInterface(errors, suite).decodeRevert(output);
    return found.kind === "custom" ? found : undefined;
  } catch {
    return undefined; // unreadable types
  }
}

/**
 * Names the output of a failed execution by errors of other contracts: those that were called by the one whose ABI is known. Several errors
 * of one selector are all given, since nothing tells which one it was. Undefined where none of the ABIs has it.
 */
export function errorNamedBy(abis: readonly AbiSource[], suite: CryptoSuite, output: Hex): DecodedRevert | undefined {
  const found = new Map<string, CustomRevert>();
  for (const abi of abis) {
    const error = decodedBy(abi, suite, output);
    if (error) found.set(error.signature, error);
  }
  const [only, ...others] = found.values();
  if (!only || others.length === 0) return only;
  return { kind: "ambiguous", selector: output.slice(0, 10).toLowerCase() as Hex, candidates: [only, ...others] };
}
