// An embedded chain with the proxy for Ethereum's tools in front of it, and a contract to try it with.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { Interface, Transaction, Wallet } from "ethers";
import { createClient } from "../../src/chain/client/client";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import type { DevChainOptions } from "../../src/devchain/settings/options";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { type OpenedProxy, openProxy, type ProxyOrder, usualOrder } from "../../src/web3/openProxy";

interface Compiled {
  readonly abi: readonly object[];
  readonly bytecode: string;
}

let box: Compiled | undefined;

/** `test/fixtures/contracts/Box.sol`, compiled once. */
export function boxArtifact(): Compiled {
  if (box) return box;
  const solc = createRequire(import.meta.url)("solc") as { compile(input: string): string };
  const content = readFileSync(resolve(import.meta.dirname, "../fixtures/contracts/Box.sol"), "utf8");
  const output = { "*": { "*": ["abi", "evm.bytecode.object"] } };
  const settings = { evmVersion: "paris", optimizer: { enabled: true }, outputSelection: output };
  const input = { language: "Solidity", sources: { "Box.sol": { content } }, settings };
  const { contracts, errors } = JSON.parse(solc.compile(JSON.stringify(input)));
  if (!contracts) throw new Error(JSON.stringify(errors));
  const { abi, evm } = contracts["Box.sol"].Box;
  box = { abi, bytecode: `0x${evm.bytecode.object}` };
  return box;
}

/** What came back, with its header. */
export interface RawAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: string };
  readonly madeUp: string;
}

/** A chain, a proxy, and who sends. */
export class ProxiedChain {
  readonly box = new Interface(boxArtifact().abi as never);

  private constructor(
    readonly chain: DevChain,
    readonly proxy: OpenedProxy,
    private readonly closing: () => Promise<void>,
  ) {}

  /** @param native whether the proxy knows the FISCO BCOS interface; with its token, the chain records by itself */
  static async start(
    options: DevChainOptions = {},
    order: Partial<ProxyOrder> = {},
    native: "none" | "node" | "token" = "token",
  ): Promise<ProxiedChain> {
    const chain = await startDevChain({ web3Port: 0, fund: 100, ...options });
    const web3 = createHttpTransport({ url: chain.web3Url ?? "" });
    const devToken = native === "token" ? chain.devToken : undefined;
    const transport = createHttpTransport({ url: chain.url, devToken });
    const proxy = await openProxy({
      ...usualOrder,
      host: "127.0.0.1",
      port: 0,
      allowHosts: [],
      allowOrigins: [],
      client: native === "none" ? undefined : createClient(transport, "group0"),
      web3,
      ...order,
    });
    return new ProxiedChain(chain, proxy, async () => {
      await proxy.close();
      await Promise.all([web3.close(), transport.close()]);
      await chain.close();
    });
  }

  async raw(method: string, params: readonly unknown[] = [], headers: Record<string, string> = {}): Promise<RawAnswer> {
    const response = await fetch(this.proxy.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const answer = (await response.json()) as Omit<RawAnswer, "madeUp">;
    return { ...answer, madeUp: response.headers.get("chainside-made-up") ?? "" };
  }

  /** @throws Error with the message of the answer */
  async ask(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const { result, error } = await this.raw(method, params);
    if (error) throw new Error(error.message);
    return result;
  }

  wallet(index = 0): Wallet {
    return new Wallet(this.chain.accounts[index]?.privateKey ?? "");
  }

  /** A signed transaction of an account. */
  async signed(
    fields: { nonce: number; to?: string; data?: string; value?: bigint; type?: number },
    index = 0,
  ): Promise<string> {
    const wallet = this.wallet(index);
    const { type = 2, ...rest } = fields;
    const fees = type === 2 ? { maxFeePerGas: 0, maxPriorityFeePerGas: 0 } : { gasPrice: 0 };
    return wallet.signTransaction({ chainId: 20200, gasLimit: 3_000_000, type, ...fees, ...rest });
  }

  async receipt(hash: unknown): Promise<Record<string, unknown>> {
    for (let i = 0; i < 400; i++) {
      const receipt = await this.ask("eth_getTransactionReceipt", [hash]);
      if (receipt) return receipt as Record<string, unknown>;
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error(`no receipt of ${String(hash)}`);
  }

  async deploy(nonce = 0, index = 0): Promise<string> {
    const hash = await this.ask("eth_sendRawTransaction", [
      await this.signed({ nonce, data: boxArtifact().bytecode }, index),
    ]);
    const { contractAddress, status } = await this.receipt(hash);
    if (status !== "0x1") throw new Error("the deployment failed");
    return String(contractAddress);
  }

  call(name: string, args: readonly unknown[]): string {
    return this.box.encodeFunctionData(name, args);
  }

  close(): Promise<void> {
    return this.closing();
  }
}

export const hashOf = (raw: string): string => Transaction.from(raw).hash ?? "";
