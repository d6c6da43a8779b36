import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { accountFolder } from "../../crypto/keyFiles/accountFolder";
import { exportKeyFile } from "../../crypto/keyFiles/exportKeyFile";
import type { KeyFileFormat } from "../../crypto/keyFiles/keyFileFormat";
import { freshKey } from "../../crypto/privateKeySigner";
import { t } from "../../text/catalogue";
import { tableLines } from "../../text/columns";
import { type AccountOptions, accountLine } from "../account/accountOptions";
import { addressOf, readKeyFile, writeKeyFile } from "../account/keyFileOnDisk";
import { listAccounts } from "../account/listAccounts";
import { readNewPassword } from "../account/passwords";
import { runCommandLine } from "../options/commandLine";
import { namedFiles } from "../options/filePatterns";
import { complain, print, printJson } from "../output/print";

/** What was done, for a person or as JSON. Never a key. */
interface WrittenAccount {
  address: string;
  suite: CryptoSuiteName;
  format: KeyFileFormat;
  file: string;
}

const hasPassword = (format: KeyFileFormat): boolean => format === "p12" || format === "keystore";

async function write(
  options: AccountOptions,
  suite: CryptoSuiteName,
  privateKey: Uint8Array,
  format: KeyFileFormat,
  password: string | undefined,
): Promise<WrittenAccount> {
  const file = await exportKeyFile({ format, suite, privateKey, ...(password === undefined ? {} : { password }) });
  const path = await writeKeyFile(file, options.out ?? `${accountFolder(suite)}/`);
  return { address: addressOf(suite, privateKey), suite, format, file: path };
}

async function* createAccount(options: AccountOptions): AsyncGenerator<WrittenAccount> {
  const suite = options.suite ?? "standard";
  const password = hasPassword(options.format)
    ? await readNewPassword(options.passwordFile, "CHAINSIDE_PASSWORD")
    : undefined;
  yield await write(options, suite, freshKey(), options.format, password);
}

async function* importAccounts(options: AccountOptions): AsyncGenerator<WrittenAccount> {
  for (const file of await namedFiles(options.files)) {
    const { suite = options.suite ?? "standard", privateKey } = await readKeyFile(file, options.passwordFile);
    yield await write(options, suite, privateKey, "pem", undefined);
  }
}

async function* exportAccount(options: AccountOptions): AsyncGenerator<WrittenAccount> {
  const [file = ""] = options.files;
  const { suite = options.suite ?? "standard", privateKey } = await readKeyFile(file, options.passwordFile);
  const password = hasPassword(options.format)
    ? await readNewPassword(options.newPasswordFile, "CHAINSIDE_NEW_PASSWORD")
    : undefined;
  yield await write(options, suite, privateKey, options.format, password);
}

async function printList(options: AccountOptions): Promise<void> {
  const accounts = await listAccounts(options.files.length > 0 ? await namedFiles(options.files, "both") : ["account"]);
  if (options.json) return printJson(JSON.stringify(accounts));
  const rows = accounts.map(({ address = "?", suite, format, file, locked }) => [
    address,
    locked ? t("locked") : suite,
    format,
    file,
  ]);
  for (const line of tableLines(rows)) print(line);
}

function tell(written: readonly WrittenAccount[], { json }: AccountOptions): void {
  if (json) printJson(JSON.stringify(written));
  else for (const { address, suite, format, file } of written) print(`${address}  ${suite}  ${format}  ${file}`);
}

async function run(options: AccountOptions): Promise<number> {
  if (options.action === "list") {
    await printList(options);
    return 0;
  }
  const actions = { new: createAccount, import: importAccounts, export: exportAccount };
  const written: WrittenAccount[] = [];
  try {
    for await (const account of actions[options.action](options)) written.push(account);
  } finally {
    // also what was written before another file failed
    if (written.length > 0) tell(written, options);
  }
  if (process.platform === "win32") {
    complain(t("On Windows a key file has no permissions of its own: whoever can read its folder can read the key."));
  }
  return 0;
}

/** `chainside account`: key files on the command line. */
export function runAccount(args: readonly string[]): Promise<number> {
  return runCommandLine(accountLine, args, run);
}
