import { type ChildProcess, fork } from "node:child_process";
import { ChainError } from "../../../chain/errors/chainError";
import { clientEntries } from "../../../chain/errors/clientEntries";
import { type ClientErrorCode, clientError } from "../../../chain/errors/clientError";
import type { CheckedFile, LanguageAnswer, LanguageQuestion } from "../../../solidity/language/questions";
import type {
  EditorRequest,
  ServiceFolders,
  ServiceOrder,
  ServiceReply,
  VerifiedContract,
} from "../../../solidity/service/messages";
import { Cancelled } from "../../kit/asking/cancelled";

/** Nobody compiles any more: its memory is given back. */
const idleMs = 10 * 60_000;

/** What a compilation is at. */
export type CompileProgress = (ServiceReply & { readonly kind: "progress" })["progress"];
type Failure = ServiceReply & { readonly kind: "failed" };
type Order = Exclude<ServiceOrder, { readonly kind: "start" | "cancel" }>;
type WithoutId<Each> = Each extends unknown ? Omit<Each, "id"> : never;

/** How one order is waited for. */
export interface Waiting {
  readonly progress?: (progress: CompileProgress) => void;
  readonly signal?: AbortSignal;
}

interface Pending {
  resolve(reply: ServiceReply): void;
  reject(error: unknown): void;
  readonly progress: ((progress: CompileProgress) => void) | undefined;
}

/** Whether the words of an error stand in our dictionary. */
export const isOurCode = (code: string): code is ClientErrorCode => Object.hasOwn(clientEntries, code);

function errorOf({ code, message, advice, details }: Failure): ChainError {
  return isOurCode(code)
    ? clientError(code, details)
    : new ChainError({
        kind: "usage",
        code: "unexpected",
        message,
        ...(advice === undefined ? {} : { advice }),
        details,
      });
}

/** The compile service as a process: started by the first order, ended when it was idle for a while. */
export class CompileService {
  #child: ChildProcess | undefined;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly program: string,
    private readonly folders: ServiceFolders,
    private readonly warn: (text: string) => void,
  ) {}

  /** @throws Cancelled; ChainError as the compile service tells it. */
  async check(
    request: EditorRequest,
    wish: { readonly code: boolean; readonly hashUses?: boolean },
    waiting: Waiting = {},
  ): Promise<readonly CheckedFile[]> {
    const order = { kind: "check" as const, request, code: wish.code, hashUses: wish.hashUses ?? false };
    const reply = await this.#send(order, waiting);
    return reply.kind === "checked" ? reply.files : [];
  }

  /** @throws Cancelled; ChainError. */
  async ask(request: EditorRequest, question: LanguageQuestion, signal?: AbortSignal): Promise<LanguageAnswer> {
    const reply = await this.#send({ kind: "ask", request, question }, signal ? { signal } : {});
    if (reply.kind !== "answered") throw new Cancelled();
    return reply.answer;
  }

  /** @throws Cancelled; ChainError. */
  async verify(
    request: EditorRequest,
    code: string,
    contract: string | undefined,
    waiting: Waiting,
  ): Promise<readonly VerifiedContract[]> {
    const named = contract === undefined ? {} : { contract };
    const reply = await this.#send({ kind: "verifySource", request, code, ...named }, waiting);
    return reply.kind === "sourceVerified" ? reply.contracts : [];
  }

  #send(order: WithoutId<Order>, { progress, signal }: Waiting): Promise<ServiceReply> {
    if (signal?.aborted) return Promise.reject(new Cancelled());
    const child = this.#start();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const cancel = (): void => void child.send({ kind: "cancel", id } satisfies ServiceOrder);
      const end = (): void => {
        signal?.removeEventListener("abort", cancel);
        this.#pending.delete(id);
        this.#restIfIdle();
      };
      this.#pending.set(id, {
        progress,
        resolve: (reply) => {
          end();
          resolve(reply);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      });
      signal?.addEventListener("abort", cancel, { once: true });
      child.send({ ...order, id } as ServiceOrder);
    });
  }

  #start(): ChildProcess {
    clearTimeout(this.#idle);
    if (this.#child?.connected) return this.#child;
    // It has ended, and its end is only on its way.
    if (this.#child) this.#ended(this.#child);
    const child = fork(this.program, [], {
      // In desktop VS Code the extension host's own program is Electron: this makes it plain Node.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
      execArgv: [],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child = child;
    child.stderr?.on("data", (data: Buffer) => this.warn(`compile service: ${data.toString().trimEnd()}`));
    child.on("message", (reply: ServiceReply) => this.#take(reply));
    child.once("error", () => this.#ended(child));
    child.once("exit", () => this.#ended(child));
    child.send({ kind: "start", folders: this.folders } satisfies ServiceOrder);
    return child;
  }

  #take(reply: ServiceReply): void {
    const pending = this.#pending.get(reply.id);
    if (reply.kind === "progress") pending?.progress?.(reply.progress);
    else if (reply.kind === "cancelled") pending?.reject(new Cancelled());
    else if (reply.kind === "failed") pending?.reject(errorOf(reply));
    else pending?.resolve(reply);
  }

  #ended(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const error = clientError("compilerCrashed", {
      version: "",
      reason: String(child.exitCode ?? child.signalCode ?? ""),
    });
    for (const pending of [...this.#pending.values()]) pending.reject(error);
  }

  #restIfIdle(): void {
    clearTimeout(this.#idle);
    if (this.#pending.size > 0 || !this.#child) return;
    this.#idle = setTimeout(() => this.#rest(), idleMs);
    this.#idle.unref();
  }

  /** Ends the process: its channel closes, and it ends its compilers. */
  #rest(): void {
    const child = this.#child;
    this.#child = undefined;
    if (child?.connected) child.disconnect();
  }

  dispose(): void {
    clearTimeout(this.#idle);
    for (const pending of [...this.#pending.values()]) pending.reject(new Cancelled());
    clearTimeout(this.#idle);
    this.#rest();
  }
}
