import { pause } from "../../time/waitUntil";
import { invalidParams, RpcError } from "../errors/rpcError";
import { GarbageAnswer, type Handler, type MethodTable } from "../rpc/envelope";
import type { WireObject, WireValue } from "../rpc/jsonText";

/** What a method does instead of answering rightly. */
type FaultyAnswer =
  | { readonly kind: "result"; readonly result: WireValue }
  | { readonly kind: "error"; readonly code: number; readonly message: string }
  | { readonly kind: "garbage" }
  | { readonly kind: "silence" };

/** Faults of the port: slowness and wrong answers, switched on by `dev_setFault` (docs/devchain.md, "Faults"). */
export class PortFaults {
  slowMs = 0;
  readonly answers = new Map<string, FaultyAnswer>();

  clear(): void {
    this.slowMs = 0;
    this.answers.clear();
  }

  /** The methods with the faults in front of them. The `dev_` methods stay reachable. */
  wrap(methods: MethodTable): MethodTable {
    return (method) => {
      const handler = methods(method);
      if (!handler || method.startsWith("dev_")) return handler;
      return (parameters) =>
        this.slowMs === 0 && this.answers.size === 0 ? handler(parameters) : this.#answer(method, handler, parameters);
    };
  }

  async #answer(method: string, handler: Handler, parameters: Parameters<Handler>[0]): Promise<unknown> {
    if (this.slowMs > 0) await pause(this.slowMs);
    const fault = this.answers.get(method);
    if (!fault) return handler(parameters);
    if (fault.kind === "result") return fault.result;
    if (fault.kind === "error") throw new RpcError(fault.code, fault.message);
    if (fault.kind === "garbage") throw new GarbageAnswer();
    return new Promise(() => undefined);
  }
}

/** @throws RpcError −32602 for a fault that is not known. */
export function readFaultyAnswer(fault: WireObject): FaultyAnswer {
  const { result, error, garbage, silence } = fault as {
    result?: WireValue;
    error?: WireObject;
    garbage?: WireValue;
    silence?: WireValue;
  };
  if (garbage === true) return { kind: "garbage" };
  if (silence === true) return { kind: "silence" };
  if (error !== null && typeof error === "object" && !Array.isArray(error)) {
    const { code, message } = error as { code?: WireValue; message?: WireValue };
    return { kind: "error", code: Number(code ?? -1), message: String(message ?? "") };
  }
  if (result === undefined) throw invalidParams("a wrong answer needs result, error, garbage or silence");
  return { kind: "result", result };
}
