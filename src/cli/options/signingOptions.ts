import { existsSync } from "node:fs";
import { text } from "../../text/catalogue";
import type { Usage } from "../output/usageText";

/** Where the password of a key file comes from, for `util.parseArgs`. */
export const passwordArguments = {
  "password-env": { type: "string" },
  "password-file": { type: "string" },
} as const;

/** The account that a command signs or asks as. */
export const accountArguments = { ...passwordArguments, key: { type: "string" } } as const;

/** Where the password comes from, for a usage. */
export const passwordUsage: Usage["options"] = [
  ["--password-env NAME", text("environment variable with the key file's password (default: CHAINSIDE_PASSWORD)")],
  ["--password-file FILE", text("file with the password; without either, you're asked for it at the terminal")],
];

/** Where the password of a key file comes from. */
export interface PasswordSource {
  readonly passwordFile: string | undefined;
  /** Name of the environment variable. */
  readonly passwordVariable: string;
}

export const passwordOf = (values: {
  readonly "password-env"?: string | undefined;
  readonly "password-file"?: string | undefined;
}): PasswordSource => ({
  passwordFile: values["password-file"],
  passwordVariable: values["password-env"] ?? "CHAINSIDE_PASSWORD",
});

/** Which development account of an embedded chain `--key dev0` names; undefined for a file. */
export function devAccountNumber(keyFile: string): number | undefined {
  const digits = /^dev(\d{1,3})$/.exec(keyFile)?.[1];
  return digits === undefined || existsSync(keyFile) ? undefined : Number(digits);
}

/** Which signer of the person's file of signers `--key signer:NAME` names; undefined for a file. */
export const signerName = (key: string): string | undefined => /^signer:(.+)$/.exec(key)?.[1];
