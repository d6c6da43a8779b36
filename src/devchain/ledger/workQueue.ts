import { RpcError } from "../errors/rpcError";
import { type Client, type TimeSlice, WorkStopped } from "../execution/timeSlice";

/** How long a question of a client waits for its turn. */
const maxWaitMs = 30_000;
/** Questions of clients that may wait at a time. */
const maxWaiting = 1000;

const busy = (words: string): RpcError => new RpcError(-32603, `the chain is busy with other executions: ${words}`);

interface Waiting {
  readonly client: Client | undefined;
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Work on the state of a group, one piece at a time, in the order in which it came. Between two pieces, and in the middle of one
 * (`TimeSlice`), the event loop has its turn. Work of the chain itself waits as long as it has to; the question of a client is
 * refused when it has waited too long, and dropped when its client is gone.
 */
export class WorkQueue {
  readonly #timeSlice: TimeSlice;
  readonly #waiting: Waiting[] = [];
  #clients = 0;
  #busy = false;
  #closed = false;

  constructor(timeSlice: TimeSlice) {
    this.#timeSlice = timeSlice;
  }

  /**
   * Runs the work when all before it is done.
   * @throws RpcError −32603 for a client that would wait or has waited too long, WorkStopped for one that is gone or when the queue ends.
   */
  async run<T>(work: () => Promise<T>, client?: Client): Promise<T> {
    if (this.#closed) throw new WorkStopped();
    if (this.#busy) await this.#turn(client);
    else {
      this.#busy = true;
      this.#timeSlice.begin();
    }
    this.#timeSlice.client = client;
    try {
      return await work();
    } finally {
      this.#timeSlice.client = undefined;
      this.#goOn();
    }
  }

  #turn(client: Client | undefined): Promise<void> {
    if (!client) return new Promise((begin, refuse) => this.#waiting.push({ client, begin, refuse }));
    if (this.#clients >= maxWaiting) throw busy(`${maxWaiting} calls wait already`);
    this.#clients++;
    let timer: NodeJS.Timeout | undefined;
    return new Promise<void>((begin, refuse) => {
      const waiting = { client, begin, refuse };
      this.#waiting.push(waiting);
      timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        refuse(busy(`waited ${maxWaitMs / 1000} seconds for its turn`));
      }, maxWaitMs);
      timer.unref();
    }).finally(() => {
      clearTimeout(timer);
      this.#clients--;
    });
  }

  /** A piece of work has ended: the next one begins. */
  #goOn(): void {
    if (this.#waiting.length > 0 && this.#timeSlice.isOver()) {
      setImmediate(() => {
        this.#timeSlice.begin();
        this.#next();
      });
    } else this.#next();
  }

  #next(): void {
    let next = this.#waiting.shift();
    while (next && (this.#closed || next.client?.gone)) {
      next.refuse(new WorkStopped());
      next = this.#waiting.shift();
    }
    if (next) next.begin();
    else this.#busy = false;
  }

  /** Nothing begins any more; what is in the middle ends at its next pause. */
  close(): void {
    this.#closed = true;
    this.#timeSlice.close();
  }
}
