import type {
  Inspected,
  InspectionOrder,
  InspectionProgress,
  InspectorProtocol,
  ReExecutionAsks,
} from "../../../debugger/inspect/messages";
import { minuteMs } from "../../../time/units";
import { Cancelled } from "../../kit/errors/cancelled";
import { ServiceProcess, startProgram } from "../../kit/processes/serviceProcess";

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

/** What a transaction did or changed, or what its lines took. */
export type TransactionOrder = Extract<InspectionOrder, { kind: "state" | "gas" | "trace" }>;

/** A contract's storage out of the chain's blocks, executed again. */
type RebuiltStorageOrder = Extract<InspectionOrder, { kind: "storage" }> & {
  readonly from: { readonly kind: "rebuilt" };
};

type ForkedOrder = TransactionOrder | RebuiltStorageOrder;

/** What is asked while transactions are executed again. */
export interface ForkQuestions {
  /** Asks the chain. */
  chain(question: ReExecutionAsks["chain"]["question"]): Promise<ReExecutionAsks["chain"]["answer"]>;
  /** Says what would be done; false: it isn't wanted. */
  begin(lines: readonly string[]): Promise<boolean>;
  report(progress: InspectionProgress): void;
}

/**
 * Executes a transaction or all blocks of a real chain again and tells of it.
 * @throws Cancelled; ChainError; Error with words for people.
 */
export type InspectForked = <Order extends ForkedOrder>(
  order: Order,
  questions: ForkQuestions,
  signal?: AbortSignal,
) => Promise<Inspected[Order["kind"]]>;

/**
 * An inspector for one order: what it executes again takes memory that isn't needed afterwards, so its process ends with it, and at
 * once when it is cancelled.
 * @param environment what the process finds beside what this one has
 */
export function forkedInspector(
  file: string,
  environment: () => Readonly<Record<string, string>>,
  warn: (text: string) => void,
): InspectForked {
  return async <Order extends ForkedOrder>(order: Order, questions: ForkQuestions, outer?: AbortSignal) => {
    if (outer?.aborted) throw new Cancelled();
    const unwanted = new AbortController();
    const signal = outer ? AbortSignal.any([outer, unwanted.signal]) : unwanted.signal;
    const program = startProgram<InspectorProtocol>({
      name: "inspector",
      file,
      environment,
      warn,
      ended: (how) => new Error(`the inspector ended (${how})`),
    });
    try {
      const result = await program.order("inspect", order, {
        tells: (progress) => questions.report(progress),
        asked: {
          chain: (question) => questions.chain(question),
          begin: async (lines) => {
            const may = await questions.begin(lines);
            if (!may) unwanted.abort();
            return may;
          },
        },
        signal,
      });
      return result as Inspected[Order["kind"]];
    } catch (error) {
      throw signal.aborted ? new Cancelled() : error;
    } finally {
      program.end();
    }
  };
}
