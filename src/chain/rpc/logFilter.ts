import { phrase } from "../../text/catalogue";
import { clientError, excerpt } from "../errors/clientError";

/** Which events are wanted. */
export interface LogFilter {
  /** First block; default 0. */
  fromBlock?: number;
  /** Last block, included; default the chain's height. */
  toBlock?: number;
  /** Contracts; none or empty means any. */
  addresses?: readonly string[];
  /** Up to four positions; each one topic, alternatives, or null for any. */
  topics?: readonly (string | readonly string[] | null)[];
}

/** The filter as a node wants it: all four members, hex numbers, lower-case hex (docs/protocol/json-rpc.md, "Filters"). */
export interface WireLogFilter {
  fromBlock: string;
  toBlock: string;
  address: string[];
  topics: (null | string[])[];
}

function lowerHex(method: string, parameter: string, text: string, digits: number): string {
  const body = text.replace(/^0x/i, "");
  if (body.length === digits && /^[0-9a-fA-F]+$/.test(body)) return `0x${body.toLowerCase()}`;
  throw clientError("wrongParameter", {
    method,
    parameter,
    form: digits === 40 ? phrase("an address of 0x and 40 hex digits") : phrase("a hash of 0x and 64 hex digits"),
    given: excerpt(text),
  });
}

function blockText(method: string, parameter: string, number: number): string {
  if (Number.isSafeInteger(number) && number >= 0) return `0x${number.toString(16)}`;
  throw clientError("wrongParameter", {
    method,
    parameter,
    form: phrase("a block number, 0 or more"),
    given: excerpt(number),
  });
}

/**
 * Checks the filter and writes it for the wire; an open end is `latest`.
 * @throws ChainError usage `wrongParameter`.
 */
export function wireLogFilter(method: string, filter: LogFilter): WireLogFilter {
  const { fromBlock = 0, toBlock, addresses = [], topics = [] } = filter;
  if (topics.length > 4) {
    throw clientError("wrongParameter", {
      method,
      parameter: "topics",
      form: phrase("at most four positions"),
      given: topics.length,
    });
  }
  return {
    fromBlock: blockText(method, "fromBlock", fromBlock),
    toBlock: toBlock === undefined ? "latest" : blockText(method, "toBlock", toBlock),
    address: addresses.map((address) => lowerHex(method, "address", address, 40)),
    topics: topics.map((position) => {
      if (position === null) return null;
      const alternatives = typeof position === "string" ? [position] : position;
      return alternatives.length === 0 ? null : alternatives.map((topic) => lowerHex(method, "topic", topic, 64));
    }),
  };
}
