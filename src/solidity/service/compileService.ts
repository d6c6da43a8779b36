import { toChainError } from "../../chain/errors/dictionary";
import type { CompileRequest } from "../compile/compileRequest";
import { SolidityCompiler } from "../compile/compiler";
import { verifyFile } from "../verify/verifyFile";
import type { ServiceOrder, ServiceReply } from "./messages";

/** Takes orders and answers them, each by its id; several at a time. */
export class CompileService {
  readonly #send: (reply: ServiceReply) => void;
  readonly #running = new Map<number, AbortController>();
  #compiler: SolidityCompiler | undefined;

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
      else {
        const { code, message, advice, details } = toChainError(error);
        this.#send({ kind: "failed", id, code: String(code), message, advice, details });
      }
    } finally {
      this.#running.delete(id);
    }
  }

  async #answer(
    order: ServiceOrder & { readonly kind: "compile" | "diagnostics" | "verify" },
    signal: AbortSignal,
  ): Promise<ServiceReply> {
    const compiler = this.#compiler;
    if (!compiler) throw new Error("the service was not started");
    const { id } = order;
    const request: CompileRequest = {
      ...order.request,
      outputs: order.kind === "diagnostics" ? "diagnostics" : "contracts",
    };
    const result = await compiler.compile(
      request,
      (progress) => this.#send({ kind: "progress", id, progress }),
      signal,
    );
    if (order.kind !== "verify") return { kind: "compiled", id, result };
    return { kind: "verified", id, contracts: verifyFile(result, order.code, order.contract), result };
  }

  /** Cancels everything and ends the compilers. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#compiler?.close();
  }
}
