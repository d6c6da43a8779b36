import { bytesToHex, type Hex, isHash } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { clientError, excerpt } from "../../errors/clientError";
import { type AbiParameter, isHashedInTopic } from "./abiType";
import { readArgument } from "./abiValue";
import { writeParameters } from "./abiWriter";
import type { AbiEvent } from "./contractInterface";

/** What a topic must be: one value, one of several, or anything. */
export type TopicFilter = readonly (readonly Hex[] | null)[];

/**
 * The topic that a log has where an indexed parameter has this value.
 * @throws ChainError usage for a value that does not fit, `topicOnlyHash` for a list or struct that is not given by its hash.
 */
export function topicOf(parameter: AbiParameter, given: unknown, position: number, suite: CryptoSuite): Hex {
  const { shape, type, name } = parameter;
  if (!isHashedInTopic(shape)) {
    return bytesToHex(writeParameters([parameter], [readArgument(parameter, given, position)]));
  }
  // Of a text or a list the log has the hash alone, so the hash itself can be asked for as well.
  if (typeof given === "string" && isHash(given)) return given.toLowerCase() as Hex;
  const value = readArgument(parameter, given, position);
  if (value instanceof Uint8Array) return bytesToHex(suite.hash(value));
  const argument = name || `#${position + 1}`;
  throw clientError("topicOnlyHash", { argument, type, value: excerpt(typeof given === "string" ? given : type) });
}

/** `1, 2`: alternatives. In a text a comma is a comma. */
function alternatives(parameter: AbiParameter, text: string): string[] {
  const typed = text.trim();
  if (typed === "") return [];
  return isHashedInTopic(parameter.shape) ? [typed] : typed.split(",").map((each) => each.trim());
}

/**
 * The topics that logs of these events have. Values of indexed parameters count when exactly one event is wanted.
 * @param chainSuite hashes indexed texts: the chain does that while it runs; the events' own topics are their compiler's
 * @param values what is typed for each indexed parameter, in their order; empty means any
 * @throws ChainError usage for a value that does not fit, `topicOnlyHash` for an indexed list or struct (docs/protocol/abi.md, "Events").
 */
export function eventTopics(
  events: readonly AbiEvent[],
  values: readonly string[],
  chainSuite: CryptoSuite,
): TopicFilter {
  const [event, ...others] = events;
  // An anonymous event has no topic of its own: nothing can be said beforehand.
  if (!event || (others.length > 0 && events.some(({ anonymous }) => anonymous))) return [];
  if (others.length > 0) return [events.map(({ topic }) => topic)];
  const indexed = event.inputs.filter((input) => input.indexed);
  const positions = indexed.map((parameter, index) => {
    const texts = alternatives(parameter, values[index] ?? "");
    return texts.length === 0 ? null : texts.map((text) => topicOf(parameter, text, index, chainSuite));
  });
  const topics: (readonly Hex[] | null)[] = event.anonymous ? positions : [[event.topic], ...positions];
  while (topics.at(-1) === null) topics.pop();
  return topics;
}
