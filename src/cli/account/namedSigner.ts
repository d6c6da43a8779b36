import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { parse as parseWithComments } from "jsonc-parser";
import { clientError, excerpt } from "../../chain/errors/clientError";
import type { Signer } from "../../crypto/cryptoSuite";
import { mostBytes, readGivenText } from "../../files/regularFile";
import type { Pkcs11 } from "../../signing/signers/pkcs11Signer";
import { remoteSigner } from "../../signing/signers/remoteSigner";
import { type Pkcs11Setting, readSigner } from "../../signing/signers/signerSetting";
import { t } from "../../text/catalogue";
import { thrownWords } from "../../text/thrownWords";
import { visibleLine } from "../../text/visibleText";
import { userFile } from "../connection/profiles";
import { WrongInput } from "../output/showError";
import { readPassword } from "./passwords";

/** Where the person keeps signers: the variable `CHAINSIDE_SIGNERS`, else beside the file of connections. No workspace has a word in it. */
const signersFile = (environment: NodeJS.ProcessEnv): string =>
  environment["CHAINSIDE_SIGNERS"] || join(dirname(userFile(environment)), "signers.json");

/** The package that the person installed in this folder, and nowhere above it. @throws ChainError usage `devicePackage` */
function installedPkcs11(folder: string): Pkcs11 {
  try {
    const { PKCS11 } = createRequire(join(folder, "signers.json"))(join(folder, "node_modules", "pkcs11js")) as {
      readonly PKCS11: new () => Pkcs11;
    };
    return new PKCS11();
  } catch (cause) {
    throw clientError("devicePackage", { folder, reason: excerpt(visibleLine(thrownWords(cause)), 200) }, { cause });
  }
}

async function deviceSigner(setting: Pkcs11Setting, folder: string): Promise<Signer> {
  const { pkcs11Signer } = await import("../../signing/signers/pkcs11Signer");
  const readPin = async (): Promise<string> => {
    const pin = await readPassword(undefined, setting.pinEnv, `${t("PIN of the device:")} `);
    if (!pin) throw new WrongInput("pinNeeded", t("The device requires a PIN. Set {0}.", setting.pinEnv));
    return pin;
  };
  return pkcs11Signer({ ...setting, module: resolve(folder, setting.module) }, () => installedPkcs11(folder), readPin);
}

/**
 * The signer that the person calls so.
 * @throws ChainError usage `signerUnknown`, `signerSetting`, `unreadableFile`; of a device, what is missing is said when it signs
 */
export async function namedSigner(name: string): Promise<Signer> {
  const file = signersFile(process.env);
  const read = async (path: string): Promise<string> => {
    try {
      return await readGivenText(path, mostBytes.key);
    } catch (cause) {
      throw clientError("unreadableFile", { path }, { cause });
    }
  };
  const setting = readSigner(parseWithComments(await read(file), [], { allowTrailingComma: true }), name, file);
  const beside = (path: string): Promise<string> => read(resolve(dirname(file), path));
  if (setting.kind === "pkcs11") return deviceSigner(setting, dirname(resolve(file)));
  const { ca, cert, key } = setting.tls;
  return remoteSigner(setting, { ca: await beside(ca), cert: await beside(cert), key: await beside(key) });
}
