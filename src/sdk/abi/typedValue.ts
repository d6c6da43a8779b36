import type { AbiValue, DecodedValue } from "../../chain/abi/abiDecoder";
import { type AbiParameter, type AbiShape, maxNumberBits } from "../../chain/abi/abiType";

/** A decoded value as `AbiValueOf` types it: the core's has integers as decimal texts. */
function typedValue(shape: AbiShape, value: AbiValue): unknown {
  switch (shape.kind) {
    case "integer":
      return shape.bits > maxNumberBits ? BigInt(value as string) : Number(value);
    case "array":
      return (value as AbiValue[]).map((each) => typedValue(shape.element, each));
    case "tuple":
      return Array.isArray(value)
        ? shape.members.map((member, index) => typedValue(member.shape, value[index] ?? ""))
        : Object.fromEntries(
            shape.members.map(({ name, shape: inner }) => [
              name,
              typedValue(inner, (value as Record<string, AbiValue>)[name] ?? ""),
            ]),
          );
    default:
      return value;
  }
}

/** Decoded values of these parameters, typed. */
export const typedValues = (parameters: readonly AbiParameter[], values: readonly DecodedValue[]): unknown[] =>
  parameters.map(({ shape }, index) => typedValue(shape, values[index]?.value ?? ""));

/** One value of an event: of an indexed text or list the log has the hash alone. */
export const typedEventValue = ({ shape }: AbiParameter, value: AbiValue, hashed: boolean): unknown =>
  hashed ? value : typedValue(shape, value);
