import { clientError, excerpt } from "../../errors/clientError";
import { phrase } from "../../text/catalogue";
import { parseExactJson } from "../json/exactJson";

export type ParameterType = "hash" | "hex" | "target" | "blockNumber" | "boolean" | "text" | "filter" | "json";

export interface WireParameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly optional?: true;
}

/** What a parameter must look like, for people. */
const parameterForms: Readonly<Record<ParameterType, string>> = {
  hash: phrase("a hash of 0x and 64 hex digits"),
  hex: phrase("0x and an even number of hex digits"),
  target: phrase("an address of 0x and 40 hex digits"),
  blockNumber: phrase("a block number, 0 or more"),
  boolean: phrase("true or false"),
  text: phrase("a text"),
  json: phrase("a JSON value"),
  filter: phrase("an object with fromBlock, toBlock, address, and topics"),
};

/** What a node would take for another type it silently turns into nothing or refuses with odd words, so it is checked here. */
const checks: Readonly<Record<ParameterType, (value: unknown) => boolean>> = {
  hash: (value) => typeof value === "string" && /^(?:0x)?[0-9a-fA-F]{64}$/.test(value),
  hex: (value) => typeof value === "string" && /^(?:0x)?(?:[0-9a-fA-F]{2})*$/.test(value) && value !== "",
  target: (value) => typeof value === "string" && /^(?:0x)?[0-9a-fA-F]{40}$/.test(value),
  blockNumber: (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0,
  boolean: (value) => typeof value === "boolean",
  text: (value) => typeof value === "string" && value !== "",
  json: () => true,
  filter: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/**
 * The parameters, checked; trailing ones that are left out and optional stay out.
 * @throws ChainError usage `missingParameter`, `wrongParameter`, `tooManyParameters`.
 */
export function checkParameters(
  method: { readonly name: string; readonly parameters: readonly WireParameter[] },
  given: readonly unknown[],
): readonly unknown[] {
  if (given.length > method.parameters.length) {
    throw clientError("tooManyParameters", {
      method: method.name,
      max: method.parameters.length,
      given: given.length,
    });
  }
  const checked: unknown[] = [];
  for (const [position, parameter] of method.parameters.entries()) {
    const value = given[position];
    const details = { method: method.name, parameter: parameter.name, form: parameterForms[parameter.type] };
    if (value === undefined) {
      if (parameter.optional) break;
      throw clientError("missingParameter", details);
    }
    if (!checks[parameter.type](value)) throw clientError("wrongParameter", { ...details, given: excerpt(value) });
    checked.push(value);
  }
  return checked;
}

/** A typed word as the parameter wants it; what does not fit stays text and is refused with a reason later. */
export function readParameter(text: string, parameter: WireParameter | undefined): unknown {
  switch (parameter?.type) {
    case "blockNumber":
      return /^\d+$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "filter":
    case "json":
      try {
        return parseExactJson(text);
      } catch {
        return text;
      }
    default:
      return text;
  }
}

/** Typed words as a method wants them, in their order. */
export const readParameters = (
  words: readonly string[],
  { parameters }: { readonly parameters: readonly WireParameter[] },
): unknown[] => words.map((word, position) => readParameter(word, parameters[position]));

/** Parameters as help names them: `number`, `[onlyHeader]` where it may be left out. */
export const parameterNames = ({ parameters }: { readonly parameters: readonly WireParameter[] }): string[] =>
  parameters.map(({ name, optional }) => (optional ? `[${name}]` : name));
