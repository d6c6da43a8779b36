import type { Inspected, InspectionOrder, InspectorProtocol } from "../../../debugger/inspect/messages";
import { minuteMs } from "../../../time/units";
import { ServiceProcess } from "../../kit/processes/serviceProcess";

/** Reads storage by names, and tells of transactions what they changed and what their lines took. */
export interface Inspector {
  /** @throws Cancelled; ChainError; Error with words for people. */
  inspect<Order extends InspectionOrder>(order: Order, signal?: AbortSignal): Promise<Inspected[Order["kind"]]>;
  dispose(): void;
}

/** Its compilers keep what they compiled for the next question; then their memory is given back. */
const idleMs = 5 * minuteMs;

/** The inspector as a process (`dist/inspector.js`). */
export class InspectorProcess implements Inspector {
  readonly #service: ServiceProcess<InspectorProtocol>;

  constructor(
    file: string,
    /** What the process finds in its environment beside what this one has. */
    environment: () => Readonly<Record<string, string>>,
    warn: (text: string) => void,
  ) {
    this.#service = new ServiceProcess({
      name: "inspector",
      file,
      idleMs,
      warn,
      environment,
      takesCancel: false,
      ended: (how) => new Error(`the inspector ended (${how})`),
    });
  }

  async inspect<Order extends InspectionOrder>(order: Order, signal?: AbortSignal): Promise<Inspected[Order["kind"]]> {
    return (await this.#service.ask("inspect", order, { signal })) as Inspected[Order["kind"]];
  }

  dispose(): void {
    this.#service.dispose();
  }
}
