import type { ChainError } from "../../chain/errors/chainError";
import { explainError } from "../../chain/errors/dictionary";
import { visibleLine } from "../../text/visibleText";
import { complain } from "../print";

/** What happened and what to do next, in the language of the terminal. */
export async function errorLines(error: ChainError): Promise<string[]> {
  const { meaning, advice } = await explainError(error);
  const words = error.nodeMessage && !meaning.includes(error.nodeMessage) ? ` [${error.nodeMessage}]` : "";
  const code = typeof error.code === "number" ? ` (${error.code})` : "";
  return [`${meaning}${code}${words}`, ...(advice === "" ? [] : [advice])].map(visibleLine);
}

/** The same on standard error, after the name of the command. */
export async function complainOfError(command: string, error: ChainError): Promise<void> {
  complain(`chainside ${command}: ${(await errorLines(error)).join("\n")}`);
}

/** The error as data. No stack, no cause: these may name files of the machine. */
export function errorJson({ kind, code, message, advice, nodeMessage, details }: ChainError): object {
  return { kind, code, message, advice, nodeMessage, details };
}
