import { selectorOf } from "../../chain/abi/selector";
import { bytesToHex, hexToBytes } from "../../crypto/hex";
import { joinBytes } from "../../crypto/joinBytes";
import { t } from "../../text/catalogue";
import { bytesToWord, wordToBytes } from "../replay/machine";
import { decodedValues, encodeValues, packedValue, tupleOf } from "../values/encodeValue";
import { bytesOf, numberOf, wordOf } from "../values/readValue";
import { plain, type SolidityType } from "../values/solidityType";
import { NotAvailable, type StateView, type Value } from "../values/value";
import { askedWord } from "./globals";
import { methodOf } from "./members";
import { converted, moduloOf } from "./numbers";
import {
  addressType,
  asValue,
  bytes32,
  bytesType,
  dynamic,
  type Ground,
  type Outcome,
  settled,
  stringType,
  uint256,
  word,
} from "./outcome";

function needed<T>(given: T | undefined): T {
  if (given === undefined) throw new NotAvailable(t("the expression ends too early"));
  return given;
}

/** Bytes that are hashed: of texts their own, of other values as packed. */
function hashedBytes(view: StateView, outcome: Outcome | undefined): Uint8Array {
  return packedValue(view, settled(needed(outcome)));
}

/** Asks a contract that the machine has built in, by code that has the input behind it. */
async function precompiled({ calls }: Ground, number: number, input: Uint8Array): Promise<Uint8Array> {
  if (input.length > 0xffff) throw new NotAvailable(t("this is too long to be encoded here"));
  const size = `61${input.length.toString(16).padStart(4, "0")}`;
  const contract = `60${number.toString(16).padStart(2, "0")}`;
  // CODECOPY of what stands behind these 32 bytes to 0, STATICCALL, RETURNDATACOPY to 0, RETURN
  const ask = `${size}602060003960006000${size}6000${contract}5afa503d600060003e3d6000f3`;
  const answer = await calls?.run(`0x${ask}${bytesToHex(input).slice(2)}`);
  if (!answer?.succeeded) throw new NotAvailable(t("this can't be asked here"));
  return answer.output;
}

async function recovered(ground: Ground, given: readonly Outcome[]): Promise<Outcome> {
  const { view } = ground.scene;
  const words = given.map((each, i) => {
    const value = converted(view, i === 1 ? { kind: "uint", bits: 8 } : bytes32, each);
    return wordToBytes(i === 1 ? numberOf(view, value) : wordOf(view, value));
  });
  const output = await precompiled(ground, 1, joinBytes(words));
  return word(addressType, output.length === 32 ? bytesToWord(output) : 0n);
}

type Builtin = (ground: Ground, given: readonly Outcome[]) => Promise<Outcome> | Outcome;

const hash: Builtin = ({ scene }, [first]) =>
  word(bytes32, bytesToWord(scene.debuggee.suite.hash(hashedBytes(scene.view, first))));

/** Functions that are there everywhere. */
export const builtins: Readonly<Record<string, Builtin>> = {
  keccak256: hash,
  sha3: hash,
  sm3: hash,
  sha256: async (ground, [first]) =>
    word(bytes32, bytesToWord(await precompiled(ground, 2, hashedBytes(ground.scene.view, first)))),
  ripemd160: async (ground, [first]) => {
    const output = await precompiled(ground, 3, hashedBytes(ground.scene.view, first));
    return word({ kind: "fixedBytes", size: 20 }, bytesToWord(output) << 96n);
  },
  ecrecover: recovered,
  addmod: ({ scene }, given) => moduloOf("+", scene.view, given),
  mulmod: ({ scene }, given) => moduloOf("*", scene.view, given),
  gasleft: ({ scene }) => {
    const frame = scene.debuggee.playback.frameAt(scene.step, scene.activation.frame);
    return word(uint256, BigInt(frame?.gas ?? 0));
  },
  blockhash: async (ground, [first]) => {
    const number = numberOf(ground.scene.view, converted(ground.scene.view, uint256, needed(first)));
    return word(bytes32, await askedWord(ground, `7f${number.toString(16).padStart(64, "0")}40`));
  },
  type: (_, [first]) => {
    if (first?.kind !== "type") throw new NotAvailable(t("this can't be called here"));
    return first;
  },
  payable: ({ scene }, [first]) => asValue(converted(scene.view, addressType, needed(first))),
};

const valuesOf = (given: readonly Outcome[]): Value[] => given.map(settled);
const selectorBytes = (view: StateView, outcome: Outcome | undefined): Uint8Array =>
  wordToBytes(wordOf(view, converted(view, { kind: "fixedBytes", size: 4 }, needed(outcome)))).subarray(0, 4);

function encodedCall(ground: Ground, called: Outcome | undefined, given: Outcome | undefined): Outcome {
  if (called?.kind !== "method") throw new NotAvailable(t("this can't be called here"));
  const items = given?.kind === "tuple" ? given.items : given ? [given] : [];
  return dynamic(bytesType, callDataOf(ground, called, items).data);
}

/** Selector and arguments of a function, arguments in the types of its parameters. @throws NotAvailable */
export function callDataOf(
  ground: Ground,
  called: Extract<Outcome, { kind: "method" }>,
  given: readonly Outcome[],
): { readonly data: Uint8Array; readonly signature: string } {
  const { view } = ground.scene;
  const { inputs, selector, signature } = methodOf(ground, called, given.length);
  if (inputs.length !== given.length) throw new NotAvailable(t("{0} takes {1} arguments", called.name, inputs.length));
  const types = ground.typesOf(inputs);
  const values = given.map((each, i) => converted(view, needed(types[i]), each));
  return { data: joinBytes([hexToBytes(selector), encodeValues(view, values)]), signature };
}

function decodedOf({ scene: { view } }: Ground, data: Outcome | undefined, wanted: Outcome | undefined): Outcome {
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
export function abiCall(ground: Ground, name: string, given: readonly Outcome[]): Outcome {
  const { view, debuggee } = ground.scene;
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
      return encodedCall(ground, first, rest[0]);
    case "decode":
      return decodedOf(ground, first, rest[0]);
    default:
      throw new NotAvailable(t("this can't be called here"));
  }
}

/** `string.concat`, `bytes.concat`. */
export function concatenated(view: StateView, type: SolidityType, given: readonly Outcome[]): Outcome {
  const parts = valuesOf(given).map((value) => packedValue(view, value));
  return dynamic(plain(type).kind === "string" ? stringType : bytesType, joinBytes(parts));
}
