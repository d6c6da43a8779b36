import { isAddress } from "../../crypto/bytes/hex";
import { phrase } from "../../text/catalogue";
import type { ChainClient, RequestOptions } from "../client/client";
import { clientError } from "../errors/clientError";
import { getBlockByNumber } from "../rpc/getBlockByNumber";
import { getBlockNumber } from "../rpc/getBlockNumber";
import { findMethod } from "../rpc/methodTable";
import { callMethod } from "../rpc/wireMethod";
import { parseAmount } from "../services/balance/amount";

/** What can be done to an embedded chain, by the names that people type. */
export const devActionNames = [
  "snapshot",
  "revert",
  "mine",
  "time",
  "balance",
  "send-as",
  "trace",
  "pause",
  "resume",
  "fault",
  "clear-faults",
  "restart",
  "add-node",
  "reset",
] as const;

export type DevActionName = (typeof devActionNames)[number];

/** The words that each takes, in order; `[X]` may be left out, `…` takes several. */
export const devActionWords: Readonly<Record<DevActionName, readonly string[]>> = {
  snapshot: [],
  revert: ["SNAPSHOT"],
  mine: ["[COUNT]"],
  time: ["TIME"],
  balance: ["ADDRESS", "AMOUNT"],
  "send-as": ["FROM", "TO", "[DATA]", "[AMOUNT]"],
  trace: ["HASH"],
  pause: [],
  resume: [],
  fault: ["KIND", "[MEMBER=VALUE]…"],
  "clear-faults": [],
  restart: [],
  "add-node": [],
  reset: [],
};

interface DevRequest {
  readonly method: string;
  readonly parameters: readonly unknown[];
}

const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * `+2d` (s, m, h, d) after `now`, `real` for the machine's own time, an ISO date, or milliseconds.
 * @throws ChainError usage `wrongParameter`.
 */
function timeOf(text: string, now: number): number | null {
  if (text === "real") return null;
  const [, count, unit = ""] = /^\+(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return now + Number(count) * (secondsIn[unit] ?? 1) * 1000;
  const at = /^\d{1,15}$/.test(text) ? Number(text) : /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(at)) return at;
  throw wrong("time", "TIME", phrase("+2d, real, a date such as 2027-01-31T12:00, or milliseconds"), text);
}

const wrong = (action: string, parameter: string, form: string, given: string): Error =>
  clientError("wrongParameter", { method: action, parameter, form, given });

const addressForm = phrase("an address of 0x and 40 hex digits");

function addressOf(action: string, parameter: string, text: string): string {
  if (isAddress(text)) return text;
  throw wrong(action, parameter, addressForm, text);
}

const memberValue = (text: string): unknown =>
  /^\d{1,15}$/.test(text) ? Number(text) : text === "true" ? true : text === "false" ? false : text;

/** `node=1`, `ms=2000`: the members of a fault. */
function faultOf(kind: string, members: readonly string[]): Record<string, unknown> {
  const fault: Record<string, unknown> = { kind };
  for (const member of members) {
    const at = member.indexOf("=");
    if (at < 1) throw wrong("fault", "MEMBER=VALUE", phrase("a name, =, and a value, such as node=1"), member);
    fault[member.slice(0, at)] = memberValue(member.slice(at + 1));
  }
  return fault;
}

/**
 * The request that an action with these words comes to.
 * @param now milliseconds from which `+2d` counts
 * @throws ChainError usage `missingParameter`, `tooManyParameters`, `wrongParameter`.
 */
function devRequest(action: DevActionName, words: readonly string[], now: number): DevRequest {
  const wanted = devActionWords[action];
  const most = wanted.some((word) => word.endsWith("…")) ? Number.POSITIVE_INFINITY : wanted.length;
  if (words.length > most)
    throw clientError("tooManyParameters", { method: action, most: wanted.length, given: words.length });
  const missing = wanted.slice(words.length).find((word) => !word.startsWith("["));
  if (missing !== undefined)
    throw clientError("missingParameter", { method: action, parameter: missing, form: wanted.join(" ") });
  const [first = "", second = "", third, fourth] = words;
  switch (action) {
    case "revert":
      return { method: "dev_revert", parameters: [first] };
    case "mine":
      if (first !== "" && !/^\d{1,9}$/.test(first)) throw wrong(action, "COUNT", phrase("an integer"), first);
      return { method: "dev_mine", parameters: first === "" ? [] : [Number(first)] };
    case "time":
      return { method: "dev_setTime", parameters: [timeOf(first, now)] };
    case "balance":
      return {
        method: "dev_setBalance",
        parameters: [addressOf(action, "ADDRESS", first), String(parseAmount(second))],
      };
    case "send-as": {
      const to = second === "-" || second === "" ? {} : { to: addressOf(action, "TO", second) };
      const data = third ? { data: third } : {};
      const value = fourth ? { value: String(parseAmount(fourth)) } : {};
      const transaction = { from: addressOf(action, "FROM", first), ...to, ...data, ...value };
      return { method: "dev_sendTransaction", parameters: [transaction] };
    }
    case "trace":
      return { method: "dev_traceTransaction", parameters: [first] };
    case "pause":
    case "resume":
      return { method: "dev_pauseSealing", parameters: [action === "pause"] };
    case "fault":
      return { method: "dev_setFault", parameters: [faultOf(first, words.slice(1))] };
    case "clear-faults":
      return { method: "dev_clearFaults", parameters: [] };
    case "add-node":
      return { method: "dev_addNode", parameters: [] };
    case "snapshot":
    case "restart":
    case "reset":
      return { method: `dev_${action}`, parameters: [] };
  }
}

/** Time moves on from where the chain is, which may be ahead of the machine's. */
async function timeOfChain(client: ChainClient, options?: RequestOptions): Promise<number> {
  const { timestamp } = await getBlockByNumber(client, await getBlockNumber(client, options), "hashes", options);
  return Math.max(Date.now(), timestamp);
}

/**
 * Does it, and gives the chain's answer.
 * @throws ChainError as `devRequest` and `callMethod` do; rpc −32601 from a chain that is no embedded one, −32098 without its token.
 */
export async function runDevAction(
  client: ChainClient,
  action: DevActionName,
  words: readonly string[],
  options?: RequestOptions,
): Promise<unknown> {
  const relative = action === "time" && words[0]?.startsWith("+");
  const { method, parameters } = devRequest(action, words, relative ? await timeOfChain(client, options) : 0);
  const wire = findMethod(method);
  if (!wire) throw clientError("unknownMethod", { method, methods: devActionNames });
  return callMethod(client, wire, parameters, options);
}
