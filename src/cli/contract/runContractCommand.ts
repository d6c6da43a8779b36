import type { ChainError } from "../../chain/errors/chainError";
import { stringifyExactJson } from "../../chain/json/exactJson";
import { visibleLine } from "../../text/visibleText";
import { runCommandLine } from "../options/commandLine";
import { hideNegative } from "../options/negativeWords";
import { print, printJson } from "../output/print";
import { errorJson, reportError } from "../output/showError";
import { type ContractOptions, contractLine } from "./contractOptions";

/** What a command found out: for a person, and for a program. */
export interface Said {
  readonly lines: readonly string[];
  readonly json: object;
  /** What failed after that was done. */
  readonly error?: ChainError;
}

/** Runs a command that works with one contract, and prints what came of it. Gives the exit code. */
export function runContractCommand(
  command: Parameters<typeof contractLine>[0],
  args: readonly string[],
  run: (options: ContractOptions) => Promise<Said>,
): Promise<number> {
  return runCommandLine(contractLine(command), args.map(hideNegative), async (options) => {
    const { lines, json, error } = await run(options);
    if (options.json) printJson(stringifyExactJson({ ...json, ...(error ? { error: errorJson(error) } : {}) }));
    else print(lines.map(visibleLine).join("\n"));
    if (error && !options.json) await reportError(command.name, error, false);
    return error ? 1 : 0;
  });
}
