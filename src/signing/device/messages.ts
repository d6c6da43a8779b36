import type { OrderOf } from "../../processes/protocol";
import type { Pkcs11Setting } from "../signers/signerSetting";

/** What the program that signs with devices does: a vendor's library, which may block or crash, is loaded there alone. */
export interface DeviceProtocol {
  readonly orders: {
    /** Signs a hash once. `folder`: of the file of signers, where the package is. */
    readonly sign: OrderOf<
      { readonly setting: Pkcs11Setting; readonly folder: string; readonly hash: Uint8Array; readonly pin: string },
      Uint8Array
    >;
  };
  readonly asks: Record<never, never>;
}
