import { type ChildProcess, fork } from "node:child_process";
import { type ErrorMessage, errorFromMessage } from "../errors/errorMessage";
import { t } from "../text/catalogue";
import type { OrderName, ProcessProtocol, QuestionName, ToProgram, ToStarter } from "./protocol";

/** A process that has nothing to do ends in this time. */
const timeoutMs = 1000;
/** So much of what it complained of is kept for its end. */
const maxWords = 2000;

/** Room for young objects in a frugal process, in MiB; Node.js gives four times as much. */
const fewYoungMiB = 4;

/**
 * What the C library of Linux finds in a frugal process: memory that was freed goes back to the system, whatever its size and the thread
 * that took it. Others don't read it.
 */
const givesBack = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_MMAP_THRESHOLD_: "131072" };

/** How a program is started, and what is made of its failures. */
export interface ProgramStart {
  /** Absolute. */
  readonly file: string;
  readonly execArgv?: readonly string[];
  /** What JavaScript may take of memory, in MiB; a process that needs more ends. Default: what Node.js gives. */
  readonly memoryMiB?: number;
  /**
   * Keeps little room for young objects, and on Linux little of what was freed: a process that lives long beside an editor takes tens of MB
   * less. Not for one that makes millions of objects in a row, which would be cleared more often.
   */
  readonly frugal?: boolean;
  /** All that it finds in its environment, beside what `frugal` says. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder it runs in; undefined: that of this process. */
  readonly folder?: string | undefined;
  /** Takes what it writes to its standard error; `shown`: that of this process takes it. */
  readonly complaints: "shown" | ((text: string) => void);
  /** What waiting callers get when it ended by itself, by its exit code or signal and the last of its complaints. */
  readonly ended: (how: string, words: string) => Error;
  /** The error that it told of an order. Default: {@link errorFromMessage}. */
  readonly failed?: (reported: ErrorMessage) => Error;
}

/** How an order is waited for. */
export interface OrderWaiting<P extends ProcessProtocol, Name extends OrderName<P>> {
  readonly tells?: ((tells: P["orders"][Name]["tells"]) => void) | undefined;
  /** Answers what is asked for the order; one that throws fails the order with it. */
  readonly asked?: {
    readonly [Each in QuestionName<P>]: (question: P["asks"][Each]["question"]) => Promise<P["asks"][Each]["answer"]>;
  };
  /** The order is left at once, and the program is told. */
  readonly signal?: AbortSignal | undefined;
  /** The process is ended when it takes longer. */
  readonly limitMs?: number | undefined;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly tells: (tells: unknown) => void;
  readonly asked: (name: string, question: unknown) => Promise<unknown>;
}

/** A program of ours as a process: takes orders, several at a time, and ends with its starter (`serveStarter`). */
export class Program<P extends ProcessProtocol> {
  readonly #child: ChildProcess;
  readonly #start: ProgramStart;
  readonly #pending = new Map<number, Pending>();
  #last = 0;
  #words = "";
  #over = false;

