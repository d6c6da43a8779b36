import type { AbiParameter } from "../../../chain/abi/abiType";
import type { AbiFunction } from "../../../chain/abi/contractInterface";
import { sourceType } from "../../../chain/abi/namedValue";
import type { Choice } from "../../kit/asking/ask";

/** What forms call the constructor: no function can have this signature. */
export const constructorSignature = "(constructor)";

const list = (parameters: readonly AbiParameter[]): string =>
  parameters.map((each) => (each.name ? `${sourceType(each)} ${each.name}` : sourceType(each))).join(", ");

/** `(string greeting, uint8 count)`: as a person writes it. */
export const parametersText = (parameters: readonly AbiParameter[]): string => `(${list(parameters)})`;

/** `(string greeting) → bool`. */
export function functionText(each: AbiFunction): string {
  const outputs = each.outputs.length === 0 ? "" : ` → ${list(each.outputs)}`;
  return `${parametersText(each.inputs)}${outputs}`;
}

export const functionChoice = (each: AbiFunction): Choice<AbiFunction> => ({
  label: `$(symbol-method) ${each.name}`,
  description: functionText(each),
  value: each,
});
