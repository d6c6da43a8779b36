import { startDebuggee } from "../program/startDebuggee";
import { gasByLine } from "./gasByLine";
import { stateChanges } from "./inspectState";
import { inspectStorage } from "./inspectStorage";
import type { Inspected, InspectionOrder } from "./messages";

/**
 * Reads storage, or runs a transaction of the embedded chain again to tell what it changed or what its lines took.
 * @throws CannotDebug (words for people), ChainError of the chain or the compilers; the signal's reason.
 */
export async function inspect<Order extends InspectionOrder>(
  given: Order,
  signal?: AbortSignal,
): Promise<Inspected[Order["kind"]]> {
  const order: InspectionOrder = given;
  if (order.kind === "storage") return (await inspectStorage(order, signal)) as Inspected[Order["kind"]];
  const { chain, transaction, folder, trusted, solc } = order;
  const started = await startDebuggee({
    ...chain,
    transaction,
    folder,
    trusted,
    asDeployed: true,
    ...(solc === undefined ? {} : { solc }),
  });
  try {
    const { debuggee, notes } = started;
    return (
      order.kind === "state" ? stateChanges(debuggee, notes) : gasByLine(debuggee, notes)
    ) as Inspected[Order["kind"]];
  } finally {
    await started.close();
  }
}
