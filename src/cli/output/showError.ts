import { stringifyExactJson } from "../../chain/json/exactJson";
import { KeyFileError } from "../../crypto/keyFiles/keyFileError";
import { ChainError } from "../../errors/chainError";
import { explainError, toChainError } from "../../errors/dictionary";
import { revertMessage } from "../../errors/revertText";
import { UserFacingError } from "../../errors/userFacingError";
import { chosenLanguage, type LocalizableText, say, sayInEnglish, t } from "../../text/catalogue";
import { noted } from "../../text/joining";
import { visibleLine } from "../../text/visibleText";
import { complain, print, printJson } from "./print";

function words(error: KeyFileError, messageOf: (message: LocalizableText) => string, space: string): string {
  const detail = error.detail === undefined ? "" : ` (${error.detail})`;
  return `${messageOf({ text: error.message, args: [] })}${detail}${space}${messageOf(error.advice)}`;
}

/** What went wrong with a key file, without a stack and without anything secret, in the language of the terminal. */
function keyFileTrouble(error: KeyFileError): string {
  return words(error, say, chosenLanguage() === "zh" ? "" : " ");
}

/** The same for programs. */
function keyFileTroubleInEnglish(error: KeyFileError): string {
  return words(error, sayInEnglish, " ");
}

/** What happened and what to do next, in the language of the terminal. */
export async function errorLines(error: ChainError): Promise<string[]> {
  const { meaning, advice } = await explainError(error);
  const message = revertMessage(error.nodeMessage ?? "");
  const words = message !== "" && !meaning.includes(message) ? ` [${message}]` : "";
  const code = typeof error.code === "number" ? String(error.code) : "";
  const lines = [`${noted(meaning, code)}${words}`, ...(advice === "" ? [] : [advice])];
  return [...lines, ...transactionLine(error, meaning)].map(visibleLine);
}

/** Which transaction it was, and in which block where it is in one: a search for the cause begins there. */
function transactionLine({ details }: ChainError, meaning: string): string[] {
  const { transactionHash: hash, blockNumber: block } = details;
  if (typeof hash !== "string" || meaning.includes(hash)) return [];
  return [block === undefined ? t("Transaction {0}", hash) : t("Block {0}, transaction {1}", String(block), hash)];
}

/** The error as data. No stack, no cause: these may name files of the machine. */
export function errorJson({ kind, code, message, advice, nodeMessage, details }: ChainError): object {
  return { kind, code, message, advice, nodeMessage, details };
}

/** What the user of a command can mend, in words for them. */
export class CommandTrouble extends UserFacingError {
  constructor(code: string, message: string) {
    super(message, code);
  }
}

/** The same where another command line would have done it. */
export class WrongInput extends CommandTrouble {}

/** What a person is told after the name of the command, and a program instead. */
export async function report(thrown: unknown): Promise<{ readonly lines: readonly string[]; readonly json: object }> {
  if (thrown instanceof KeyFileError) {
    const message = keyFileTroubleInEnglish(thrown);
    return { lines: [keyFileTrouble(thrown)], json: { kind: "usage", code: "file", message } };
  }
  if (thrown instanceof UserFacingError) {
    const { code, message } = thrown;
    return { lines: message.split("\n").map(visibleLine), json: { kind: "usage", code, message } };
  }
  const error = toChainError(thrown);
  return { lines: await errorLines(error), json: errorJson(error) };
}

/** What a person is told of it. */
export const thrownLines = async (thrown: unknown): Promise<readonly string[]> => (await report(thrown)).lines;

/**
 * Says what went wrong: on standard error after the name of the command, or as JSON on standard output. Gives the exit code,
 * {@link exitCodeOf} it.
 */
export async function reportError(command: string, thrown: unknown, json: boolean): Promise<number> {
  const { lines, json: data } = await report(thrown);
  if (json) printJson(stringifyExactJson({ error: data }));
  else complain(`chainside ${command}: ${lines.join("\n")}`);
  return exitCodeOf(thrown);
}

/** What is wrong with a file that was named. */
const ofNamedFile: readonly (string | number)[] = ["fileMissing", "fileForbidden", "fileTooLarge", "notRegularFile"];

/** What a right command line is answered by: a no. */
const answers: readonly (string | number)[] = ["otherCode"];

/** 2 where the command line asked for what can't be, or named a file that can't be read; else 1. */
export function exitCodeOf(thrown: unknown): number {
  if (thrown instanceof ChainError) return thrown.kind === "usage" && !answers.includes(thrown.code) ? 2 : 1;
  return thrown instanceof WrongInput || ofNamedFile.includes(toChainError(thrown).code) ? 2 : 1;
}

/** An answer as it came, for people: a text alone as itself. */
export function printAnswer(answer: unknown): void {
  if (typeof answer === "string") print(answer);
  else printJson(stringifyExactJson(answer, 2));
}
