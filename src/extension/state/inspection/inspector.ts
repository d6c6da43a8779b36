import type { Inspected, InspectionOrder, InspectionReply } from "../../../debugger/inspect/messages";
import { Cancelled } from "../../kit/asking/cancelled";
import { ServiceProcess } from "../../kit/processes/serviceProcess";

/** Reads storage by names, and tells of transactions what they changed and what their lines took. */
export interface Inspector {
  /** @throws Cancelled; ChainError; Error with words for people. */
  inspect<Order extends InspectionOrder>(order: Order, signal?: AbortSignal): Promise<Inspected[Order["kind"]]>;
  dispose(): void;
}

/** Its compilers keep what they compiled for the next question; then their memory is given back. */
const idleMs = 5 * 60_000;

/** The inspector as a process (`dist/inspector.js`). */
export class InspectorProcess implements Inspector {
  readonly #service: ServiceProcess<InspectionReply>;

  constructor(
    program: string,
    /** What the process finds in its environment beside what this one has. */
    environment: () => Readonly<Record<string, string>>,
    warn: (text: string) => void,
  ) {
    this.#service = new ServiceProcess({
      name: "inspector",
      program,
      idleMs,
      warn,
      environment,
      takesCancel: false,
      ended: (how) => new Error(`the inspector ended (${how})`),
    });
  }

  async inspect<Order extends InspectionOrder>(order: Order, signal?: AbortSignal): Promise<Inspected[Order["kind"]]> {
    const reply = await this.#service.ask({ order }, { signal });
    if (reply.kind !== "done") throw new Cancelled();
    return reply.result as Inspected[Order["kind"]];
  }

  dispose(): void {
    this.#service.dispose();
  }
}
