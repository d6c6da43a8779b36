import { clientError } from "../../chain/errors/clientError";
import type { Signer } from "../../crypto/cryptoSuite";
import { openSigner, signersFile } from "../../signing/signers/openSigner";
import { heldPin } from "../../signing/signers/pkcs11Signer";
import { t } from "../../text/catalogue";
import { readPassword } from "./passwords";

/** The PIN of a device: its variable's, or what is typed. @throws ChainError usage `pinNeeded`; WrongInput `declined` */
export async function readDevicePin({ pinEnv }: { readonly pinEnv: string }): Promise<string> {
  const pin = await readPassword(undefined, pinEnv, `${t("PIN of the device:")} `);
  if (!pin) throw clientError("pinNeeded", { variable: pinEnv });
  return pin;
}

/** The signer that the person calls so. @throws as `openSigner` */
export const namedSigner = (name: string): Promise<Signer> =>
  openSigner(name, signersFile(process.env), { pinOf: (setting) => heldPin(() => readDevicePin(setting)) });
