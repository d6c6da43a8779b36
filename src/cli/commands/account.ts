import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { accountFolder } from "../../crypto/keyFiles/accountFolder";
import { exportKeyFile } from "../../crypto/keyFiles/exportKeyFile";
import type { KeyFileFormat } from "../../crypto/keyFiles/keyFileFormat";
import { freshKey } from "../../crypto/privateKeySigner";
import { t, text } from "../../text/catalogue";
import { tableLines } from "../../text/columns";
import { listed } from "../../text/joining";
import { addressOf, listAccounts, readKeyFile, writeKeyFile } from "../account/keyFileOnDisk";
import { readNewPassword } from "../account/passwords";
import { jsonUsage } from "../connection/connectionOptions";
import { type CommandLine, commandOf, type Given, WrongCommandLine } from "../options/commandLine";
import { namedFiles } from "../options/filePatterns";
import { oneOf, suiteOf } from "../options/optionValues";
import { complain, print, printJson } from "../output/print";
import type { Usage } from "../output/usageText";

/** What was done, for a person or as JSON. Never a key. */
interface WrittenAccount {
  address: string;
  suite: CryptoSuiteName;
  format: KeyFileFormat;
  file: string;
}

const hasPassword = (format: KeyFileFormat): boolean => format === "p12" || format === "keystore";

const actions = ["new", "import", "export", "list"] as const;
const formats = ["pem", "p12", "keystore", "hex"] as const;

interface AccountOptions {
  readonly action: (typeof actions)[number];
  readonly files: readonly string[];
  readonly suite: CryptoSuiteName | undefined;
  readonly format: (typeof formats)[number];
  readonly out: string | undefined;
  readonly passwordFile: string | undefined;
  readonly newPasswordFile: string | undefined;
  readonly json: boolean;
}

const usage: Usage = {
  synopsis: [
    "chainside account new [options]",
    "chainside account import FILE… [options]",
    "chainside account export FILE [options]",
    "chainside account list [FILE|FOLDER…]",
  ],
  summary: text(
    "Creates an account, copies key files into the account folder as PEM, writes an account in another format, shows addresses (default folder: ./account).",
  ),
  options: [
    ["--suite standard|sm", text("secp256k1 or SM2 (new: standard; import: for files that don't specify it)")],
    ["--format pem|p12|keystore|hex", text("what new and export write (default: pem)")],
    ["--out FILE|FOLDER", text("where to write (default: account/ecdsa or account/gm, like the official clients)")],
    ["--password-file FILE", text("file with the password of the file that is read, and of what new writes")],
    ["--new-password-file FILE", text("file with the password of what export writes")],
    jsonUsage,
  ],
  notes: [
    text(
      "You're asked for passwords at a terminal; otherwise they come from the files above or from the environment variables CHAINSIDE_PASSWORD and CHAINSIDE_NEW_PASSWORD. Private keys are written to files only, never over an existing file.",
    ),
  ],
  exitCodes: text("Exit code: 0 done, 1 something failed, 2 wrong command line."),
};

const accountArguments = {
  suite: { type: "string" },
  format: { type: "string", default: "pem" },
  out: { type: "string" },
  "password-file": { type: "string" },
  "new-password-file": { type: "string" },
  json: { type: "boolean", default: false },
} as const;

function read({ values, positionals }: Given<typeof accountArguments>): AccountOptions {
  const [word, ...files] = positionals;
  const action = actions.find((each) => each === word);
  if (action === undefined) throw new WrongCommandLine(t("specify one of {0}", listed(actions)));
  const format = oneOf("format", values.format, formats);
  const suite = values.suite === undefined ? undefined : suiteOf(values.suite);
  if (action === "new" && files.length > 0)
    throw new WrongCommandLine(t("new doesn't take a file; specify where to write with --out"));
  if (action === "import" && files.length === 0) throw new WrongCommandLine(t("specify at least one key file"));
  if (action === "export" && files.length !== 1) throw new WrongCommandLine(t("specify one key file"));
  return {
    action,
    files,
    suite,
    format,
    out: values.out,
    passwordFile: values["password-file"],
    newPasswordFile: values["new-password-file"],
    json: values.json,
  };
}

/** The command line of `chainside account`. */
const accountLine: CommandLine<typeof accountArguments, AccountOptions> = {
  name: "account",
  usage,
  options: accountArguments,
  read,
};

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
export const runAccount = commandOf(accountLine, run);
