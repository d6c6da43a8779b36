import { clientError, excerpt } from "../../errors/clientError";
import { readFullWidth, withoutCurlyQuotes, writings } from "../../text/halfWidth";
import type { AbiParameter, AbiShape } from "./abiType";

/** `"“…”"`: how a user types a text whose own quotes are curly. */
const keptQuotes = /^"([“‘„‟][\s\S]*[”’‟])"$/;

function straight(shape: AbiShape, value: unknown, path: string, type: string): unknown {
  if (Array.isArray(value)) {
    const of = (index: number): AbiShape | undefined =>
      shape.kind === "array" ? shape.element : shape.kind === "tuple" ? shape.members[index]?.shape : undefined;
    return value.map((each: unknown, index) => {
      const inner = of(index);
      return inner ? straight(inner, each, `${path}[${index}]`, inner.kind) : each;
    });
  }
  if (typeof value !== "string") return value;
  const refuse = (converted: string): Error =>
    clientError("argumentFullWidth", { argument: path, type, text: excerpt(value), converted });
  if (shape.kind === "string") {
    const bare = withoutCurlyQuotes(value);
    if (bare !== undefined) throw refuse(bare);
    return keptQuotes.exec(value)?.[1] ?? value;
  }
  const { first, converted } = readFullWidth(value, writings.values);
  if (first) throw refuse(converted);
  return value;
}

/**
 * Arguments as a person types them, with straight quotes: a text that stands in curly quotes as a whole was meant without them, and in
 * lists and structs full-width signs separate nothing. What stands in a text stays, and `"“…”"` is a text with curly quotes.
 * @throws ChainError usage `argumentFullWidth`, whose detail `converted` is the text that was probably meant.
 */
export function withStraightQuotes(parameters: readonly AbiParameter[], values: readonly unknown[]): unknown[] {
  return values.map((value, index) => {
    const parameter = parameters[index];
    return parameter ? straight(parameter.shape, value, parameter.name || `#${index + 1}`, parameter.type) : value;
  });
}
