import type { AbiParameter, AbiShape } from "../../../chain/abi/abiType";

/** A value as JSON has it: integers in decimal, bytes in hex, structs as objects. */
export type SampleValue = string | number | boolean | readonly SampleValue[] | { readonly [name: string]: SampleValue };

/** More values make no readable test. */
const maxValues = 64;

function countOf(shape: AbiShape): number {
  // a list or a struct of none is counted, too: so many of them would be written out
  if (shape.kind === "array") return Math.max(1, shape.length ?? 1) * countOf(shape.element);
  if (shape.kind === "tuple")
    return Math.max(
      1,
      shape.members.reduce((sum, member) => sum + countOf(member.shape), 0),
    );
  return 1;
}

/** Whether a test or an example can have a value of each parameter written out: an ABI may say that a list has thousands. */
export const hasSample = (parameters: readonly AbiParameter[]): boolean =>
  parameters.reduce((sum, { shape }) => sum + countOf(shape), 0) <= maxValues;

const isNamed = (members: readonly AbiParameter[]): boolean => members.every(({ name }) => name !== "");

/** A small value of the type: 1, true, "text", the address 0x…01. Lists without a length have one element. */
export function sampleValue(shape: AbiShape): SampleValue {
  switch (shape.kind) {
    case "integer":
      return "1";
    case "bool":
      return true;
    case "string":
      return "text";
    case "address":
      return `0x${"1".padStart(40, "0")}`;
    case "bytes":
      return `0x${"01".padEnd(2 * (shape.size ?? 1), "0")}`;
    case "array":
      return Array.from({ length: shape.length ?? 1 }, () => sampleValue(shape.element));
    case "tuple":
      return isNamed(shape.members)
        ? Object.fromEntries(shape.members.map((member) => [member.name, sampleValue(member.shape)]))
        : shape.members.map((member) => sampleValue(member.shape));
  }
}

/** Names by which JSON has the values of a call: the parameters' own, `param0` for one without, each only once. */
export function bodyNames(parameters: readonly { readonly name?: string | undefined }[]): string[] {
  const names: string[] = [];
  for (const [index, { name }] of parameters.entries()) {
    const own = name || `param${index}`;
    names.push(names.includes(own) ? `${own}${index}` : own);
  }
  return names;
}

/** What a caller of the service sends for a call with small values. */
export const sampleBody = (parameters: readonly AbiParameter[]): { readonly [name: string]: SampleValue } => {
  const names = bodyNames(parameters);
  return Object.fromEntries(parameters.map(({ shape }, index) => [names[index] ?? "", sampleValue(shape)]));
};
