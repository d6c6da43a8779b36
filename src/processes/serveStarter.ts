import type { ErrorMessage } from "../errors/errorMessage";
import type { OrderName, ProcessProtocol, ToProgram, ToStarter } from "./protocol";

/** Asks the starter. @throws the reason of the order's signal, or of the one that is given. */
export type AskStarter<Asks extends ProcessProtocol["asks"]> = <Name extends keyof Asks & string>(
  name: Name,
  question: Asks[Name]["question"],
  signal?: AbortSignal,
) => Promise<Asks[Name]["answer"]>;

/** What carries out an order may do beside it. */
export interface OrderContext<P extends ProcessProtocol, Name extends OrderName<P>> {
  /** Its caller doesn't wait any more, or the starter is gone. */
  readonly signal: AbortSignal;
  tell(tells: P["orders"][Name]["tells"]): void;
  readonly ask: AskStarter<P["asks"]>;
}

/** How each order is carried out. */
export type Orders<P extends ProcessProtocol> = {
  readonly [Name in OrderName<P>]: (
    order: P["orders"][Name]["order"],
    context: OrderContext<P, Name>,
  ) => P["orders"][Name]["result"] | Promise<P["orders"][Name]["result"]>;
};

interface Serving {
  /** An error for the starter. */
  readonly report: (error: unknown) => ErrorMessage;
  /** The starter is gone, and what was begun is cancelled: what this process started itself is ended here. */
  readonly ended?: () => void;
}

/**
 * Takes the orders of the process that started this one (`Program`) and ends with it. Of the process it needs nothing afterwards: its
 * channel and its end are taken here.
 */
export function serveStarter<P extends ProcessProtocol>(orders: Orders<P>, { report, ended }: Serving): void {
  const channel = process.send?.bind(process);
  const { exit } = process;
  const running = new Map<number, AbortController>();
  const asked = new Map<number, (answer: unknown) => void>();
  let last = 0;
  // A starter that has gone hears nothing: this process ends with it a moment later.
  const send = (message: ToStarter): void => {
    channel?.(message, undefined, undefined, () => undefined);
  };

  const handlerOf = (id: number, own: AbortSignal): OrderContext<P, OrderName<P>> => ({
    signal: own,
    tell: (tells) => send({ kind: "tells", id, tells }),
    ask: (name, question, other) =>
      new Promise((resolve, reject) => {
        const signal = other ? AbortSignal.any([own, other]) : own;
        signal.throwIfAborted();
        const number = ++last;
        const leave = (): void => {
          asked.delete(number);
          reject(signal.reason);
        };
        signal.addEventListener("abort", leave, { once: true });
        asked.set(number, (answer) => {
          signal.removeEventListener("abort", leave);
          asked.delete(number);
          resolve(answer as never);
        });
        send({ kind: "ask", id: number, of: id, name, question });
      }),
  });

  const carryOut = async ({ id, name, order }: ToProgram & { readonly kind: "order" }): Promise<void> => {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      const made = orders[name as OrderName<P>](order, handlerOf(id, abort.signal));
      // what is there at once is told at once
      send({ kind: "result", id, result: made instanceof Promise ? await made : made });
    } catch (error) {
      send({ kind: "failure", id, failure: report(error) });
    } finally {
      running.delete(id);
    }
  };

  process.on("message", (message: ToProgram) => {
    if (message.kind === "order") void carryOut(message);
    else if (message.kind === "cancel") running.get(message.id)?.abort();
    else asked.get(message.id)?.(message.answer);
  });
  process.on("disconnect", () => {
    for (const abort of running.values()) abort.abort();
    ended?.();
    // What it started is told first: a process that is busy would not see that it isn't waited for.
    setImmediate(() => exit(0));
  });
}
