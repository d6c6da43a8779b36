import { bytesToHexDigits, hexToBytes } from "../../../../src/crypto/bytes/hex";
import type { CryptoSuiteName } from "../../../../src/crypto/cryptoSuite";
import { cryptoSuite } from "../../../../src/crypto/suites";
import { readChainRules } from "../../../../src/devchain/execution/chainRules";
import type { ExecutionResult } from "../../../../src/devchain/execution/executionResult";
import { precompiledContracts } from "../../../../src/devchain/execution/precompiledContracts";
import { TransactionExecutor } from "../../../../src/devchain/execution/transactionExecutor";
import { seededNodes } from "../../../../src/devchain/keys/seededKeys";
import { writeGenesisTables } from "../../../../src/devchain/ledger/genesis";
import { type AbiItem, decodeArguments, encodeValues } from "../../../../src/devchain/precompiled/host/abiBytes";
import { encodeCall, encodeError } from "../../../../src/devchain/precompiled/host/contract";
import { type DevChainOptions, devChainSettings } from "../../../../src/devchain/settings/options";
import { StateStore } from "../../../../src/devchain/state/stateStore";
import { readConsensusNodes, readSystemConfig } from "../../../../src/devchain/state/systemTables";
import { creationCode } from "../../../support/creationCode";

export const admin = "308f3a68ae6b5a93ce91ff520c56632531f66018";
export const second = "5050a4f4b3f9338c3472dcc01a87c76a144b3c9c";
export const stranger = "1a642f0e3c3af545e7acbd38b07251b3990914f1";
export const committeeManager = "10001".padStart(40, "0");

/** Execution without blocks: each transaction counts as one. */
export class ExecutedChain {
  readonly suite;
  readonly store = new StateStore();
  readonly #executor: TransactionExecutor;
  number = 0;

  private constructor(suite: CryptoSuiteName, nodeVersion: string) {
    this.suite = cryptoSuite(suite);
    const builtins = precompiledContracts(this.store, this.suite, nodeVersion);
    this.#executor = new TransactionExecutor(this.store, this.suite, builtins, () => undefined);
  }

  static async start(options: DevChainOptions = {}): Promise<ExecutedChain> {
    const settings = devChainSettings({ sealers: 2, ...options });
    const chain = new ExecutedChain(settings.suite, settings.nodeVersion);
    writeGenesisTables(chain.store, chain.suite, settings, seededNodes(chain.suite, "test", 2), []);
    await chain.#executor.seed(readChainRules(chain.store, 0), `0x${admin}`);
    return chain;
  }

  /** Runs a message; one that only asks is what `call` of the interface makes. */
  async run(to: string, input: Uint8Array, from: string, onlyAsks = false, value = 0n): Promise<ExecutionResult> {
    const number = this.number;
    const rules = readChainRules(this.store, number);
    const isStatic = onlyAsks && rules.executorVersion === 0;
    const transaction = {
      sender: from,
      to: to && `0x${to}`,
      input,
      abi: "",
      value,
      isStatic,
      ethereumNonce: undefined,
    };
    return this.#executor.execute(transaction, { number, timestampMs: number * 1000 }, rules, 0);
  }

  #describe(result: ExecutionResult, returns: string): readonly AbiItem[] | string {
    if (result.status === 0) return decodeArguments(returns, result.output);
    const selector = bytesToHexDigits(encodeError(this.suite, "").subarray(0, 4));
    const isError = bytesToHexDigits(result.output.subarray(0, 4)) === selector;
    return `${result.status} ${isError ? decodeArguments("string", result.output.subarray(4))[0] : ""}`.trim();
  }

  /** Sends a transaction in a block of its own: its decoded result and what governance's event says, or the refusal. */
  async send(to: string, signature: string, values: readonly AbiItem[], from: string, returns = "uint256") {
    this.number++;
    const result = await this.run(to, encodeCall(this.suite, signature, values), from);
    const [event] = result.logs;
    const answer = this.#describe(result, returns);
    if (typeof answer === "string" || !event) return answer;
    return [...answer, `execResult ${decodeArguments("int256", event.data)[0]}`];
  }

  /** Reads without a trace. */
  async read(to: string, signature: string, values: readonly AbiItem[], returns: string) {
    const checkpoint = this.store.checkpoint();
    const result = await this.run(to, encodeCall(this.suite, signature, values), stranger, true);
    this.store.revert(checkpoint);
    return this.#describe(result, returns);
  }

  async readAddress(to: string, signature: string): Promise<string> {
    return String((await this.read(to, signature, [], "address"))[0]);
  }

  /** Deploys code that answers every call with one word. */
  async deployAnswer(word: bigint, from: string): Promise<ExecutionResult> {
    this.number++;
    const runtime = `7f${bytesToHexDigits(encodeValues("uint256", [word]))}60005260206000f3`;
    const length = (runtime.length / 2).toString(16).padStart(2, "0");
    return this.run("", hexToBytes(`60${length}600c60003960${length}6000f3${runtime}`), from);
  }

  /** Deploys runtime code given as hex digits: its address. */
  async deploy(runtime: string, from = admin): Promise<string> {
    this.number++;
    return (await this.run("", hexToBytes(creationCode(runtime)), from)).contractAddress;
  }

  /** Sends hex digits in a block of their own. */
  async sendRaw(to: string, input: string, value = 0n, from = admin): Promise<ExecutionResult> {
    this.number++;
    return this.run(to, hexToBytes(input), from, false, value);
  }

  /** Ends the block: contracts that were destroyed lose their code. */
  finishBlock(): void {
    this.#executor.finishBlock();
  }

  config(key: string): string | undefined {
    return readSystemConfig(this.store, key)?.value;
  }

  get members() {
    return readConsensusNodes(this.store);
  }
}
