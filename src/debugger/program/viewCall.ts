import { contractInterface } from "../../chain/abi/contractInterface";
import type { Hex } from "../../crypto/hex";
import { hexToBytes } from "../../crypto/hex";
import { t } from "../../text/catalogue";
import { bytesToWord } from "../replay/machine";
import type { SyntaxNode } from "../source/syntax";
import { bytesOf, itemOf, lengthOf, membersOf, numberOf, wordOf } from "../values/readValue";
import { elementaryType, isValueType, packedSize, plain } from "../values/solidityType";
import { NotAvailable, type StateView, type Value, wordValue } from "../values/value";
import type { Scene } from "../values/variables";
import type { StartedDebuggee } from "./startDebuggee";

/** A value as the ABI coder takes it. */
function argumentOf(view: StateView, value: Value): unknown {
  const bare = plain(value.type);
  if (bare.kind === "string") return new TextDecoder().decode(bytesOf(view, value));
  if (bare.kind === "bytes") return `0x${Buffer.from(bytesOf(view, value)).toString("hex")}`;
  if (bare.kind === "array")
    return Array.from({ length: lengthOf(view, value) }, (_, i) => argumentOf(view, itemOf(view, value, i)));
  if (bare.kind === "struct") return membersOf(view, value).map((member) => argumentOf(view, member.value));
  if (!isValueType(bare)) throw new NotAvailable(t("this can't be called here"));
  if (bare.kind === "bool") return numberOf(view, value) !== 0n;
  if (bare.kind === "address" || bare.kind === "contract")
    return `0x${numberOf(view, value).toString(16).padStart(40, "0")}`;
  if (bare.kind === "fixedBytes")
    return `0x${wordOf(view, value)
      .toString(16)
      .padStart(64, "0")
      .slice(0, 2 * packedSize(bare))}`;
  return String(numberOf(view, value));
}

/**
 * Calls functions of contracts at the point where execution stands: on the state before the transaction with everything written that was written
 * until then. Nothing of it stays.
 */
export function viewCaller({ ask, debuggee, finder, changes }: StartedDebuggee, scene: Scene) {
  return async (
    address: string,
    contract: SyntaxNode | undefined,
    name: string,
    given: readonly Value[],
  ): Promise<Value> => {
    const named = finder.projects.flatMap((project) => project.contracts).find((each) => each.name === contract?.name);
    const abi = named && contractInterface(named.abi, debuggee.suite);
    if (!abi?.functions.some((each) => each.name === name)) {
      throw new NotAvailable(t("{0} isn't known here", name));
    }
    const data = abi.encodeCall(
      name,
      given.map((each) => argumentOf(scene.view, each)),
    );
    const { recording, playback } = debuggee;
    const storage = { ...changes.storage, ...playback.storage.writtenUpTo(scene.step) };
    const made = recording.frames.flatMap((frame, i) =>
      frame.type.startsWith("CREATE") && frame.error === undefined && (playback.frameEnd[i] ?? 0) <= scene.step
        ? [[frame.to, frame.output] as const]
        : [],
    );
    const code = { ...changes.code, ...Object.fromEntries(made) };
    const { hash } = recording.transaction;
    const before = hash === undefined ? {} : { before: hash };
    const answer = await ask({ from: scene.address, to: address, data, storage, code, ...before });
    if (answer.status !== 0) throw new NotAvailable(t("{0} fails here", name));
    const [result] = abi.getFunction(name).outputs;
    if (!result) throw new NotAvailable(t("{0} returns nothing", name));
    const bytes = hexToBytes(answer.output as Hex);
    const type = elementaryType(result.type) ?? ({ kind: "unknown", name: result.type } as const);
    if (isValueType(type)) return wordValue(type, bytesToWord(bytes.subarray(0, 32)));
    const length = Number(bytesToWord(bytes.subarray(32, 64)));
    return { type, place: { kind: "bytes", bytes: bytes.subarray(64, 64 + length) } };
  };
}
