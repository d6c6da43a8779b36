import type { Message } from "@ethereumjs/evm";
import type { ExpectedCall, Mock } from "./testState";

/** Whether the bytes begin so. */
export function beginsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
  if (beginning.length > bytes.length) return false;
  for (let at = 0; at < beginning.length; at++) if (bytes[at] !== beginning[at]) return false;
  return true;
}

/** What comes with coins, for the contract that gets them. */
const stipend = 2300n;

function gasMatches(gas: ExpectedCall["gas"], { gasLimit, value }: Message): boolean {
  if (!gas) return true;
  const wanted = gas.amount + (value > 0n ? stipend : 0n);
  return gas.atLeast ? gasLimit >= wanted : gasLimit === wanted;
}

export const callMatches = ({ address, data, value, gas }: ExpectedCall, to: string, message: Message): boolean =>
  address === to &&
  beginsWith(message.data, data) &&
  (value === undefined || value === message.value) &&
  gasMatches(gas, message);

/** The answer that is meant: the whole input before a beginning of it, a named value before any, the longest first. */
export function mockFor(mocks: readonly Mock[], message: Message): Mock | undefined {
  const fitting = mocks.filter(
    ({ data, value }) => beginsWith(message.data, data) && (value === undefined || value === message.value),
  );
  const rank = ({ data, value }: Mock): number => data.length * 2 + (value === undefined ? 0 : 1);
  return fitting.reduce<Mock | undefined>((best, each) => (best && rank(best) >= rank(each) ? best : each), undefined);
}
