import type { AbiValue, DecodedValue } from "./abiDecoder";
import { type AbiParameter, type AbiShape, elementOf } from "./abiType";
import { valueText } from "./valueText";

/** The type as its source says it where that is shorter to read: `Item[]` for a struct, `Color` for an enum. */
export function sourceType({ type, internalType }: Pick<AbiParameter, "type" | "internalType">): string {
  const [, name] = /^(?:struct|enum) (?:[^.]+\.)?([^.]+)$/.exec(internalType ?? "") ?? [];
  return name ?? type;
}

/** Whether the source says more of a parameter than its type: a struct or an enum, or one inside it. */
function isNamedInSource({ internalType = "", doc, shape }: AbiParameter): boolean {
  if (doc || internalType.startsWith("struct ") || internalType.startsWith("enum ")) return true;
  const inside = elementOf(shape);
  return inside.kind === "tuple" ? inside.members.some(isNamedInSource) : namesOf(inside) !== undefined;
}

const namesOf = (shape: AbiShape | undefined): readonly string[] | undefined =>
  shape?.kind === "integer" ? shape.names : undefined;

/** `1 (Green)`; a number that is none of the enum's stays alone. */
function enumText(members: readonly string[], value: AbiValue): AbiValue {
  const name = typeof value === "string" && /^\d{1,3}$/.test(value) ? members[Number(value)] : undefined;
  return name === undefined ? value : `${String(value)} (${name})`;
}

function named(shape: AbiShape, value: AbiValue): AbiValue {
  switch (shape.kind) {
    case "array":
      return Array.isArray(value) ? value.map((each) => named(shape.element, each)) : value;
    case "tuple": {
      if (Array.isArray(value))
        return value.map((each, index) => {
          const member = shape.members[index];
          return member ? named(member.shape, each) : each;
        });
      if (typeof value !== "object") return value;
      const members = new Map(shape.members.map((member) => [member.name, member]));
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => {
          const member = members.get(name);
          return [name, member ? named(member.shape, each) : each];
        }),
      );
    }
    case "integer":
      return shape.names ? enumText(shape.names, value) : value;
    default:
      return value;
  }
}

/** A decoded value with what the source says of its parameter, where that is more than its type. */
export function withSource<Value extends DecodedValue>(decoded: Value, parameter: AbiParameter): Value {
  if (!isNamedInSource(parameter)) return decoded;
  const { doc, shape } = parameter;
  const source = { type: sourceType(parameter), named: named(shape, decoded.value), ...(doc ? { doc } : {}) };
  return { ...decoded, source };
}

/** The value with the names of enum members beside their numbers, wherever in it they are. */
export const namedValue = ({ source, value }: DecodedValue): AbiValue => source?.named ?? value;

/** The type as the source says it, where the ABI tells. */
export const namedType = ({ source, type }: DecodedValue): string => source?.type ?? type;

/** A decoded value in one line. An enum's own number and name need no quotes. */
export function decodedText(decoded: DecodedValue): string {
  const shown = namedValue(decoded);
  return typeof shown === "string" && shown !== decoded.value ? shown : valueText(shown);
}

/** The same where it stands alone: a text has no quotes. */
export function bareText(decoded: DecodedValue): string {
  const shown = namedValue(decoded);
  return typeof shown === "string" ? shown : JSON.stringify(shown);
}

/** `total: 5, color: 1 (Green)`: results with their names. */
export const decodedTexts = (values: readonly DecodedValue[]): string =>
  values.map((each) => (each.name ? `${each.name}: ${decodedText(each)}` : decodedText(each))).join(", ");

/** `paint(1 (Green))`: a decoded call or event as a person reads it. */
export const decodedCall = (name: string, values: readonly DecodedValue[]): string =>
  `${name}(${values.map(decodedText).join(", ")})`;
