import { EVM, EVMError, type EVMResult, type EVMRunCallOpts, type ExecResult, type Message } from "@ethereumjs/evm";
import { bytesToHexDigits, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { standardSuite } from "../../../../src/crypto/suites";
import { readChainRules } from "../../../../src/devchain/execution/chainRules";
import { FiscoEvm } from "../../../../src/devchain/execution/fiscoEvm";
import { addressOf } from "../../../../src/devchain/execution/knownAddress";
import { type PrecompiledContracts, TransactionExecutor } from "../../../../src/devchain/execution/transactionExecutor";
import { StateStore } from "../../../../src/devchain/state/stateStore";
import { writeSystemConfig } from "../../../../src/devchain/state/systemTables";

const precompiledContracts: PrecompiledContracts = {
  has: () => false,
  prepare: () => undefined,
  check: () => undefined,
  inFrame: () => false,
  makeAccount: () => undefined,
  isMade: () => false,
  isSquatted: () => false,
  mayTransfer: () => true,
  codeSeen: (_, code) => code,
  created: () => undefined,
  seed: async () => undefined,
};

const contract = addressOf("c0".repeat(20));

/** Opcodes of quickOpcodes.ts and messageOpcodes.ts that do what the library's own do; RETURNDATACOPY ends otherwise. */
export const quick = [
  0x20, 0x35, 0x37, 0x39, 0x3b, 0x51, 0x52, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xf1, 0xf2, 0xf3, 0xf4, 0xfa, 0xfd,
];

/** FISCO BCOS' rules around the library's own interpreter: its loop, frames, stack, memory and messages. */
export class LibraryEvm extends FiscoEvm {
  constructor(...[options, ...rest]: ConstructorParameters<typeof FiscoEvm>) {
    const customOpcodes = (options.customOpcodes ?? []).filter(({ opcode }) => !quick.includes(opcode));
    super({ ...options, customOpcodes }, ...rest);
  }

  /** The library's frames see only what a revert leaves; a node's see whatever a failed message says. */
  override async runCall(options: EVMRunCallOpts): Promise<EVMResult> {
    const result = await super.runCall(options);
    const { execResult } = result;
    if (execResult.exceptionError && execResult.returnValue.length > 0) {
      execResult.exceptionError = new EVMError(EVMError.errorMessages.REVERT);
    }
    return result;
  }

  protected override async runInterpreter(message: Message): Promise<ExecResult> {
    const result: ExecResult = await EVM.prototype["runInterpreter"].call(this, message);
    const error = result.exceptionError?.error;
    if (error !== undefined && this.scope.rules.keepsGas(error)) result.executionGasUsed = 0n;
    return result;
  }
}

export interface Ended {
  readonly status: number;
  readonly gasUsed: bigint;
  readonly output: string;
  readonly contractAddress: string;
  readonly logs: string[];
}

/** A chain of one block after another, under a revision of the EVM. */
export function machine(Evm: typeof FiscoEvm, version: string, executor: 0 | 1, gasLimit = 100_000) {
  const store = new StateStore();
  const config = (key: string, value: string): void => writeSystemConfig(store, key, { value, enableNumber: 0 });
  config("compatibility_version", version);
  if (executor === 1) config("executor_version", "1");
  config("tx_gas_limit", String(gasLimit));
  const rules = readChainRules(store, 1);
  const runner = new TransactionExecutor(store, standardSuite, precompiledContracts, () => undefined, Evm);
  const run = async (to: string, input: string): Promise<Ended> => {
    const sender = "11".repeat(20);
    const transaction = { sender, to, input: hexToBytes(input), abi: "", value: 0n, ethereumNonce: undefined };
    const result = await runner.execute(transaction, { number: 5, timestampMs: 9 }, rules, 1);
    const { status, gasUsed, output, contractAddress, logs } = result;
    const events = logs.map(({ topics, data }) => [...topics, data].map(bytesToHexDigits).join(" "));
    return { status, gasUsed, output: bytesToHexDigits(output), contractAddress, logs: events };
  };
  const evm = runner.evm(rules.revision);
  const states = evm.stateManager;
  return {
    evm,
    /** Calls a contract of the code; then it has never been. */
    async ends(code: string): Promise<Ended> {
      const checkpoint = store.checkpoint();
      await states.putCode(contract, hexToBytes(code));
      const ended = await run(contract.toString().slice(2), "0102030405060708");
      store.revert(checkpoint);
      return ended;
    },
  };
}

/** Ours, ours with a watcher of every opcode, and the library's. */
export function threeMachines(version: string, executor: 0 | 1) {
  const ours = machine(FiscoEvm, version, executor);
  const watched = machine(FiscoEvm, version, executor);
  watched.evm.watcher = { step: () => undefined };
  const theirs = machine(LibraryEvm, version, executor);
  return {
    ours,
    async all(code: string): Promise<{ ours: Ended; watched: Ended; theirs: Ended }> {
      return { ours: await ours.ends(code), watched: await watched.ends(code), theirs: await theirs.ends(code) };
    },
  };
}
