import { compareVersions } from "../../text/versions";

/** What a chain says of the machine that runs its contracts; what it doesn't say is taken as newest. */
interface MachineSettings {
  readonly compatibilityVersion?: string | undefined;
  readonly executorVersion?: number | undefined;
  /** Whether a flag is on. */
  hasFeature(name: string): boolean;
}

/** Revisions of the EVM that chains run. */
export type EvmRevision = "london" | "paris" | "cancun";

/**
 * The revision that a chain runs: London below data version 3.2, Paris from there, Cancun with its flag and always under the baseline
 * executor (docs/protocol/evm-differences.md, "Revision and opcodes").
 */
export function evmRevision({ compatibilityVersion, executorVersion, hasFeature }: MachineSettings): EvmRevision {
  if (executorVersion === 1 || hasFeature("feature_evm_cancun")) return "cancun";
  return compatibilityVersion !== undefined && compareVersions(compatibilityVersion, "3.2.0") < 0 ? "london" : "paris";
}

/** Flags that decide what the clock counts. */
export const clockFlags = ["feature_evm_timestamp", "bugfix_v1_timestamp"] as const;

/** Whether TIMESTAMP counts seconds, not milliseconds: a flag, which the baseline executor heeds together with a correction only. */
export function clockCountsSeconds({ executorVersion, hasFeature }: MachineSettings): boolean {
  const [flag, correction] = clockFlags;
  return hasFeature(flag) && (executorVersion === 0 || hasFeature(correction));
}
