import { zeroAddress } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { typedTime } from "../../text/typedTime";
import type { ChainClient, RequestOptions } from "../client/client";
import { getBlockByNumber, getBlockNumber } from "../rpc/blocks";
import { findMethod } from "../rpc/methodTable";
import { callMethod } from "../rpc/wireMethod";

/** What no node knows, and an embedded chain refuses to those without its token. */
const unknownMethod = -32601;

/**
 * Whether the chain is an embedded one: it answers what no node does, even if it wants its token first.
 * @throws ChainError transport and tls
 */
export async function isEmbedded({ transport, group }: ChainClient, options?: RequestOptions): Promise<boolean> {
  try {
    await transport.request("dev_storage", [group, zeroAddress, []], options);
    return true;
  } catch (error) {
    if (!(error instanceof ChainError) || error.kind === "transport" || error.kind === "tls") throw error;
    return error.code !== unknownMethod;
  }
}

/**
 * Uses a power of an embedded chain: `mine` for `dev_mine` (docs/devchain.md, "The dev_ methods").
 * @throws ChainError as `callMethod`; rpc −32601 of a chain that is no embedded one, −32098 without its token
 */
export async function callDev(
  client: ChainClient,
  power: string,
  parameters: readonly unknown[] = [],
  options?: RequestOptions,
): Promise<unknown> {
  const wire = findMethod(`dev_${power}`);
  if (!wire) throw new TypeError(`dev_${power} is no method`);
  return callMethod(client, wire, parameters, options);
}

const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Time moves on from where the chain is, which may be ahead of the machine's, also before a block tells so. */
async function timeOfChain(client: ChainClient, options?: RequestOptions): Promise<number> {
  const { timestamp } = await getBlockByNumber(client, await getBlockNumber(client, options), "hashes", options);
  return Math.max(Number(await callDev(client, "time", [], options)), timestamp);
}

/**
 * A moment as people write it: `+2d` (s, m, h, d) after the chain's time, `real` for the machine's own time (null), an ISO date that
 * the calendar has, or milliseconds.
 * @throws ChainError usage `wrongMoment`
 */
export async function momentOf(client: ChainClient, text: string, options?: RequestOptions): Promise<number | null> {
  if (text === "real") return null;
  const [, count, unit = ""] = /^\+(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) {
    return (await timeOfChain(client, options)) + Number(count) * (secondsIn[unit] ?? 1) * 1000;
  }
  const at = /^\d{1,15}$/.test(text) ? Number(text) : typedTime(text);
  if (at !== undefined) return Math.floor(at);
  throw clientError("wrongMoment", { given: text });
}