  constructor(start: ProgramStart) {
    this.#start = start;
    const { complaints, memoryMiB, frugal } = start;
    const child = fork(start.file, [], {
      // Without this one word VS Code's own program would open a window.
      env: {
        ...(frugal ? givesBack : {}),
        ...start.environment,
        ...("electron" in process.versions ? { ELECTRON_RUN_AS_NODE: "1" } : {}),
      },
      execArgv: [
        ...(start.execArgv ?? []),
        ...(memoryMiB === undefined ? [] : [`--max-old-space-size=${memoryMiB}`]),
        ...(frugal ? [`--max-semi-space-size=${fewYoungMiB}`] : []),
      ],
      ...(start.folder === undefined ? {} : { cwd: start.folder }),
      serialization: "advanced",
      stdio: ["ignore", "ignore", complaints === "shown" ? "inherit" : "pipe", "ipc"],
    });
    this.#child = child;
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#words = `${this.#words}${text}`.slice(-maxWords);
      if (complaints !== "shown") complaints(text);
    });
    child.on("message", (message: ToStarter) => this.#take(message));
    child.on("error", (error) => this.#ended(error.message));
    child.once("exit", (code, signal) => this.#ended(String(code ?? signal ?? "")));
    // it can't be asked anything any more
    child.once("disconnect", () => this.end());
  }

  /** Whether it can be given more to do. */
  get alive(): boolean {
    return !this.#over && this.#child.connected;
  }

  /** Whether a user waits for it. */
  get busy(): boolean {
    return this.#pending.size > 0;
  }

  /**
   * What it gives for an order.
   * @throws the error that it tells; the signal's reason, at once; what `ended` says of its end.
   */
  order<Name extends OrderName<P>>(
    name: Name,
    order: P["orders"][Name]["order"],
    { tells, asked, signal, limitMs }: OrderWaiting<P, Name> = {},
  ): Promise<P["orders"][Name]["result"]> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#over) return Promise.reject(this.#error("closed"));
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const settle = (how: () => void): void => {
        signal?.removeEventListener("abort", cancel);
        clearTimeout(limit);
        if (this.#pending.delete(id)) how();
      };
      const cancel = (): void =>
        settle(() => {
          this.#send({ kind: "cancel", id });
          reject(signal?.reason);
        });
      const late = (): void =>
        settle(() => {
          this.kill();
          reject(this.#error(t("no answer in {0} s", (limitMs ?? 0) / 1000)));
        });
      const limit = limitMs === undefined ? undefined : setTimeout(late, limitMs);
      this.#pending.set(id, {
        resolve: (result) => settle(() => resolve(result)),
        reject: (error) => settle(() => reject(error)),
        tells: (what) => tells?.(what),
        asked: (question, of) =>
          asked && question in asked
            ? asked[question as QuestionName<P>](of)
            : Promise.reject(new Error(`no one answers ${question}`)),
      });
      signal?.addEventListener("abort", cancel, { once: true });
      this.#send({ kind: "order", id, name, order });
    });
  }

  #send(message: ToProgram): void {
    if (this.#over) return;
    if (!this.#child.connected) this.end();
    else
      this.#child.send(message, (error) => {
        if (error) this.end();
      });
  }

  #take(message: ToStarter): void {
    if (message.kind === "ask") {
      this.#answer(message);
      return;
    }
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    if (message.kind === "result") pending.resolve(message.result);
    else if (message.kind === "failure") pending.reject((this.#start.failed ?? errorFromMessage)(message.failure));
    else {
      try {
        pending.tells(message.tells);
      } catch (error) {
        this.#fail(message.id, error);
      }
    }
  }

  #answer({ id, of, name, question }: ToStarter & { readonly kind: "ask" }): void {
    this.#pending
      .get(of)
      ?.asked(name, question)
      .then(
        (answer) => this.#send({ kind: "answer", id, answer }),
        (error: unknown) => this.#fail(of, error),
      );
  }

  /** Callers that wait for the order get this error, and the program needn't go on. */
  #fail(id: number, error: unknown): void {
    this.#pending.get(id)?.reject(error);
    this.#send({ kind: "cancel", id });
  }

  #error(how: string): Error {
    return this.#start.ended(how, this.#words.trim());
  }

  #ended(how: string): void {
    this.#over = true;
    if (this.busy) this.#leave(this.#error(how));
  }

  #leave(reason: Error): void {
    for (const pending of [...this.#pending.values()]) pending.reject(reason);
  }

  /**
   * Closes the channel, at which a program ends by itself; one that is in the middle of something is ended.
   * @param reason what waiting callers get at once; undefined: what `ended` says of its end
   */
  end(reason?: Error): void {
    const child = this.#child;
    if (reason) this.#leave(reason);
    if (child.connected) child.disconnect();
    if (child.exitCode !== null || child.signalCode !== null || this.#over) return;
    this.#over = true;
    const killing = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    killing.unref();
    child.once("exit", () => clearTimeout(killing));
  }

  /** Ends it at once; `reason` as of {@link end}. */
  kill(reason?: Error): void {
    this.#over = true;
    if (reason) this.#leave(reason);
    this.#child.kill("SIGKILL");
  }
}
