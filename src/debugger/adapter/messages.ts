// What the debug adapter and the editor tell each other where the editor starts it with a channel. Types alone: the extension shares them.
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { OrderOf } from "../../processes/protocol";
import type { ReExecutionAsks } from "../inspect/messages";

/** What the debug adapter does: one session. */
export interface DebugAdapterProtocol {
  readonly orders: {
    /** The first, once, for as long as the session lasts: what it says. */
    readonly session: OrderOf<undefined, void, DebugProtocol.ProtocolMessage>;
    /** What is said to it. */
    readonly message: OrderOf<DebugProtocol.ProtocolMessage>;
  };
  readonly asks: ReExecutionAsks;
}
