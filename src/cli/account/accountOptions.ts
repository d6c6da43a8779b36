import { parseArgs } from "node:util";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import type { KeyFileFormat } from "../../crypto/keyFiles/keyFileFormat";
import { argumentWords } from "../../text/argumentTrouble";
import { t, text } from "../../text/catalogue";
import type { Usage } from "../usageText";

export type AccountAction = "new" | "import" | "export" | "list";

export interface AccountOptions {
  readonly action: AccountAction;
  readonly files: readonly string[];
  readonly suite: CryptoSuiteName | undefined;
  readonly format: KeyFileFormat;
  readonly out: string | undefined;
  readonly passwordFile: string | undefined;
  readonly newPasswordFile: string | undefined;
  readonly json: boolean;
}

export const accountUsage: Usage = {
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
    ["--suite standard|sm", text("secp256k1 or SM2 (new: standard; import: for files that don't say)")],
    ["--format pem|p12|keystore|hex", text("what new and export write (default: pem)")],
    ["--out FILE|FOLDER", text("where to write (default: account/ecdsa or account/gm, like the official clients)")],
    ["--password-file FILE", text("file with the password of the file that is read, and of what new writes")],
    ["--new-password-file FILE", text("file with the password of what export writes")],
    ["--json", text("print one line of JSON")],
  ],
  notes: [
    text(
      "You're asked for passwords at a terminal; otherwise they come from the files above or from the environment variables CHAINSIDE_PASSWORD and CHAINSIDE_NEW_PASSWORD. Private keys are written to files only, never over an existing file.",
    ),
  ],
  exitCodes: text("Exit code: 0 done, 1 something failed, 2 wrong command line."),
};

const actions: readonly string[] = ["new", "import", "export", "list"];
const formats: readonly string[] = ["pem", "p12", "keystore", "hex"];

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      suite: { type: "string" },
      format: { type: "string", default: "pem" },
      out: { type: "string" },
      "password-file": { type: "string" },
      "new-password-file": { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
}

/** Reads the command line of `chainside account`; a string tells what is wrong with it, an empty one asks for help. */
export function parseAccountOptions(args: readonly string[]): AccountOptions | string {
  let parsed: ReturnType<typeof readArguments>;
  try {
    parsed = readArguments(args);
  } catch (error) {
    return argumentWords(error);
  }
  const { values, positionals } = parsed;
  if (values.help) return "";
  const [action, ...files] = positionals;
  if (action === undefined || !actions.includes(action)) return t("specify one of {0}", actions.join(", "));
  if (!formats.includes(values.format)) return t("--format must be one of {0}", formats.join(", "));
  if (values.suite !== undefined && values.suite !== "standard" && values.suite !== "sm") {
    return t("--suite must be standard or sm, not {0}", values.suite);
  }
  if (action === "new" && files.length > 0) return t("new doesn't take a file; specify where to write with --out");
  if (action === "import" && files.length === 0) return t("specify at least one key file");
  if (action === "export" && files.length !== 1) return t("specify one key file");
  return {
    action: action as AccountAction,
    files,
    suite: values.suite,
    format: values.format as KeyFileFormat,
    out: values.out,
    passwordFile: values["password-file"],
    newPasswordFile: values["new-password-file"],
    json: values.json,
  };
}
