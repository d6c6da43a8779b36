/** What a `config.genesis` settles for its chain for ever (docs/protocol/config-genesis.md). */
export interface GenesisFacts {
  readonly sm: boolean;
  readonly chainId: string;
  readonly groupId: string;
  readonly consensusType: string;
  readonly txCountLimit: bigint;
  /** As the file has it; from 3.6.0 on the node writes 1 whatever it is. */
  readonly leaderPeriod: bigint;
  /** `3.16.0` */
  readonly compatibilityVersion: string;
  readonly gasLimit: bigint;
  readonly wasm: boolean;
  readonly authCheck: boolean;
  readonly admin: string;
  readonly serial: boolean;
  readonly epochSealers: bigint;
  readonly epochBlocks: bigint;
  /** `[features]` in the file's order. */
  readonly features: readonly (readonly [name: string, on: boolean])[];
  /** Node IDs of 128 hex digits in lower case. */
  readonly sealers: readonly { readonly nodeId: string; readonly weight: bigint }[];
}
