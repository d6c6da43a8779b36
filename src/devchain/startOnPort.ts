import { defaultRpcPort } from "../facts/ports";
import { t } from "../text/catalogue";
import type { DevChainOptions } from "./settings/options";
import { type DevChain, startDevChain } from "./startDevChain";

export const errorCode = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** The port that the system's error is about. */
export const takenPort = (error: unknown): unknown =>
  error instanceof Error && "port" in error ? error.port : undefined;

/**
 * Starts the chain on the port that is asked for; where none is, on the one that other commands ask by themselves, or, where that is in
 * use, on any free one.
 * @param warn is given what a person has to know then
 * @throws as `startDevChain`
 */
export async function startOnPort(options: DevChainOptions, warn: (text: string) => void): Promise<DevChain> {
  if (options.port !== undefined) return startDevChain(options);
  try {
    return await startDevChain({ ...options, port: defaultRpcPort });
  } catch (error) {
    if (errorCode(error) !== "EADDRINUSE" || takenPort(error) !== defaultRpcPort) throw error;
    const chain = await startDevChain({ ...options, port: 0 });
    warn(t("Port {0} is in use. Use --url {1} with other commands.", defaultRpcPort, chain.url));
    return chain;
  }
}
