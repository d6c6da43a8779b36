import type { NodeTransport } from "../../chain/client/client";
import { Web3Error } from "../model/web3Error";
import type { Web3Node } from "../model/web3Node";
import { web3Port } from "../node/web3Port";
import type { Web3Facts, Web3Finding, Web3Point } from "./web3Finding";

export interface Web3DiagnosisOptions {
  /** To the port. */
  readonly transport: NodeTransport;
  readonly url: string;
  readonly timeoutMs: number;
  /** Of the chain, where the FISCO BCOS interface told it: `3.16.0`. */
  readonly dataVersion?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Answer = { readonly result: unknown } | { readonly error: Web3Error };

/** A web3 port that is looked at: its answers, and what was found so far. Nothing that is asked changes anything. */
export class PortLook {
  readonly #node: Web3Node;
  readonly options: Web3DiagnosisOptions;
  readonly findings: Web3Finding[] = [];
  facts: { -readonly [Key in keyof Web3Facts]: Web3Facts[Key] };

  constructor(options: Web3DiagnosisOptions) {
    this.options = options;
    this.#node = web3Port(options.transport);
    this.facts = {
      url: options.url,
      version: "",
      chainId: 0,
      isProxy: false,
      hasFeeHistory: false,
      batch: 1,
      gasLimitHolds: false,
    };
  }

  found(point: Web3Point, state: Web3Finding["state"], finding: Omit<Web3Finding, "point" | "state">): void {
    this.findings.push({ point, state, ...finding });
  }

  async ask(method: string, params: readonly unknown[] = []): Promise<Answer> {
    this.options.signal?.throwIfAborted();
    try {
      return { result: await this.#node.request(method, params, this.options.signal) };
    } catch (error) {
      if (error instanceof Web3Error) return { error };
      throw error;
    }
  }

  async result(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const answer = await this.ask(method, params);
    return "result" in answer ? answer.result : undefined;
  }

  /** A request of its own making to the same port; undefined where it gives nothing. */
  async fetched(init: RequestInit): Promise<Response | undefined> {
    const { url, timeoutMs } = this.options;
    return fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
  }
}

/** Code that ends at once, one that reverts, and one that writes a slot that is empty. */
export const code = { ends: "0x00", reverts: "0x60006000fd", writes: "0x600160005500" } as const;
export const emptyAccount = "0x000000000000000000000000000000000000dead";

export async function estimate(look: PortLook, data: string): Promise<Answer> {
  return look.ask("eth_estimateGas", [{ from: emptyAccount, data }, "latest"]);
}
