import { createHash } from "node:crypto";
import type { AbiParameter, AbiShape } from "../../chain/abi/abiType";
import type { ContractInterface } from "../../chain/abi/contractInterface";

/** Names of members of structs: rows of lists and structs have them. */
function members(shape: AbiShape): unknown {
  if (shape.kind === "array") return members(shape.element);
  return shape.kind === "tuple" ? described(shape.members) : 0;
}

const described = (list: readonly AbiParameter[]): unknown =>
  list.map(({ type, name, indexed, shape }) => [type, name, indexed, members(shape)]);

/**
 * The same for every ABI that declares the same functions, events and errors with the same names of parameters and of members of
 * structs, in whatever order and with whatever besides: 16 hex digits. Names may be any text, so each part is JSON.
 */
export function interfaceId({ functions, events, errors }: ContractInterface): string {
  const lines = [
    ...functions.map(({ name, signature, inputs, outputs }) => [
      0,
      name,
      signature,
      described(inputs),
      described(outputs),
    ]),
    ...events.map(({ name, inputs, anonymous }) => [1, name, described(inputs), anonymous]),
    ...errors.map(({ name, inputs }) => [2, name, described(inputs)]),
  ].map((line) => JSON.stringify(line));
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex").slice(0, 16);
}
