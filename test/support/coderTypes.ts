import { ParamType } from "ethers";
import type { AbiParameter, AbiShape } from "../../src/chain/abi/abiType";

/**
 * A type as ethers' coder, which ours is compared with, sees it: addresses are 160-bit numbers (no checksum of either suite to trip over)
 * and texts are bytes (a contract may answer any bytes as `string`).
 */
function coderType(shape: AbiShape): string {
  switch (shape.kind) {
    case "integer":
      return `${shape.signed ? "int" : "uint"}${shape.bits}`;
    case "bool":
      return "bool";
    case "address":
      return "uint160";
    case "string":
      return "bytes";
    case "bytes":
      return `bytes${shape.size ?? ""}`;
    case "array":
      return `${coderType(shape.element)}[${shape.length ?? ""}]`;
    case "tuple":
      return `tuple(${shape.members.map((member) => coderType(member.shape)).join(",")})`;
  }
}

/** The types of a list of parameters for ethers' coder. */
export const coderTypes = (parameters: readonly AbiParameter[]): ParamType[] =>
  parameters.map(({ shape }) => ParamType.from(coderType(shape)));
