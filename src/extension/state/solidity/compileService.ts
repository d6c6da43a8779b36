import { clientError } from "../../../chain/errors/clientError";
import type { CheckedFile, LanguageAnswer, LanguageQuestion } from "../../../solidity/language/questions";
import type {
  EditorRequest,
  ServiceFolders,
  ServiceOrder,
  ServiceReply,
  VerifiedContract,
} from "../../../solidity/service/messages";
import { Cancelled } from "../../kit/asking/cancelled";
import { ServiceProcess } from "../../kit/processes/serviceProcess";

/** Nobody compiles any more: its memory is given back. */
const idleMs = 10 * 60_000;

/** What a compilation is at. */
export type CompileProgress = (ServiceReply & { readonly kind: "progress" })["progress"];
type Order = Exclude<ServiceOrder, { readonly kind: "start" | "cancel" }>;
type WithoutId<Each> = Each extends unknown ? Omit<Each, "id"> : never;

/** How one order is waited for. */
export interface Waiting {
  readonly progress?: (progress: CompileProgress) => void;
  readonly signal?: AbortSignal;
}

/** The compile service as a process (`dist/solidity.js`). */
export class CompileService {
  readonly #service: ServiceProcess<ServiceReply>;

  constructor(program: string, folders: ServiceFolders, warn: (text: string) => void) {
    this.#service = new ServiceProcess({
      name: "compile service",
      program,
      idleMs,
      warn,
      greeting: { kind: "start", folders } satisfies ServiceOrder,
      takesCancel: true,
      ended: (reason) => clientError("compilerCrashed", { version: "", reason }),
    });
  }

  /** @throws Cancelled; ChainError as the compile service tells it. */
  async check(
    request: EditorRequest,
    wish: { readonly code: boolean; readonly hashUses?: boolean },
    waiting: Waiting = {},
  ): Promise<readonly CheckedFile[]> {
    const order = { kind: "check" as const, request, code: wish.code, hashUses: wish.hashUses ?? false };
    const reply = await this.#ask(order, waiting);
    return reply.kind === "checked" ? reply.files : [];
  }

  /** @throws Cancelled; ChainError. */
  async ask(request: EditorRequest, question: LanguageQuestion, signal?: AbortSignal): Promise<LanguageAnswer> {
    const reply = await this.#ask({ kind: "ask", request, question }, signal ? { signal } : {});
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
    const reply = await this.#ask({ kind: "verifySource", request, code, ...named }, waiting);
    return reply.kind === "sourceVerified" ? reply.contracts : [];
  }

  #ask(order: WithoutId<Order>, { progress, signal }: Waiting): Promise<ServiceReply> {
    return this.#service.ask(order, { signal, progress: (reply) => progress?.(reply.progress) });
  }

  dispose(): void {
    this.#service.dispose();
  }
}
