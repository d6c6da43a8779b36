import { errorTold } from "../../../chain/errors/toldError";
import type {
  Inspected,
  InspectionAnswer,
  InspectionOrder,
  InspectionProgress,
  InspectionQuestion,
  InspectionReply,
  NumberedOrder,
} from "../../../debugger/inspect/messages";
import { Cancelled } from "../../kit/asking/cancelled";
import { endOf, endProgram, startProgram } from "../../kit/processes/program";

/** What a transaction changed, or what its lines took. */
export type TransactionOrder = Extract<InspectionOrder, { kind: "state" | "gas" }>;

/** What is asked while a transaction is executed again. */
export interface ForkQuestions {
  /** Asks the chain: gives what the node answered as JSON text, or its error. */
  ask(question: InspectionQuestion): Promise<Pick<InspectionAnswer, "result" | "error">>;
  /** Says what would be done; false: it isn't wanted. */
  begin(lines: readonly string[]): Promise<boolean>;
  report(progress: InspectionProgress): void;
}

/** Executes a transaction of a real chain again and tells of it. @throws Cancelled; ChainError; Error with words for people. */
export type InspectForked = <Order extends TransactionOrder>(
  order: Order,
  questions: ForkQuestions,
  signal?: AbortSignal,
) => Promise<Inspected[Order["kind"]]>;

type Message = InspectionReply | InspectionQuestion | InspectionProgress;

/**
 * An inspector for one transaction: what it executes again takes memory that nobody needs afterwards, so its process ends with it, and at once
 * when it is cancelled.
 * @param environment what the process finds beside what this one has
 */
export function forkedInspector(
  program: string,
  environment: () => Readonly<Record<string, string>>,
  warn: (text: string) => void,
): InspectForked {
  return (order, questions, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(new Cancelled());
        return;
      }
      const child = startProgram(program, environment());
      const end = (): void => {
        signal?.removeEventListener("abort", cancel);
        child.removeAllListeners("message");
        endProgram(child);
      };
      const cancel = (): void => {
        end();
        reject(new Cancelled());
      };
      const answer = async (question: InspectionQuestion): Promise<void> => {
        const { id, lines } = question;
        if (!lines) {
          const given = await questions.ask(question);
          if (child.connected) child.send({ kind: "answer", id, ...given } satisfies InspectionAnswer);
        } else if (await questions.begin(lines)) child.send({ kind: "answer", id, result: true });
        else cancel();
      };
      signal?.addEventListener("abort", cancel, { once: true });
      child.stderr?.on("data", (data: Buffer) => warn(`inspector: ${data.toString().trimEnd()}`));
      child.on("message", (message: Message) => {
        if (message.kind === "progress") questions.report(message);
        else if (message.kind === "asks")
          answer(message).catch((error: unknown) => {
            end();
            reject(error);
          });
        else {
          end();
          if (message.kind === "done") resolve(message.result as never);
          else reject(errorTold(message));
        }
      });
      const ended = (): void => reject(new Error(`the inspector ended (${endOf(child)})`));
      child.once("error", ended);
      child.once("exit", ended);
      child.send({ id: 1, order } satisfies NumberedOrder);
    });
}
