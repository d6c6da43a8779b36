import { ChainError } from "../../chain/errors/chainError";
import { toChainError } from "../../chain/errors/dictionary";
import { stringifyExactJson } from "../../chain/transport/exactJson";
import { KeyFileError } from "../../crypto/keyFiles/keyFileError";
import { visibleLine } from "../../text/visibleText";
import { keyFileTrouble } from "../account/keyFileTrouble";
import { errorJson, errorLines } from "../connection/showError";
import { complain, print, printJson } from "../print";
import { terminalLocale } from "../translation";
import { type Usage, usageForTerminal } from "../usageText";
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
  if (typeof options === "string") {
    const said = await usageForTerminal(usage);
    if (options === "") print(said);
    else complain(`chainside ${name}: ${options}\n\n${said}`);
    return options === "" ? 0 : 2;
  }
  try {
    const { lines, json } = await run(options);
    if (options.json) printJson(stringifyExactJson(json));
    else print(lines.map(visibleLine).join("\n"));
    return 0;
  } catch (thrown) {
    if (!(thrown instanceof ChainError) && isFileTrouble(thrown)) {
      const lines = await keyFileTrouble(thrown, terminalLocale(process.env));
      if (options.json) printJson(JSON.stringify({ error: { kind: "usage", code: "file", message: lines.join(" ") } }));
      else complain(`chainside ${name}: ${lines.join("\n")}`);
      return 1;
    }
    const error = toChainError(thrown);
    if (options.json) printJson(stringifyExactJson({ error: errorJson(error) }));
    else complain(`chainside ${name}: ${(await errorLines(error)).join("\n")}`);
    return error.kind === "usage" ? 2 : 1;
  }
}
