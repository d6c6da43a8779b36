import { ChainError } from "../../chain/errors/chainError";
import { explainError, toChainError } from "../../chain/errors/dictionary";
import { stringifyExactJson } from "../../chain/transport/exactJson";
import { KeyFileError } from "../../crypto/keyFiles/keyFileError";
import { CannotDebug } from "../../debugger/program/cannotDebug";
import { visibleLine } from "../../text/visibleText";
import { keyFileTrouble, keyFileTroubleInEnglish } from "../account/keyFileTrouble";
import { complain, print, printJson } from "../print";

/** What happened and what to do next, in the language of the terminal. */
export async function errorLines(error: ChainError): Promise<string[]> {
  const { meaning, advice } = await explainError(error);
  const words = error.nodeMessage && !meaning.includes(error.nodeMessage) ? ` [${error.nodeMessage}]` : "";
  const code = typeof error.code === "number" ? ` (${error.code})` : "";
  return [`${meaning}${code}${words}`, ...(advice === "" ? [] : [advice])].map(visibleLine);
}

/** The error as data. No stack, no cause: these may name files of the machine. */
export function errorJson({ kind, code, message, advice, nodeMessage, details }: ChainError): object {
  return { kind, code, message, advice, nodeMessage, details };
}

/** What whoever runs a command can mend, in words for them. */
export class CommandTrouble extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Whether a key file or another file of this machine is what went wrong. */
export function isFileTrouble(thrown: unknown): boolean {
  if (thrown instanceof ChainError) return false;
  return thrown instanceof KeyFileError || (thrown instanceof Error && "code" in thrown && "path" in thrown);
}

/** What a person is told after the name of the command, and a program instead. */
async function told(thrown: unknown): Promise<{ readonly lines: readonly string[]; readonly json: object }> {
  if (isFileTrouble(thrown)) {
    const message = keyFileTroubleInEnglish(thrown);
    return { lines: [keyFileTrouble(thrown)], json: { kind: "usage", code: "file", message } };
  }
  if (thrown instanceof CannotDebug || thrown instanceof CommandTrouble) {
    const { message } = thrown;
    const code = thrown instanceof CommandTrouble ? thrown.code : "cannotDebug";
    return { lines: [message], json: { kind: "usage", code, message } };
  }
  const error = toChainError(thrown);
  return { lines: await errorLines(error), json: errorJson(error) };
}

/**
 * Says what went wrong: on standard error after the name of the command, or as JSON on standard output. Gives the exit code:
 * 2 where the command line asked for what can't be, else 1.
 */
export async function reportError(command: string, thrown: unknown, json: boolean): Promise<number> {
  const { lines, json: data } = await told(thrown);
  if (json) printJson(stringifyExactJson({ error: data }));
  else complain(`chainside ${command}: ${lines.join("\n")}`);
  return thrown instanceof ChainError && thrown.kind === "usage" ? 2 : 1;
}

/** An answer as it came: with `--json` on one line, else a text alone as itself. */
export function printAnswer(answer: unknown, json: boolean): void {
  if (typeof answer === "string" && !json) print(answer);
  else printJson(stringifyExactJson(answer, json ? undefined : 2));
}
