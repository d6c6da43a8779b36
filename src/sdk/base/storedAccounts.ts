import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { privateKeySigner } from "../../crypto/privateKeySigner";
import { cryptoSuite } from "../../crypto/suites";
import type { Account } from "./accounts";

/**
 * The account of a key file as the official clients, Ethereum tools, and this product write them: PEM, PKCS#12 (`.p12`), keystore JSON,
 * or hex digits. The format is told by the content.
 * @param suite for files that don't say it (hex, some keystores); an error where the file says another
 * @param content what the file holds
 * @param options the password, where there is one, and the suite
 * @returns an account with the file's key in memory
 * @throws ChainError usage with the code `passwordNeeded`, `wrongPassword`, `damaged`, …
 * @example
 * ```ts
 * const owner = await importAccount(await readFile("account.pem"), { suite: chain.suite.name });
 * console.log(owner.address);
 * ```
 */
export async function importAccount(
  content: Uint8Array | string,
  options: { readonly password?: string; readonly suite?: CryptoSuiteName } = {},
): Promise<Account> {
  const { importKeyFile } = await import("../../crypto/keyFiles/importKeyFile");
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const { privateKey, suite } = await importKeyFile(bytes, options.password);
  if (suite !== undefined && options.suite !== undefined && suite !== options.suite)
    throw new TypeError(`the key file is of the suite ${suite}, not ${options.suite}`);
  return privateKeySigner(cryptoSuite(suite ?? options.suite ?? "standard"), privateKey);
}

/** Where a signer is looked for, and what opens its device. */
export interface SignerOptions {
  /**
   * The file of signers (docs/signers.md); default that of the variable `CHAINSIDE_SIGNERS`, else `signers.json` among the user's settings.
   */
  readonly file?: string;
  /**
   * PIN of a device, or what asks for it; default the variable that the entry names (`CHAINSIDE_PIN`). It is used again; one that the
   * device refused isn't.
   */
  readonly pin?: string | (() => string | Promise<string>);
}

/**
 * An account whose key is elsewhere: with a remote signer, or on a device (PKCS#11). It is asked for each signature, but for none that only
 * tries something out; it is shown what is signed, and isn't believed: what it returns is checked against account and hash. A device takes
 * the package `pkcs11js`, installed beside
 * the file of signers, which is loaded when something is signed.
 * @param name of the entry
 * @returns an account that is asked for each signature
 * @throws ChainError usage `signerUnknown`, `signerSetting`, `unreadableFile`; when it signs also `signerRefused`, `signerUnreachable`,
 * `signatureOfAnother`, `pinNeeded`, `pinRefused`, `deviceTrouble`, `devicePackage`
 * @example
 * ```ts
 * const ops = await signerAccount("ops", { file: "signers.json" });
 * await sendTransaction(chain, { to: address, data: "0x", account: ops });
 * ```
 */
export async function signerAccount(name: string, { file, pin }: SignerOptions = {}): Promise<Account> {
  const { openSigner, signersFile } = await import("../../signing/signers/openSigner");
  const environment = file === undefined ? process.env : { CHAINSIDE_SIGNERS: file };
  const { heldPin, requirePin } = await import("../../signing/signers/pkcs11Signer");
  const given = async (pinEnv: string): Promise<string | undefined> =>
    typeof pin === "function" ? pin() : (pin ?? process.env[pinEnv]);
  return openSigner(name, signersFile(environment), {
    pinOf: (setting) => heldPin(async () => requirePin(await given(setting.pinEnv), setting)),
  });
}
