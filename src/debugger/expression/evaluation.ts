import type { AbiParameter } from "../../chain/abi/abiType";
import type { SyntaxNode } from "../../solidity/program/syntaxTree";
import { t } from "../../text/catalogue";
import type { Constant, FrameScope } from "../program/frameScope";
import type { PointCalls } from "../program/viewCall";
import { tupleOf } from "../values/encodeValue";
import { type SolidityType, typeName } from "../values/solidityType";
import { NotAvailable, type Value, wordValue } from "../values/value";

/** A function that may be called: of a contract at an address, or of the code that runs (`inside`). */
export interface Method {
  readonly kind: "method";
  /** Undefined for one that is named by its contract alone. */
  readonly to: string | undefined;
  readonly contract: SyntaxNode | undefined;
  readonly name: string;
  readonly inside: boolean;
}

/** What an expression comes to: a value, a number without a type, several of them, or a name that is no value. */
export type EvaluationResult =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "number"; readonly value: bigint }
  | { readonly kind: "tuple"; readonly items: readonly EvaluationResult[] }
  | { readonly kind: "type"; readonly type: SolidityType; readonly node?: SyntaxNode }
  | { readonly kind: "space"; readonly name: string }
  | { readonly kind: "definition"; readonly node: SyntaxNode }
  | Method;

/** Where an expression is worked out. */
export interface EvaluationContext {
  readonly scope: FrameScope;
  /** Undefined where nothing can be asked. */
  readonly calls: PointCalls | undefined;
  /** Types of parameters or results, as the sources name them. */
  typesOf(parameters: readonly AbiParameter[]): readonly SolidityType[];
  /** What a constant stands for. @throws NotAvailable */
  constant(constant: Constant): Promise<EvaluationResult>;
}

export const uint256: SolidityType = { kind: "uint", bits: 256 };
export const addressType: SolidityType = { kind: "address" };
export const bytesType: SolidityType = { kind: "bytes" };
export const stringType: SolidityType = { kind: "string" };
export const bytes32: SolidityType = { kind: "fixedBytes", size: 32 };
export const bytes4: SolidityType = { kind: "fixedBytes", size: 4 };

export const asValue = (value: Value): EvaluationResult => ({ kind: "value", value });
export const word = (type: SolidityType, number: bigint): EvaluationResult =>
  asValue(wordValue(type, BigInt.asUintN(256, number)));
export const truth = (value: boolean): EvaluationResult => word({ kind: "bool" }, value ? 1n : 0n);
export const dynamic = (type: SolidityType, bytes: Uint8Array): EvaluationResult =>
  asValue({ type, place: { kind: "bytes", bytes } });

/** @throws NotAvailable for what is no value. */
export function settled(result: EvaluationResult): Value {
  switch (result.kind) {
    case "value":
      return result.value;
    case "number": {
      const type: SolidityType = result.value < 0n ? { kind: "int", bits: 256 } : uint256;
      return wordValue(type, BigInt.asUintN(256, result.value));
    }
    case "tuple":
      return tupleOf(result.items.map((item) => ({ name: "", value: settled(item) })));
    case "type":
      throw new NotAvailable(t("{0} isn't a value", typeName(result.type)));
    case "definition":
      throw new NotAvailable(t("{0} isn't a value", result.node.name ?? ""));
    default:
      throw new NotAvailable(t("{0} isn't a value", result.name));
  }
}
