import type { AbiParameter } from "../../../chain/abi/abiType";
import type { AbiFunction } from "../../../chain/abi/contractInterface";

/** Whether a call is all it takes; the others change the chain by a transaction. */
export const readsOnly = (each: AbiFunction): boolean =>
  each.stateMutability === "view" || each.stateMutability === "pure";

/** The type as its source says it where that is shorter to read: `Item[]` for a struct, `Color` for an enum. */
export function sourceType({ type, internalType }: Pick<AbiParameter, "type" | "internalType">): string {
  const [, name] = /^(?:struct|enum) (?:[^.]+\.)?([^.]+)$/.exec(internalType ?? "") ?? [];
  return name ?? type;
}

const list = (parameters: readonly AbiParameter[]): string =>
  parameters.map((each) => (each.name ? `${sourceType(each)} ${each.name}` : sourceType(each))).join(", ");

/** `(string greeting, uint8 count)`: as a person writes it. */
export const parametersText = (parameters: readonly AbiParameter[]): string => `(${list(parameters)})`;

/** `(string greeting) → bool`. */
export function functionText(each: AbiFunction): string {
  const outputs = each.outputs.length === 0 ? "" : ` → ${list(each.outputs)}`;
  return `${parametersText(each.inputs)}${outputs}`;
}
