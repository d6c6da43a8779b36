import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { jsonUsage } from "../connection/connectionOptions";
import { type CommandLine, type Given, WrongCommandLine } from "../options/commandLine";
import { oneOf, suiteOf } from "../options/optionValues";
import type { Usage } from "../output/usageText";

const actions = ["new", "import", "export", "list"] as const;
const formats = ["pem", "p12", "keystore", "hex"] as const;

export interface AccountOptions {
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
export const accountLine: CommandLine<typeof accountArguments, AccountOptions> = {
  name: "account",
  usage,
  options: accountArguments,
  read,
};
