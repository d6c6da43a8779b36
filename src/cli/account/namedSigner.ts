import type { Signer } from "../../crypto/cryptoSuite";
import { openSigner, signersFile } from "../../signing/signers/openSigner";
import { t } from "../../text/catalogue";
import { WrongInput } from "../output/showError";
import { readPassword } from "./passwords";

/** The PIN of a device: its variable's, or what is typed. @throws WrongInput `pinNeeded`, `declined` */
export async function readDevicePin({ pinEnv }: { readonly pinEnv: string }): Promise<string> {
  const pin = await readPassword(undefined, pinEnv, `${t("PIN of the device:")} `);
  if (!pin) throw new WrongInput("pinNeeded", t("The device requires a PIN. Set {0}.", pinEnv));
  return pin;
}

/** The signer that the person calls so. @throws as `openSigner` */
export const namedSigner = (name: string): Promise<Signer> => openSigner(name, signersFile(process.env), readDevicePin);
