import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { parse as parseWithComments } from "jsonc-parser";
import type { Signer } from "../../crypto/cryptoSuite";
import { clientError, excerpt } from "../../errors/clientError";
import { maxBytes, readGivenText } from "../../files/regularFile";
import { settingsFolder } from "../../files/userFolders";
import { thrownText } from "../../text/thrownText";
import { visibleLine } from "../../text/visibleText";
import { type DeviceSigner, type PinSource, type Pkcs11, pkcs11Signer } from "./pkcs11Signer";
import { remoteSigner } from "./remoteSigner";
import { type Pkcs11Setting, readSigner, type SignerSetting, signerNames } from "./signerSetting";

/** Where the person keeps signers: the variable `CHAINSIDE_SIGNERS`, else beside their file of connections. No workspace adds to it. */
export function signersFile(environment: NodeJS.ProcessEnv): string {
  const { CHAINSIDE_SIGNERS: named, CHAINSIDE_CONNECTIONS: connections } = environment;
  return resolve(named || join(connections ? dirname(connections) : settingsFolder(environment), "signers.json"));
}

async function textOf(path: string): Promise<string> {
  try {
    return await readGivenText(path, maxBytes.key);
  } catch (cause) {
    throw clientError("unreadableFile", { path }, { cause });
  }
}

const entriesIn = async (file: string): Promise<unknown> =>
  parseWithComments(await textOf(file), [], { allowTrailingComma: true });

/** The package that the person installed in this folder, and nowhere above it. @throws ChainError usage `devicePackage` */
function installedPkcs11(folder: string): Pkcs11 {
  try {
    const { PKCS11 } = createRequire(join(folder, "signers.json"))(join(folder, "node_modules", "pkcs11js")) as {
      readonly PKCS11: new () => Pkcs11;
    };
    return new PKCS11();
  } catch (cause) {
    throw clientError("devicePackage", { folder, reason: excerpt(visibleLine(thrownText(cause)), 200) }, { cause });
  }
}

/**
 * The key of a device.
 * @param folder of the file that the setting stands in: where relative paths begin and the package is
 */
export const deviceSigner = (setting: Pkcs11Setting, folder: string, pin: PinSource): DeviceSigner =>
  pkcs11Signer({ ...setting, module: resolve(folder, setting.module) }, () => installedPkcs11(folder), pin);

/** An entry of the file of signers, as it was read. */
interface NamedSigner {
  readonly name: string;
  readonly setting: SignerSetting;
}

/** All entries that can be used, for who shows them; one that can't be used isn't there. @throws ChainError usage `unreadableFile` */
export async function listSigners(file: string): Promise<readonly NamedSigner[]> {
  const entries = await entriesIn(file);
  return signerNames(entries).flatMap((name) => {
    try {
      return [{ name, setting: readSigner(entries, name, file) }];
    } catch {
      return [];
    }
  });
}

/** How a front opens devices. */
export interface DevicePorts {
  /** Where the PIN of a device comes from, which is asked for when it signs. */
  readonly pinOf: (setting: Pkcs11Setting, name: string) => PinSource;
  /** Opens the device elsewhere than in this process. */
  readonly device?: (setting: Pkcs11Setting, folder: string, pin: PinSource) => Signer;
}

/**
 * The signer that the person calls so, for every front alike.
 * @param file of signers, absolute
 * @throws ChainError usage `signerUnknown`, `signerSetting`, `unreadableFile`; of a device, what is missing is said when it signs
 */
export async function openSigner(
  name: string,
  file: string,
  { pinOf, device = deviceSigner }: DevicePorts,
): Promise<Signer> {
  const setting = readSigner(await entriesIn(file), name, file);
  const folder = dirname(file);
  if (setting.kind === "pkcs11") return device(setting, folder, pinOf(setting, name));
  const beside = (path: string): Promise<string> => textOf(resolve(folder, path));
  const { ca, cert, key } = setting.tls;
  return remoteSigner(setting, { ca: await beside(ca), cert: await beside(cert), key: await beside(key) });
}
