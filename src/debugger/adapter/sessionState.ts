import type { StartedDebuggee } from "../program/startDebuggee";
import type { ExecutionControl } from "./executionControl";
import { ShownState } from "./shownState";

/** What a session debugs, and what is shown of it where execution stands. Empty before the launch and after the end. */
export class SessionState {
  started: StartedDebuggee | undefined;
  control: ExecutionControl | undefined;
  #shown: ShownState | undefined;

  /** Of where execution stands, made when it is first asked for. */
  get shown(): ShownState | undefined {
    if (this.started && this.control) this.#shown ??= new ShownState(this.started.debuggee, this.control.position);
    return this.#shown;
  }

  /** What was shown is of another position now. */
  moved(): void {
    this.#shown = undefined;
  }
}
