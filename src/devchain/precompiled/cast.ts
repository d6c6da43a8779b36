import { readAddress } from "./host/addresses";
import { define, type FunctionContext, type FunctionResult, type PrecompiledCode } from "./host/contract";
import { internalFailure } from "./host/refusal";

/** A decimal number of 64 bits in the text. @throws Refusal when it is none or does not fit. */
function parseSmall({ host }: FunctionContext, text: string): FunctionResult {
  const number = /^[+-]?\d+$/.test(text) ? BigInt(text.replace(/^\+/, "")) : undefined;
  if (number === undefined || BigInt.asIntN(64, number) !== number) throw internalFailure(host);
  return [number];
}

/**
 * A number of 256 bits, as the node's library for large numbers reads it: a leading zero means octal, and what does not fit loses
 * its upper bits. @throws Refusal when the text is none.
 */
function parseLarge({ host }: FunctionContext, text: string): FunctionResult {
  const match = /^(-?)(?:(0[0-7]*)|([1-9]\d*))$/.exec(text);
  if (!match) throw internalFailure(host);
  const [, sign, octal, decimal] = match;
  const size = octal === undefined ? BigInt(decimal ?? 0) : BigInt(`0o${octal}`);
  return [BigInt.asUintN(256, sign ? -size : size)];
}

function parseAddress({ host }: FunctionContext, text: string): FunctionResult {
  const address = readAddress(text);
  if (address === undefined) throw internalFailure(host);
  return [address];
}

/** 0x100f: texts from values and back (docs/protocol/built-in-contracts.md, "Cast"). */
export const castContract: PrecompiledCode = {
  name: "CastPrecompiled",
  functions: [
    define("stringToS256(string)", "int256", (context, args) => parseLarge(context, args.text(0))),
    define("stringToS64(string)", "int64", (context, args) => parseSmall(context, args.text(0))),
    define("stringToU256(string)", "uint256", (context, args) => parseLarge(context, args.text(0))),
    define("stringToAddr(string)", "address", (context, args) => parseAddress(context, args.text(0))),
    define("stringToBytes32(string)", "bytes32", (_context, args) => [args.text(0).slice(0, 32)]),
    define("s256ToString(int256)", "string", (_context, args) => [String(args.number(0))]),
    define("s64ToString(int64)", "string", (_context, args) => [String(args.number(0))]),
    define("u256ToString(uint256)", "string", (_context, args) => [String(args.number(0))]),
    define("addrToString(address)", "string", (_context, args) => [args.text(0)]),
    define("bytes32ToString(bytes32)", "string", (_context, args) => [args.text(0)]),
  ],
};
