import { type AbiValue, decodeParameters } from "../../chain/abi/abiDecoder";
import { type AbiParameter, isHashedInTopic } from "../../chain/abi/abiType";
import type { AbiEvent } from "../../chain/abi/contractInterface";
import { hexToBytes } from "../../crypto/bytes/hex";
import { columnType } from "../schema/interfaceTables";
import { toBigText } from "../store/bigText";
import type { ColumnType } from "../store/dialect";
import type { StoredValue } from "../store/historyStore";

/** Digits that a number surely has exactly. */
const safeDigits = 15;

/** An integer in the form that is quickest to keep. @throws SyntaxError for what is none */
export const storedInteger = (text: string): number | bigint =>
  text.length <= safeDigits ? Number(text) : BigInt(text);

function stored(type: ColumnType, value: AbiValue): StoredValue {
  if (type === "json") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  const text = String(value);
  if (type === "int") return storedInteger(text);
  return type === "big" ? toBigText(text) : text;
}

/** The values of parameters as their columns keep them; all NULL where the data isn't theirs. */
export function storedParameters(parameters: readonly AbiParameter[], data: Uint8Array): StoredValue[] {
  if (parameters.length === 0) return [];
  try {
    const values = decodeParameters(parameters, data);
    return parameters.map((parameter, place) => {
      return stored(columnType({ ...parameter, indexed: false }), values[place] ?? "");
    });
  } catch (error) {
    if (error instanceof RangeError) return parameters.map(() => null);
    throw error;
  }
}

/** The values of an event's parameters; undefined where the log can't be one of it. */
export function storedEvent(event: AbiEvent, topics: readonly string[], data: Uint8Array): StoredValue[] | undefined {
  const own = event.anonymous ? topics : topics.slice(1);
  const indexed = event.inputs.filter((input) => input.indexed).length;
  if (indexed !== own.length) return undefined;
  try {
    const inData = decodeParameters(
      event.inputs.filter((input) => !input.indexed),
      data,
    )[Symbol.iterator]();
    const inTopics = own[Symbol.iterator]();
    return event.inputs.map((input) => {
      if (!input.indexed) return stored(columnType(input), inData.next().value ?? "");
      const topic = inTopics.next().value ?? "0x";
      if (isHashedInTopic(input.shape)) return topic;
      return stored(columnType(input), decodeParameters([input], hexToBytes(topic))[0] ?? "");
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
