import { createHash } from "node:crypto";
import type { AbiParameter } from "../../chain/abi/abiType";
import type { ContractInterface } from "../../chain/abi/contractInterface";

const parameters = (list: readonly AbiParameter[]): string =>
  list.map(({ type, name, indexed }) => `${type}${indexed ? " indexed" : ""} ${name}`).join(",");

/**
 * The same for every ABI that declares the same functions and events with the same names of parameters, in whatever order and with
 * whatever besides: 16 hex digits.
 */
export function interfaceId({ functions, events }: ContractInterface): string {
  const lines = [
    ...functions.map(({ name, inputs, outputs }) => `function ${name}(${parameters(inputs)})(${parameters(outputs)})`),
    ...events.map(
      ({ name, inputs, anonymous }) => `event ${name}(${parameters(inputs)})${anonymous ? " anonymous" : ""}`,
    ),
  ];
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex").slice(0, 16);
}
