import { t } from "../../text/catalogue";
import { callTree } from "../program/callTree";
import type { ForkConsent } from "../program/forkConsent";
import { type StartedDebuggee, startDebuggee } from "../program/startDebuggee";
import { gasByLine } from "./gasByLine";
import { stateChanges } from "./inspectState";
import { inspectStorage } from "./inspectStorage";
import type { Inspected, InspectionOrder, TransactionTrace } from "./messages";

type TransactionOrder = Exclude<InspectionOrder, { kind: "storage" }>;

/** How sure the result is, and what a person should know of it. */
function report({ verdict, verdictLines, notes }: StartedDebuggee, kind: TransactionOrder["kind"]): string[] {
  const unread =
    kind === "state" && verdict?.state === "fetched"
      ? [t("Slots that are written without being read appear with the previous value 0, which isn't known.")]
      : [];
  return [...verdictLines, ...notes, ...unread];
}

/** What it did, call by call. */
function traced({ debuggee, verdict }: StartedDebuggee, transaction: string, notes: string[]): TransactionTrace {
  const { status, gasUsed, output } = debuggee.recording;
  const certainty = verdict?.certainty ?? "recorded";
  return { transaction, status, gasUsed, output, call: callTree(debuggee) ?? null, notes, certainty };
}

/** What a transaction that was executed again did, changed, or took line by line. */
export function inspected<Kind extends TransactionOrder["kind"]>(
  started: StartedDebuggee,
  kind: Kind,
  transaction: string,
): Inspected[Kind] {
  const { debuggee, verdict } = started;
  const notes = report(started, kind);
  if (kind === "trace") return traced(started, transaction, notes) as Inspected[Kind];
  const view = kind === "state" ? stateChanges(debuggee, notes) : gasByLine(debuggee, notes);
  return { ...view, ...(verdict ? { certainty: verdict.certainty } : {}) } as Inspected[Kind];
}

/**
 * Reads storage, or runs a transaction again to tell what it did, what it changed or what its lines took: on the embedded chain that has
 * recorded it, or through the door on a copy of its chain's state.
 * @throws CannotDebug (words for people), ChainError of the chain or the compilers; the signal's reason.
 */
export async function inspect<Order extends InspectionOrder>(
  given: Order,
  signal?: AbortSignal,
  consent?: ForkConsent,
): Promise<Inspected[Order["kind"]]> {
  const order: InspectionOrder = given;
  if (order.kind === "storage") return (await inspectStorage(order, signal, consent)) as Inspected[Order["kind"]];
  const { kind, chain, transaction, folder, trusted, solc, fork } = order;
  const request = {
    ...chain,
    ...fork,
    transaction,
    folder,
    trusted,
    asDeployed: true,
    ...(solc === undefined ? {} : { solc }),
  };
  const started = await startDebuggee(request, fork && consent);
  try {
    return inspected(started, kind, transaction) as Inspected[Order["kind"]];
  } finally {
    await started.close();
  }
}
