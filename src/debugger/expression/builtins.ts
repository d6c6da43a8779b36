import { selectorOf } from "../../chain/abi/selector";
import { bytesOfNumber, numberOfBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { t } from "../../text/catalogue";
import { decodedValues, encodeValues, packedValue, tupleOf } from "../values/encodeValue";
import { bytesOf, numberOf, wordOf } from "../values/readValue";
import { plain, type SolidityType } from "../values/solidityType";
import { NotAvailable, type StateView, type Value } from "../values/value";
import {
  addressType,
  asValue,
  bytes32,
  bytesType,
  dynamic,
  type EvaluationContext,
  type EvaluationResult,
  settled,
  stringType,
  uint256,
  word,
} from "./evaluation";
import { askedWord } from "./globals";
import { methodOf } from "./members";
import { converted, moduloOf } from "./numbers";

function needed<T>(given: T | undefined): T {
  if (given === undefined) throw new NotAvailable(t("the expression ends too early"));
  return given;
}

/** Bytes that are hashed: of texts their own, of other values as packed. */
function hashedBytes(view: StateView, result: EvaluationResult | undefined): Uint8Array {
  return packedValue(view, settled(needed(result)));
}

/** Asks a contract that the machine has built in, by code that has the input behind it. */
async function precompiled({ calls }: EvaluationContext, number: number, input: Uint8Array): Promise<Uint8Array> {
  if (input.length > 0xffff) throw new NotAvailable(t("this is too long to be encoded here"));
  const size = `61${input.length.toString(16).padStart(4, "0")}`;
  const contract = `60${number.toString(16).padStart(2, "0")}`;
  // CODECOPY of what stands behind these 32 bytes to 0, STATICCALL, RETURNDATACOPY to 0, RETURN
  const ask = `${size}602060003960006000${size}6000${contract}5afa503d600060003e3d6000f3`;
  const answer = await calls?.run(`0x${ask}${bytesToHex(input).slice(2)}`);
  if (!answer?.succeeded) throw new NotAvailable(t("this isn't available here"));
  return answer.output;
}

async function recovered(context: EvaluationContext, given: readonly EvaluationResult[]): Promise<EvaluationResult> {
  const { view } = context.scope;
  const words = given.map((each, i) => {
    const value = converted(view, i === 1 ? { kind: "uint", bits: 8 } : bytes32, each);
    return bytesOfNumber(i === 1 ? numberOf(view, value) : wordOf(view, value));
  });
  const output = await precompiled(context, 1, joinBytes(words));
  return word(addressType, output.length === 32 ? numberOfBytes(output) : 0n);
}

type Builtin = (
  context: EvaluationContext,
  given: readonly EvaluationResult[],
) => Promise<EvaluationResult> | EvaluationResult;

const hash: Builtin = ({ scope }, [first]) =>
  word(bytes32, numberOfBytes(scope.debuggee.suite.hash(hashedBytes(scope.view, first))));

/** Functions that are there everywhere. */
export const builtins: Readonly<Record<string, Builtin>> = {
  keccak256: hash,
  sha3: hash,
  sm3: hash,
  sha256: async (context, [first]) =>
    word(bytes32, numberOfBytes(await precompiled(context, 2, hashedBytes(context.scope.view, first)))),
  ripemd160: async (context, [first]) => {
    const output = await precompiled(context, 3, hashedBytes(context.scope.view, first));
    return word({ kind: "fixedBytes", size: 20 }, numberOfBytes(output) << 96n);
  },
  ecrecover: recovered,
  addmod: ({ scope }, given) => moduloOf("+", scope.view, given),
  mulmod: ({ scope }, given) => moduloOf("*", scope.view, given),
  gasleft: ({ scope }) => {
    const frame = scope.debuggee.playback.frameAt(scope.step, scope.stackFrame.frame);
    return word(uint256, BigInt(frame?.gas ?? 0));
  },
  blockhash: async (context, [first]) => {
    const number = numberOf(context.scope.view, converted(context.scope.view, uint256, needed(first)));
    return word(bytes32, await askedWord(context, `7f${number.toString(16).padStart(64, "0")}40`));
  },
  type: (_, [first]) => {
    if (first?.kind !== "type") throw new NotAvailable(t("this can't be called here"));
    return first;
  },
  payable: ({ scope }, [first]) => asValue(converted(scope.view, addressType, needed(first))),
};

const valuesOf = (given: readonly EvaluationResult[]): Value[] => given.map(settled);
const selectorBytes = (view: StateView, result: EvaluationResult | undefined): Uint8Array =>
  bytesOfNumber(wordOf(view, converted(view, { kind: "fixedBytes", size: 4 }, needed(result)))).subarray(0, 4);

function encodedCall(
  context: EvaluationContext,
  called: EvaluationResult | undefined,
  given: EvaluationResult | undefined,
): EvaluationResult {
  if (called?.kind !== "method") throw new NotAvailable(t("this can't be called here"));
  const items = given?.kind === "tuple" ? given.items : given ? [given] : [];
  return dynamic(bytesType, callDataOf(context, called, items).data);
}

/** Selector and arguments of a function, arguments in the types of its parameters. @throws NotAvailable */
export function callDataOf(
  context: EvaluationContext,
  called: Extract<EvaluationResult, { kind: "method" }>,
  given: readonly EvaluationResult[],
): { readonly data: Uint8Array; readonly signature: string } {
  const { view } = context.scope;
  const { inputs, selector, signature } = methodOf(context, called, given.length);
  if (inputs.length !== given.length) throw new NotAvailable(t("{0} takes {1} arguments", called.name, inputs.length));
  const types = context.typesOf(inputs);
  const values = given.map((each, i) => converted(view, needed(types[i]), each));
  return { data: joinBytes([hexToBytes(selector), encodeValues(view, values)]), signature };
}

function decodedOf(
  { scope: { view } }: EvaluationContext,
  data: EvaluationResult | undefined,
  wanted: EvaluationResult | undefined,
): EvaluationResult {
  const items = wanted?.kind === "tuple" ? wanted.items : [needed(wanted)];
  const types = items.map((item): SolidityType => {
    if (item.kind !== "type") throw new NotAvailable(t("this can't be decoded here"));
    return item.type;
  });
  const values = decodedValues(types, bytesOf(view, settled(needed(data))));
  const [only] = values;
  return asValue(only && values.length === 1 ? only : tupleOf(values.map((value) => ({ name: "", value }))));
}

/** `abi.encode` and its like; `name` is what stands behind the point. @throws NotAvailable */
export function abiCall(
  context: EvaluationContext,
  name: string,
  given: readonly EvaluationResult[],
): EvaluationResult {
  const { view, debuggee } = context.scope;
  const [first, ...rest] = given;
  switch (name) {
    case "encode":
      return dynamic(bytesType, encodeValues(view, valuesOf(given)));
    case "encodePacked":
      return dynamic(bytesType, joinBytes(valuesOf(given).map((value) => packedValue(view, value))));
    case "encodeWithSelector":
      return dynamic(bytesType, joinBytes([selectorBytes(view, first), encodeValues(view, valuesOf(rest))]));
    case "encodeWithSignature": {
      const signature = new TextDecoder().decode(bytesOf(view, settled(needed(first))));
      const selector = hexToBytes(selectorOf(debuggee.suite, signature));
      return dynamic(bytesType, joinBytes([selector, encodeValues(view, valuesOf(rest))]));
    }
    case "encodeCall":
      return encodedCall(context, first, rest[0]);
    case "decode":
      return decodedOf(context, first, rest[0]);
    default:
      throw new NotAvailable(t("this can't be called here"));
  }
}

/** `string.concat`, `bytes.concat`. */
export function concatenated(
  view: StateView,
  type: SolidityType,
  given: readonly EvaluationResult[],
): EvaluationResult {
  const parts = valuesOf(given).map((value) => packedValue(view, value));
  return dynamic(plain(type).kind === "string" ? stringType : bytesType, joinBytes(parts));
}
