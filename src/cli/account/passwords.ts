import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { mostBytes, readGivenText } from "../../files/regularFile";
import { t } from "../../text/catalogue";
import { CommandTrouble } from "../output/showError";

/** Asks at the terminal without echo; undefined where there is no terminal. */
async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}

/** The password from its file (without the line end), the environment or the terminal. */
export async function readPassword(
  file: string | undefined,
  variable: string,
  question: string,
): Promise<string | undefined> {
  if (file !== undefined) return (await readGivenText(file, mostBytes.key)).replace(/\r?\n$/, "");
  return process.env[variable] ?? (await ask(question));
}

/**
 * The password for a file that is about to be written; at a terminal it is asked for twice.
 * @throws CommandTrouble when there is none, or the two differ.
 */
export async function readNewPassword(
  file: string | undefined,
  variable: "CHAINSIDE_PASSWORD" | "CHAINSIDE_NEW_PASSWORD",
): Promise<string> {
  const option = variable === "CHAINSIDE_PASSWORD" ? "--password-file" : "--new-password-file";
  const asked = file === undefined && process.env[variable] === undefined;
  const password = await readPassword(file, variable, `${t("Password for the new file:")} `);
  if (password === undefined)
    throw new CommandTrouble(
      "passwordNeeded",
      t("The new file requires a password. Specify {0} or set {1}.", option, variable),
    );
  if (asked && (await ask(`${t("Enter the same password again:")} `)) !== password)
    throw new CommandTrouble("passwordsDiffer", t("The two passwords differ. Nothing was written."));
  return password;
}
