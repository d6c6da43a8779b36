import * as v from "valibot";
import { stringifyExactJson } from "../../chain/json/exactJson";
import { findOperation } from "../../operations/catalogue";
import type { Operation } from "../../operations/model/operation";
import { print, printJson } from "../output/print";
import { exitCodeOf, report } from "../output/showError";
import { type Envelope, envelopeShape } from "./envelope";

export const outputs = ["table", "json", "yaml"] as const;
export type Output = (typeof outputs)[number];

/** @throws Error where it isn't an envelope. */
export async function printEnvelope(envelope: Envelope, output: Output): Promise<void> {
  const checked = v.parse(envelopeShape, envelope);
  if (output === "json") return printJson(stringifyExactJson(checked));
  const { yamlText } = await import("../../yaml/yamlText");
  print(yamlText(checked));
}

/** `node add-sealer`. */
export const nameOf = ({ noun, verb }: { readonly noun: string; readonly verb: string }): string => `${noun} ${verb}`;

/** A result as the schema of its operation has it. @throws Error where it is another */
export function checkedResult(operation: Pick<Operation, "noun" | "verb" | "result">, result: unknown): unknown {
  const checked = v.safeParse(operation.result, result);
  if (checked.success) return checked.output;
  const problems = checked.issues.map((issue) => `${v.getDotPath(issue) ?? ""} ${issue.message}`);
  throw new Error([nameOf(operation), ...problems].join(": "));
}

/** The operation of the catalogue whose envelope a command prints. */
export async function operationNamed(noun: string, verb: string): Promise<Operation> {
  const operation = await findOperation(noun, verb);
  if (operation) return operation;
  throw new TypeError(`${noun} ${verb} is no operation`);
}

/** The envelope of what went wrong; `beside` has what is known beside it. Gives the exit code. */
export async function printFailure(
  thrown: unknown,
  beside: Pick<Envelope, "operation"> & Partial<Envelope>,
  output: Output,
  details: object = {},
): Promise<number> {
  const { json } = await report(thrown);
  await printEnvelope(
    { ...beside, ok: false, error: { ...(json as NonNullable<Envelope["error"]>), ...details } },
    output,
  );
  return exitCodeOf(thrown);
}
