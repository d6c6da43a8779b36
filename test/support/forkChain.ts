// An embedded chain that plays a real one: anyone who has no token gets what a node answers, and nothing else.
import { writeFileSync } from "node:fs";
import { contractInterface } from "../../src/chain/abi/contractInterface";
import { type ChainClient, createClient } from "../../src/chain/client/client";
import type { ExecutionRecording } from "../../src/chain/dev/executionRecording";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { cryptoSuite } from "../../src/crypto/suites";
import type { DevChainOptions } from "../../src/devchain/settings/options";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import type { CompiledContract } from "../../src/solidity/artifact/compiledProject";
import { ask } from "./askNode";
import { SolidityWorkspace } from "./solidityWorkspace";

export interface SentReceipt {
  readonly transactionHash: string;
  readonly contractAddress: string;
  readonly status: number;
  readonly blockNumber: number;
  readonly output: string;
}

type Contracts = ReadonlyMap<string, CompiledContract>;

const known = new Map<string, Promise<Contracts>>();

/** Contracts of a source, compiled once for each suite and machine. */
function compiled(source: string, suite: "standard" | "sm", london: boolean): Promise<Contracts> {
  const key = `${suite} ${london} ${source}`;
  const found = known.get(key) ?? compile(source, suite, london);
  known.set(key, found);
  return found;
}

async function compile(source: string, suite: "standard" | "sm", london: boolean): Promise<Contracts> {
  const solidity = new SolidityWorkspace({});
  try {
    writeFileSync(solidity.path("All.sol"), source);
    const { files } = await solidity.compiler.compile({
      files: [solidity.path("All.sol")],
      root: solidity.folder,
      suite,
      trusted: true,
      mayFetch: false,
      outputs: "contracts",
      chain: london ? { compatibilityVersion: "3.1.0" } : { executorVersion: 1 },
    });
    const [file] = files;
    if (!file?.project) throw new Error(JSON.stringify(file?.diagnostics));
    return new Map(file.project.contracts.map((each) => [each.name, each]));
  } finally {
    solidity.close();
  }
}

export class ForkChain {
  readonly chain: DevChain;
  readonly suite: "standard" | "sm";
  readonly #contracts: Contracts;

  private constructor(chain: DevChain, suite: "standard" | "sm", contracts: Contracts) {
    this.chain = chain;
    this.suite = suite;
    this.#contracts = contracts;
  }

  static async start(source: string, options: DevChainOptions = {}): Promise<ForkChain> {
    const suite = options.suite ?? "standard";
    const london = options.executorVersion === 0;
    const contracts = await compiled(source, suite, london);
    const chain = await startDevChain({ port: 0, accounts: 0, sealers: 1, observers: 0, ...options });
    return new ForkChain(chain, suite, contracts);
  }

  abi(name: string) {
    const contract = this.#contracts.get(name);
    if (!contract) throw new Error(`there is no ${name}`);
    return { contract, abi: contractInterface(contract.abi, cryptoSuite(this.suite)) };
  }

  /** What only the chain's own people may ask. */
  own<T>(method: string, ...params: unknown[]): Promise<T> {
    return ask<T>(this.chain.url, method, ["group0", ...params], this.chain.devToken);
  }

  deploy(name: string, args: readonly unknown[] = [], from = `0x${"1a".repeat(20)}`): Promise<SentReceipt> {
    const { contract, abi } = this.abi(name);
    return this.own("dev_sendTransaction", { from, data: abi.encodeDeploy(contract.bytecode.object, args) });
  }

  send(to: string, name: string, method: string, args: readonly unknown[], from = `0x${"1a".repeat(20)}`) {
    const data = this.abi(name).abi.encodeCall(method, args);
    return this.own<SentReceipt>("dev_sendTransaction", { from, to, data });
  }

  /** The chain's own recording. */
  recorded(hash: string): Promise<ExecutionRecording> {
    return this.own("dev_recordTransaction", hash, {});
  }

  /** A client without a token. */
  client(): ChainClient {
    return createClient(createHttpTransport({ url: this.chain.url }), "group0");
  }

  close(): Promise<void> {
    return this.chain.close();
  }
}
