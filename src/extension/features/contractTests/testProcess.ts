import { errorTold } from "../../../chain/errors/toldError";
import type { EditorTestOrder, EditorTestReply } from "../../../contractTests/service/messages";
import { chosenLanguage } from "../../../text/catalogue";
import { endOf, endProgram, startProgram } from "../../kit/processes/program";

type Told = Exclude<EditorTestReply, { readonly kind: "done" | "failed" }>;

/**
 * Runs tests in a process of their own (`dist/contractTestService.js`), which ends with the run; cancelling ends it at once.
 * @returns whether it came to its end; false when it was cancelled
 * @throws ChainError what the process tells of itself; Error when it ends before it is done; whatever `told` throws
 */
export function runTestProcess(
  program: string,
  order: EditorTestOrder,
  told: (reply: Told) => void,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  const child = startProgram(program, { CHAINSIDE_LOCALE: chosenLanguage() }, "advanced");
  let complaint = "";
  child.stderr?.on("data", (data: Buffer) => {
    complaint = (complaint + data.toString()).slice(-2000);
  });
  return new Promise<boolean>((resolve, reject) => {
    const cancel = (): void => resolve(false);
    signal.addEventListener("abort", cancel, { once: true });
    child.on("message", (reply: EditorTestReply) => {
      if (signal.aborted) return;
      if (reply.kind === "done") resolve(true);
      else if (reply.kind === "failed") reject(errorTold(reply));
      else {
        try {
          told(reply);
        } catch (error) {
          reject(error);
        }
      }
    });
    const ended = (): void => reject(new Error(`the test process ended (${endOf(child)}) ${complaint}`.trim()));
    child.once("error", ended);
    child.once("exit", ended);
    child.send(order, (error) => {
      if (error) ended();
    });
  }).finally(() => {
    child.removeAllListeners("message");
    // Told so, it ends its compilers and test processes. One that is busy with a test of its own doesn't hear it, and has none.
    endProgram(child);
  });
}
