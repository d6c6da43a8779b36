import { readAddress } from "./addresses";
import { type BuiltinContractCode, type FunctionContext, type FunctionResult, internalFailure } from "./contract";

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
export const castContract: BuiltinContractCode = {
  name: "CastPrecompiled",
  functions: [
    {
      signature: "stringToS256(string)",
      returns: "int256",
      run: (context, args) => parseLarge(context, args.text(0)),
    },
    {
      signature: "stringToS64(string)",
      returns: "int64",
      run: (context, args) => parseSmall(context, args.text(0)),
    },
    {
      signature: "stringToU256(string)",
      returns: "uint256",
      run: (context, args) => parseLarge(context, args.text(0)),
    },
    {
      signature: "stringToAddr(string)",
      returns: "address",
      run: (context, args) => parseAddress(context, args.text(0)),
    },
    {
      signature: "stringToBytes32(string)",
      returns: "bytes32",
      run: (_context, args) => [args.text(0).slice(0, 32)],
    },
    { signature: "s256ToString(int256)", returns: "string", run: (_context, args) => [String(args.number(0))] },
    { signature: "s64ToString(int64)", returns: "string", run: (_context, args) => [String(args.number(0))] },
    { signature: "u256ToString(uint256)", returns: "string", run: (_context, args) => [String(args.number(0))] },
    { signature: "addrToString(address)", returns: "string", run: (_context, args) => [args.text(0)] },
    { signature: "bytes32ToString(bytes32)", returns: "string", run: (_context, args) => [args.text(0)] },
  ],
};
