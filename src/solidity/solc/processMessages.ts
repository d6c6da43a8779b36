import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import type { OrderOf } from "../../processes/protocol";

/**
 * What a compiler's process does. Its failures have the codes `compilerNotLoaded`, `compilerNotForSm` and `compilerCrashed`, and a reason
 * as their message.
 */
export interface CompilerProtocol {
  readonly orders: {
    /** The first, once. */
    readonly load: OrderOf<
      {
        /** `soljson.js`, compared with its hash: the process reads no file. */
        readonly soljson: Uint8Array;
        readonly sha256: string;
        readonly suite: CryptoSuiteName;
        readonly memoryMiB: number;
      },
      { readonly longVersion: string }
    >;
    /** Standard JSON in, standard JSON out. */
    readonly compile: OrderOf<string, string>;
  };
  readonly asks: Record<never, never>;
}
