import { toldError } from "../../chain/errors/toldError";
import type { CompileProgress, CompileRequest } from "../compile/compileRequest";
import { SolidityCompiler } from "../compile/compiler";
import { EditorService, rootOf } from "../language/editorService";
import { verifyFile } from "../verify/verifyFile";
import type { ServiceOrder, ServiceReply } from "./messages";

/** Takes orders and answers them, each by its id; several at a time. */
export class CompileService {
  readonly #send: (reply: ServiceReply) => void;
  readonly #running = new Map<number, AbortController>();
  #compiler: SolidityCompiler | undefined;
  readonly #editor = new EditorService((request, progress, signal) => this.#started.compile(request, progress, signal));

  constructor(send: (reply: ServiceReply) => void) {
    this.#send = send;
  }

  /** Never throws: what goes wrong is an answer. */
  async take(order: ServiceOrder): Promise<void> {
    if (order.kind === "start") {
      this.#compiler ??= new SolidityCompiler(order.folders.compilers, order.folders.artifacts);
      return;
    }
    const { id } = order;
    if (order.kind === "cancel") {
      this.#running.get(id)?.abort();
      return;
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const reply = await this.#answer(order, controller.signal);
      this.#send(controller.signal.aborted ? { kind: "cancelled", id } : reply);
    } catch (error) {
      if (controller.signal.aborted) this.#send({ kind: "cancelled", id });
      else this.#send({ kind: "failed", id, ...toldError(error) });
    } finally {
      this.#running.delete(id);
    }
  }

  get #started(): SolidityCompiler {
    if (!this.#compiler) throw new Error("the service was not started");
    return this.#compiler;
  }

  async #answer(
    order: Exclude<ServiceOrder, { readonly kind: "start" | "cancel" }>,
    signal: AbortSignal,
  ): Promise<ServiceReply> {
    const compiler = this.#started;
    const { id } = order;
    const tell = (progress: CompileProgress): void => this.#send({ kind: "progress", id, progress });
    switch (order.kind) {
      case "check":
        return { kind: "checked", id, files: await this.#editor.check(order.request, order, tell, signal) };
      case "ask":
        return { kind: "answered", id, answer: await this.#editor.ask(order.request, order.question, signal) };
      case "verifySource": {
        const [file = ""] = order.request.files;
        const root = rootOf(file, order.request.workspace);
        const found = await compiler.compile({ ...order.request, root, outputs: "contracts" }, tell, signal);
        return { kind: "sourceVerified", id, contracts: verifyFile(found, order.code, order.contract) };
      }
      default:
    }
    const request: CompileRequest = {
      ...order.request,
      outputs: order.kind === "diagnostics" ? "diagnostics" : "contracts",
    };
    const result = await compiler.compile(request, tell, signal);
    if (order.kind !== "verify") return { kind: "compiled", id, result };
    return { kind: "verified", id, contracts: verifyFile(result, order.code, order.contract), result };
  }

  /** Cancels everything and ends the compilers. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#compiler?.close();
  }
}
