import { type AbiShape, maxNumberBits } from "../../chain/abi/abiType";
import type { ContractInterface } from "../../chain/abi/contractInterface";
import { isAddress } from "../../crypto/bytes/hex";

const isBytes = (value: unknown): value is string => typeof value === "string" && /^0x(?:[0-9a-fA-F]{2})*$/.test(value);

/** Whether a value has the very type that `AbiValueOf` gives this parameter. */
function fits(shape: AbiShape, value: unknown): boolean {
  switch (shape.kind) {
    case "integer":
      return typeof value === (shape.bits > maxNumberBits ? "bigint" : "number");
    case "bool":
      return typeof value === "boolean";
    case "address":
      return typeof value === "string" && isAddress(value);
    case "string":
      return typeof value === "string";
    case "bytes":
      return isBytes(value) && (shape.size === undefined || value.length === 2 + 2 * shape.size);
    case "array":
      return (
        Array.isArray(value) &&
        (shape.length === undefined || value.length === shape.length) &&
        value.every((each) => fits(shape.element, each))
      );
    case "tuple":
      return (
        typeof value === "object" &&
        value !== null &&
        shape.members.every((member, index) =>
          fits(member.shape, (value as Readonly<Record<string, unknown>>)[Array.isArray(value) ? index : member.name]),
        )
      );
  }
}

/** The signature of the one overload that takes these values; where several do, the name as it is, which then has to be a signature. */
export function overloadFor(abi: ContractInterface, name: string, values: readonly unknown[]): string {
  const named = abi.functions.filter((each) => each.name === name);
  if (named.length < 2) return name;
  const fitting = named.filter(
    ({ inputs }) => inputs.length === values.length && inputs.every(({ shape }, index) => fits(shape, values[index])),
  );
  const [only] = fitting;
  return only && fitting.length === 1 ? only.signature : name;
}
