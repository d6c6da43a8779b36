import type { ChainError } from "../../chain/errors/chainError";
import { visibleLine } from "../../text/visibleText";
import { type ContractOptions, contractLine } from "../contract/contractOptions";
import { runCommandLine } from "../options/commandLine";
import { hideNegative } from "../options/negativeWords";
import { print } from "../output/print";
import { errorJson, reportError } from "../output/showError";
import type { Envelope } from "./envelope";
import { checkedResult, nameOf, printEnvelope, printFailure } from "./printEnvelope";

/** What a command found out: for a person, and for a program. */
export interface Said {
  readonly lines: readonly string[];
  /** The operation's. */
  readonly result: object;
  /** What this command did beside it. */
  readonly more?: object;
  /** What failed after that was done. */
  readonly error?: ChainError;
}

type ContractCommand = Omit<Parameters<typeof contractLine>[0], "failed">;

/** Runs a command that works with one contract, and prints what came of it, for programs as its operation does. Gives the exit code. */
export function runContractCommand(
  command: ContractCommand,
  args: readonly string[],
  run: (options: ContractOptions) => Promise<Said>,
): Promise<number> {
  const { name } = command;
  const operation = nameOf({ noun: "contract", verb: name });
  const line = contractLine({ ...command, failed: (thrown) => printFailure(thrown, { operation }, "json") });
  return runCommandLine(line, args.map(hideNegative), async (options) => {
    const { lines, result, more, error } = await run(options);
    if (options.json) {
      const whole = { ...((await checkedResult("contract", name, result)) as object), ...more };
      const failed = error && { error: errorJson(error) as NonNullable<Envelope["error"]> };
      await printEnvelope({ ok: !error, operation, result: whole, ...failed }, "json");
    } else print(lines.map(visibleLine).join("\n"));
    if (error && !options.json) await reportError(name, error, false);
    return error ? 1 : 0;
  });
}
