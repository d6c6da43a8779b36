import { ChainError } from "../../chain/errors/chainError";
import { toChainError } from "../../chain/errors/dictionary";
import { stringifyExactJson } from "../../chain/transport/exactJson";
import { KeyFileError } from "../../crypto/keyFiles/keyFileError";
import { useCatalogue } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import { keyFileTrouble, keyFileTroubleInEnglish } from "../account/keyFileTrouble";
import { complainOfError, errorJson } from "../connection/showError";
import { complain, print, printJson } from "../print";
import { refuse, showUsage, type Usage } from "../usageText";
import type { ContractOptions } from "./contractOptions";

/** What a command found out: for a person, and for a program. */
export interface Said {
  readonly lines: readonly string[];
  readonly json: object;
}

interface ContractCommand {
  readonly name: "send" | "call" | "deploy" | "verify";
  readonly usage: Usage;
  /** Options, or what is wrong with the command line; an empty text asks for help. */
  readonly options: ContractOptions | string;
  readonly run: (options: ContractOptions) => Promise<Said>;
}

function isFileTrouble(error: unknown): boolean {
  return error instanceof KeyFileError || (error instanceof Error && "code" in error && "path" in error);
}

/** Runs a command and prints what came of it. Exit code 0 done, 1 an error, 2 a wrong command line. */
export async function runContractCommand({ name, usage, options, run }: ContractCommand): Promise<number> {
  if (typeof options === "string") return options === "" ? showUsage(usage) : refuse(name, options, usage);
  // What programs read is in English.
  if (options.json) useCatalogue("en");
  try {
    const { lines, json } = await run(options);
    if (options.json) printJson(stringifyExactJson(json));
    else print(lines.map(visibleLine).join("\n"));
    return 0;
  } catch (thrown) {
    if (!(thrown instanceof ChainError) && isFileTrouble(thrown)) {
      const message = keyFileTroubleInEnglish(thrown);
      if (options.json) printJson(JSON.stringify({ error: { kind: "usage", code: "file", message } }));
      else complain(`chainside ${name}: ${keyFileTrouble(thrown)}`);
      return 1;
    }
    const error = toChainError(thrown);
    if (options.json) printJson(stringifyExactJson({ error: errorJson(error) }));
    else await complainOfError(name, error);
    return error.kind === "usage" ? 2 : 1;
  }
}
