import type { CryptoSuiteName } from "../../crypto/cryptoSuite";

/** What a compiler's process is told. */
export type CompilerOrder =
  | { readonly kind: "load"; readonly path: string; readonly suite: CryptoSuiteName; readonly memoryMiB: number }
  | { readonly kind: "compile"; readonly id: number; readonly input: string };

/** What it answers. */
export type CompilerReply =
  | { readonly kind: "loaded"; readonly longVersion: string }
  | { readonly kind: "notLoaded"; readonly reason: string; readonly notForSm: boolean }
  | { readonly kind: "compiled"; readonly id: number; readonly output: string }
  | { readonly kind: "crashed"; readonly id: number; readonly reason: string };
