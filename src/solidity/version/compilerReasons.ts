import type { EvmVersion } from "./evmVersion";

/** Why a compiler was chosen. */
export type VersionReason =
  /** A person named it. */
  | { readonly kind: "setting" }
  /** The configuration of the project's own tool names it. */
  | { readonly kind: "project"; readonly file: string }
  /** The workspace's own `node_modules/solc` fits. */
  | { readonly kind: "workspace"; readonly path: string }
  /** The version that Chainside prefers fits. */
  | { readonly kind: "preferred" }
  /** The newest that fits and is there already. */
  | { readonly kind: "cached" }
  /** The newest that fits. */
  | { readonly kind: "newest" };

/** Why a machine was chosen. */
export type EvmReason =
  /** A person named it. */
  | { readonly kind: "setting" }
  /** The configuration of the project's own tool names it. */
  | { readonly kind: "project"; readonly file: string }
  /** The compiler's own default would be newer than the chain runs. `wanted`: what else was asked for and is too new. */
  | { readonly kind: "chain"; readonly chain: EvmVersion; readonly wanted: EvmVersion | undefined }
  /** The compiler's default runs on the chain. */
  | { readonly kind: "compilerDefault" };

/** A pragma that took part in a choice. */
export interface PragmaOfSource {
  readonly sourceName: string;
  /** As written: `>=0.6.10<0.8.20`. */
  readonly text: string;
}

/** Which compiler for which machine, and why: what a status bar shows. */
export interface CompilerChoice {
  readonly version: string;
  readonly versionReason: VersionReason;
  /** Pragmas of the file and everything it imports. */
  readonly pragmas: readonly PragmaOfSource[];
  /** The machine that the code is for; what the compiler takes by itself where `evmReason` says so. */
  readonly evmVersion: EvmVersion;
  readonly evmReason: EvmReason;
}
