import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { maxBytes, readGivenText } from "../../files/regularFile";
import { t } from "../../text/catalogue";
import { CommandTrouble, WrongInput } from "../output/showError";
import { typedLine } from "../output/terminalQuestion";

/** The password of an environment variable. One that is empty, as a secret that a build doesn't have, is none. */
export const passwordOfVariable = (variable: string): string | undefined => process.env[variable] || undefined;

/** Asks at the terminal without echo; undefined where there is no terminal. @throws WrongInput `declined` where the person ends it */
async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    const typed = await typedLine(lines, "");
    if (typed === undefined) throw new WrongInput("declined", t("No password was entered."));
    return typed;
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
  if (file !== undefined) return (await readGivenText(file, maxBytes.key)).replace(/\r?\n$/, "");
  return passwordOfVariable(variable) ?? (await ask(question));
}

/**
 * The password for a file that is about to be written; at a terminal it is asked for twice.
 * @throws CommandTrouble when there is none, an empty one alone, or the two differ.
 */
export async function readNewPassword(
  file: string | undefined,
  variable: "CHAINSIDE_PASSWORD" | "CHAINSIDE_NEW_PASSWORD",
): Promise<string> {
  const option = variable === "CHAINSIDE_PASSWORD" ? "--password-file" : "--new-password-file";
  const asked = file === undefined && passwordOfVariable(variable) === undefined;
  const password = await readPassword(file, variable, `${t("Password for the new file:")} `);
  // under an empty password the key lies open
  if (!password)
    throw new CommandTrouble(
      "passwordNeeded",
      t("The new file requires a password. Specify {0} or set {1}.", option, variable),
    );
  if (asked && (await ask(`${t("Enter the same password again:")} `)) !== password)
    throw new CommandTrouble("passwordsDiffer", t("The two passwords differ. Nothing was written."));
  return password;
}
