import { existsSync } from "node:fs";
import { t, text } from "../../text/catalogue";
import { foreignHosts } from "../connection/foreignHosts";
import type { Usage } from "../usageText";
import { WrongCommandLine } from "./commandLine";

/** Where the password of a key file comes from, for `util.parseArgs`. */
export const passwordArguments = {
  "password-env": { type: "string" },
  "password-file": { type: "string" },
} as const;

/** The same for a usage. */
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

/**
 * Everybody has the keys of `--key dev0`: they sign only for chains on this machine.
 * @throws WrongCommandLine; ChainError usage `badUrl`.
 */
export function requireOwnKey(keyFile: string, urls: readonly string[]): void {
  if (devAccountNumber(keyFile) === undefined || foreignHosts(urls).length === 0) return;
  throw new WrongCommandLine(
    t("{0} is a development account with a public key; it signs only on this machine", keyFile),
  );
}
