import type { Signer } from "../../crypto/cryptoSuite";
import { openSigner, signersFile } from "../../signing/signers/openSigner";
import { heldPin, requirePin } from "../../signing/signers/pkcs11Signer";
import { t } from "../../text/catalogue";
import { readPassword } from "./passwords";

/** The PIN of a device: its variable's, or what is typed. @throws ChainError usage `pinNeeded`; WrongInput `declined` */
export const readDevicePin = async (setting: { readonly pinEnv: string }): Promise<string> =>
  requirePin(await readPassword(undefined, setting.pinEnv, `${t("PIN of the device:")} `), setting);

/** The signer that the person calls so. @throws as `openSigner` */
export const namedSigner = (name: string): Promise<Signer> =>
  openSigner(name, signersFile(process.env), { pinOf: (setting) => heldPin(() => readDevicePin(setting)) });
