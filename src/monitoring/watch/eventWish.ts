import type { AbiValue } from "../../chain/abi/abiDecoder";
import type { ContractInterface, DecodedEvent } from "../../chain/abi/contractInterface";
import { signatureHash } from "../../chain/abi/selector";
import { valueText } from "../../chain/abi/valueText";
import { writtenEvent } from "../../chain/abi/writtenEvent";
import type { Hex } from "../../crypto/bytes/hex";
import { smSuite, standardSuite } from "../../crypto/suites";

/** The longest first: `>=` begins with `>`. */
const comparisons = [">=", "<=", "!=", ">", "<", "="] as const;
type Comparison = (typeof comparisons)[number];

/** What the value of a parameter has to be. */
interface Condition {
  readonly parameter: string;
  readonly comparison: Comparison;
  readonly value: string;
}

/** An event that is waited for. */
export interface EventWish {
  /** Its address, or a path of BFS, whose link is followed anew at each look. */
  readonly contract: string;
  readonly code: ContractInterface;
  /** Of the event, as compilers of either kind of chain make it: a chain may run code of the other kind. */
  readonly topics: readonly Hex[];
  readonly where: readonly Condition[];
}

/** How an event is written. */
export const exampleEvent = "Transfer(address indexed from, uint256 value)";

const integer = /^-?\d{1,78}$/;

/** An event as Solidity declares it. The code is that of standard chains: `topicsOf` has both. */
export const eventCode = (signature: string): ContractInterface | undefined => writtenEvent(signature, standardSuite);

/** The topics that logs of the event have. */
export function topicsOf(code: ContractInterface): Hex[] {
  return code.events.flatMap(({ signature }) =>
    [standardSuite, smSuite].map((suite) => signatureHash(suite, signature)),
  );
}

/** `>= 1000`, `0x…`, `!= paid`: a value alone has to be equal. Undefined where an order is asked of what is no integer. */
export function conditionOf(parameter: string, written: string): Condition | undefined {
  const line = written.trim();
  const comparison = comparisons.find((each) => line.startsWith(each));
  const value = comparison ? line.slice(comparison.length).trim() : line;
  if (comparison && comparison !== "=" && comparison !== "!=" && !integer.test(value)) return undefined;
  return { parameter, comparison: comparison ?? "=", value };
}

function isEqual(found: AbiValue, value: string): boolean {
  if (typeof found === "string" && integer.test(found) && integer.test(value)) return BigInt(found) === BigInt(value);
  const text = typeof found === "string" ? found : valueText(found);
  return text === value || (/^0x/i.test(value) && text.toLowerCase() === value.toLowerCase());
}

function meets(found: AbiValue, { comparison, value }: Condition): boolean {
  if (comparison === "=" || comparison === "!=") return isEqual(found, value) === (comparison === "=");
  if (typeof found !== "string" || !integer.test(found)) return false;
  const [one, other] = [BigInt(found), BigInt(value)];
  if (comparison === ">=") return one >= other;
  if (comparison === "<=") return one <= other;
  return comparison === ">" ? one > other : one < other;
}

/** What a log says, where it is the event that is waited for, of the contract at this address; else undefined. */
export function wishedEvent(
  { code, where }: EventWish,
  contract: string,
  log: { readonly address: string; readonly topics: readonly string[]; readonly data: string },
): DecodedEvent | undefined {
  if (log.address.toLowerCase() !== contract.toLowerCase()) return undefined;
  const event = code.decodeEvent(log);
  const isMet = where.every((condition) => {
    const found = event?.arguments.find(({ name: each }) => each === condition.parameter);
    return found !== undefined && meets(found.value, condition);
  });
  return isMet ? event : undefined;
}
