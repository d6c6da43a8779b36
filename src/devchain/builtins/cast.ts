import { type BuiltinContractCode, type FunctionContext, type FunctionResult, internalFailure } from "./contract";

/** A decimal number in the text. @throws Refusal when it is none or does not fit. */
function parseNumber({ host }: FunctionContext, text: string, bits: number, signed: boolean): FunctionResult {
  if (!/^[+-]?\d+$/.test(text)) throw internalFailure(host);
  const number = BigInt(text.replace(/^\+/, ""));
  const fits = signed ? BigInt.asIntN(bits, number) === number : number < 2n ** BigInt(bits);
  if (!fits) throw internalFailure(host);
  return [number];
}

function parseAddress({ host }: FunctionContext, text: string): FunctionResult {
  const address = text.replace(/^0[xX]/, "").toLowerCase();
  if (!/^[0-9a-f]{40}$/.test(address)) throw internalFailure(host);
  return [address];
}

/** 0x100f: texts from values and back (docs/protocol/built-in-contracts.md, "Cast"). */
export const castContract: BuiltinContractCode = {
  name: "CastPrecompiled",
  functions: [
    {
      signature: "stringToS256(string)",
      returns: "int256",
      run: (context, args) => parseNumber(context, args.text(0), 256, true),
    },
    {
      signature: "stringToS64(string)",
      returns: "int64",
      run: (context, args) => parseNumber(context, args.text(0), 64, true),
    },
    {
      signature: "stringToU256(string)",
      returns: "uint256",
      run: (context, args) => parseNumber(context, args.text(0), 256, false),
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
