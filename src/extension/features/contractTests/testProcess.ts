import { fork } from "node:child_process";
import { clientError } from "../../../chain/errors/clientError";
import type { EditorTestOrder, EditorTestReply } from "../../../contractTests/service/messages";
import { chosenLanguage } from "../../../text/catalogue";
import { isOurCode } from "../../state/solidity/compileService";

/** A process that has nothing to do ends in this time. */
const patienceMs = 1000;

type Told = Exclude<EditorTestReply, { readonly kind: "done" | "failed" }>;

/**
 * Runs tests in a process of their own (`dist/contractTestService.js`), which ends with the run; cancelling ends it at once.
 * @returns whether it came to its end; false when it was cancelled
 * @throws ChainError what the process tells of itself; Error when it ends before it is done
 */
export function runTestProcess(
  program: string,
  order: EditorTestOrder,
  told: (reply: Told) => void,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  const child = fork(program, [], {
    // In desktop VS Code the extension host's own program is Electron: this makes it plain Node.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1", CHAINSIDE_LOCALE: chosenLanguage() },
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
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
      else if (reply.kind === "failed") {
        const { code, message, advice, details } = reply;
        reject(isOurCode(code) ? clientError(code, details) : new Error([message, advice].filter(Boolean).join(" ")));
      } else told(reply);
    });
    const ended = (): void =>
      reject(new Error(`the test process ended (${child.signalCode ?? child.exitCode ?? ""}) ${complaint}`.trim()));
    child.once("error", ended);
    child.once("exit", ended);
    child.send(order, (error) => {
      if (error) ended();
    });
  }).finally(() => {
    child.removeAllListeners("message");
    // Told so, it ends its compilers and test processes. One that is busy with a test of its own doesn't hear it, and has none.
    if (child.connected) child.disconnect();
    const killing = setTimeout(() => child.kill("SIGKILL"), patienceMs);
    killing.unref();
    child.once("exit", () => clearTimeout(killing));
  });
}
