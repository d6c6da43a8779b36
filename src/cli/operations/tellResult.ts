import type { GenericSchema } from "valibot";
import { plainObject } from "../../operations/kit/plain";
import { WrongCommandLine } from "../options/commandLine";
import { checkedResult, nameOf, printEnvelope, printFailure } from "./envelope";

/** What a command tells: an operation of the catalogue, or what only the command does, in the same form. */
export interface ReportedCommand {
  readonly noun: string;
  readonly verb: string;
  readonly result: GenericSchema;
}

/** What came of it: for a program, and for a person. */
export interface Telling {
  readonly result: object;
  show(): void;
  /** Exit code; 0 when absent. */
  readonly code?: number;
}

/**
 * Does the work of a command and tells its result: to a program in the envelope of operations, checked by its schema, as what goes wrong.
 * Gives the exit code.
 * @throws WrongCommandLine of the work; where a person is told, whatever it throws
 */
export async function tellResult(
  reported: ReportedCommand,
  json: boolean,
  work: () => Promise<Telling>,
): Promise<number> {
  const operation = nameOf(reported);
  try {
    const { result, show, code = 0 } = await work();
    if (json)
      await printEnvelope({ ok: true, operation, result: checkedResult(reported, plainObject(result)) }, "json");
    else show();
    return code;
  } catch (thrown) {
    if (!json || thrown instanceof WrongCommandLine) throw thrown;
    return printFailure(thrown, { operation }, "json");
  }
}
