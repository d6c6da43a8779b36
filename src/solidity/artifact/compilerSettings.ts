import type { EvmVersion } from "../version/evmVersion";

/** What a project or a person decides about a compilation; `undefined` leaves it to the compiler. */
export interface CompilerSettings {
  readonly optimizer: {
    readonly enabled: boolean;
    readonly runs: number;
    readonly details?: Readonly<Record<string, unknown>>;
  };
  readonly evmVersion: EvmVersion | undefined;
  readonly viaIR: boolean;
  /** `prefix=target` or `context:prefix=target`. */
  readonly remappings: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** Addresses that the compiler puts in: source name → library → address. */
  readonly libraries: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
