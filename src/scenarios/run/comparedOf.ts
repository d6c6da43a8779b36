import type { Operation } from "../../operations/model/operation";
import type { StepOutcome } from "./outcome";
import { toPlain } from "./scope";

/** What is compared of an operation's result: of a transaction to a built-in contract its code, which is 0 or a number of rows. */
export function comparedOf(operation: Operation, whole: unknown): StepOutcome {
  const result = operation.inSteps ? operation.inSteps(whole) : whole;
  if (typeof result !== "object" || result === null || !("code" in result) || !("transactionHash" in result))
    return { result: toPlain(result) };
  const code = Number(result.code);
  return { result: toPlain(code), code };
}
