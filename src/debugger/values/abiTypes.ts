import type { AbiParameter, AbiShape } from "../../chain/abi/abiType";
import { elementaryType, type SolidityType } from "./solidityType";

/** A type that sources define, by the name that the compiler gives it: `Shop.Item`. */
export type NamedType = (name: string) => SolidityType | undefined;

function ofShape(shape: AbiShape, type: string, named: NamedType): SolidityType {
  switch (shape.kind) {
    case "integer":
      return { kind: shape.signed ? "int" : "uint", bits: shape.bits };
    case "bytes":
      if (type === "function") return { kind: "function", external: true };
      return shape.size === undefined ? { kind: "bytes" } : { kind: "fixedBytes", size: shape.size };
    case "array":
      return { kind: "array", item: ofShape(shape.element, type, named), length: shape.length };
    case "tuple": {
      const members = shape.members.map((member) => ({ name: member.name, type: typeOfAbi(member, named) }));
      return { kind: "struct", name: "", members: () => members };
    }
    default:
      return { kind: shape.kind };
  }
}

/** The type of a parameter or result: as the sources name it where they do, else as the ABI has it. */
export function typeOfAbi({ shape, type, internalType }: AbiParameter, named: NamedType): SolidityType {
  const open = internalType?.indexOf("[") ?? -1;
  const whole = internalType ?? "";
  const base = (open < 0 ? whole : whole.slice(0, open)).trim();
  const name = ["struct ", "enum ", "contract "].reduce(
    (text, word) => (text.startsWith(word) ? text.slice(word.length) : text),
    base,
  );
  const found = name === "" || elementaryType(name) ? undefined : named(name);
  if (!found) return ofShape(shape, type, named);
  const inArrays = (of: AbiShape): SolidityType =>
    of.kind === "array" ? { kind: "array", item: inArrays(of.element), length: of.length } : found;
  return inArrays(shape);
}
