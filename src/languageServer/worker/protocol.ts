import type { Message } from "vscode-languageserver/node";
import type { OrderOf } from "../../processes/protocol";

/** One language as a process: messages of the protocol go in as orders, and come out of one that never ends. */
export interface LanguageWorkerProtocol {
  readonly orders: {
    /** The first, once: tells all that the language says. */
    readonly listen: OrderOf<void, never, Message>;
    readonly take: OrderOf<Message>;
  };
  readonly asks: Record<never, never>;
}
