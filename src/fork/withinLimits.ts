import { getBlockByNumber } from "../chain/rpc/blocks";
import { WorkStopped } from "../devchain/execution/timeSlice";
import { unknownToNode } from "../errors/nodeError";
import { t } from "../text/catalogue";
import { CannotFork, type ForkContext, type ForkLimits, requestOptions } from "./forkContext";

/** Runs the work under the caller's signal and the time limit, both of which end with it. */
export async function within<T>(
  { signal, limits }: { readonly signal: AbortSignal | undefined; readonly limits: ForkLimits },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController();
  let late = false;
  const stop = (): void => inner.abort(signal?.reason);
  const timer = setTimeout(() => {
    late = true;
    inner.abort();
  }, limits.ms);
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  try {
    return await work(inner.signal);
  } catch (error) {
    if (late) throw new CannotFork(t("Re-execution stopped at its time limit of {0} seconds.", limits.ms / 1000));
    if (signal?.aborted || error instanceof WorkStopped) throw new CannotFork(t("Canceled."), "cancelled");
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** Blocks without bodies: an archive service has taken them (docs/protocol/json-rpc.md, "Blocks"). */
export async function areBlocksThere(context: ForkContext): Promise<boolean> {
  const asked = getBlockByNumber(context.session.client, 1, "hashes", requestOptions(context));
  return (await asked.catch(unknownToNode)) !== undefined;
}
