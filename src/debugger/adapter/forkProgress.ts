import { ProgressEndEvent, ProgressStartEvent, ProgressUpdateEvent } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { ForkProgress } from "../../fork/forkContext";
import { t } from "../../text/catalogue";

const progressId = "fork";
/** Between two updates. */
const everyMs = 200;

/** Shows how far a re-execution is, where the client can show it. */
export class ForkProgressEvents {
  readonly #send: (event: DebugProtocol.Event) => void;
  #shown: number | undefined;

  constructor(send: (event: DebugProtocol.Event) => void) {
    this.#send = send;
  }

  report({ doing, done, total }: ForkProgress): void {
    if (this.#shown === undefined) {
      const start: DebugProtocol.ProgressStartEvent = new ProgressStartEvent(
        progressId,
        t("Re-executing the transaction"),
      );
      start.body.cancellable = true;
      this.#send(start);
    } else if (performance.now() - this.#shown < everyMs) return;
    this.#shown = performance.now();
    const update: DebugProtocol.ProgressUpdateEvent = new ProgressUpdateEvent(progressId, `${doing} ${done}/${total}`);
    update.body.percentage = Math.floor((100 * done) / Math.max(1, total));
    this.#send(update);
  }

  end(): void {
    if (this.#shown !== undefined) this.#send(new ProgressEndEvent(progressId));
    this.#shown = undefined;
  }
}
