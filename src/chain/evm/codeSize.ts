import { compareVersions } from "../../text/versions";

const kibibyte = 1024;
/** The largest limit that a chain has for the code of a contract, in bytes. */
const maxCodeLimit = 1024 * kibibyte;

/**
 * Bytes of code that a node can give of a contract: a chain of executor 1 has no limit of its own, one of WASM 15 MiB, and the longest
 * request to a node, 32 MiB, holds this many as hex.
 */
export const maxCode = 16 * 1024 * kibibyte;

/** Bytes of creation code that the machine of Ethereum takes from Shanghai on (EIP-3860). */
export const maxInitCode = 49_152;

/** What a chain says of itself; what it doesn't say is taken as newest. */
interface Chain {
  readonly compatibilityVersion?: string | undefined;
  readonly executorVersion?: number | undefined;
}

/**
 * Bytes of code that a chain takes of a contract: 1024 KiB, before compatibility version 3.2.0 256 KiB; undefined for the baseline executor
 * (`executor_version` 1), which has no limit of its own (docs/protocol/evm-differences.md, "Ethereum's own contracts").
 */
export function codeSizeLimit({ compatibilityVersion, executorVersion }: Chain): number | undefined {
  if (executorVersion === 1) return undefined;
  const isOld = compatibilityVersion !== undefined && compareVersions(compatibilityVersion, "3.2.0") < 0;
  return isOld ? 256 * kibibyte : maxCodeLimit;
}
