import { type ChainClient, createClient } from "../../chain/client/client";
import type { ExecutionRecording } from "../../chain/dev/executionRecording";
import { devTokenOf } from "../../chain/dev/usualChain";
import { createHttpTransport } from "../../chain/transport/httpTransport";
import { zeroAddress } from "../../crypto/bytes/hex";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import type { LaunchRequest } from "./launchRequest";

type Place = Pick<LaunchRequest, "url" | "group" | "token">;

/** A client of a chain's own interface, with the token for an embedded one's powers. */
export const recordingClient = ({ url = "", group = "", token }: Place, timeoutMs: number): ChainClient =>
  createClient(createHttpTransport({ url, timeoutMs, devToken: devTokenOf(token) }), group);

/** Which code a chain runs. */
export interface Machine {
  readonly suite: CryptoSuiteName;
  /** `london`, `paris` or `cancun`. */
  readonly revision: string;
}

/** Learns it from a call that does nothing. @throws what recording throws */
export async function machineOf(
  recordCall: (call: Readonly<Record<string, unknown>>) => Promise<ExecutionRecording>,
): Promise<Machine> {
  const { suite, revision } = await recordCall({ from: zeroAddress, to: `0x${"1".padStart(40, "0")}`, data: "0x" });
  return { suite: suite === "sm" ? "sm" : "standard", revision };
}
