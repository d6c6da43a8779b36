import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageWriter,
} from "vscode-languageserver/node";
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

/** Messages that are handed over, without a stream in between. */
export class ReceivedMessages extends AbstractMessageReader {
  #callback: DataCallback | undefined;
  #early: Message[] = [];

  take(message: Message): void {
    if (this.#callback) this.#callback(message);
    else this.#early.push(message);
  }

  listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    const early = this.#early;
    this.#early = [];
    for (const message of early) callback(message);
    return { dispose: () => (this.#callback = undefined) };
  }
}

/** Hands messages over. */
export class HandingWriter extends AbstractMessageWriter implements MessageWriter {
  constructor(private readonly hand: (message: Message) => void) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.hand(message);
  }

  end(): void {
    // the connection behind it is ended by its owner
  }
}
