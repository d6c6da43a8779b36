import { transactionStatus } from "../../src/chain/transaction/transactionStatus";
import { bytesToHexDigits, hexToBytes } from "../../src/crypto/bytes/hex";
import { standardSuite } from "../../src/crypto/suites";
import { type ChainRules, readChainRules } from "../../src/devchain/execution/chainRules";
import {
  codeTable,
  type FlatStateManager,
  readAccount,
  readCode,
  storageTable,
  writeAccount,
} from "../../src/devchain/execution/flatStateManager";
import { addressOf } from "../../src/devchain/execution/knownAddress";
import {
  type ExecutableTransaction,
  type PrecompiledContracts,
  TransactionExecutor,
} from "../../src/devchain/execution/transactionExecutor";
import { writeGenesisTables } from "../../src/devchain/ledger/genesis";
import { accountCode } from "../../src/devchain/precompiled/accountStatus";
import { readDynamicCode } from "../../src/devchain/precompiled/host/addresses";
import { type DevChainSettings, devChainSettings } from "../../src/devchain/settings/options";
import { type AccountRecord, StateStore } from "../../src/devchain/state/stateStore";
import { type EvmRelease, type NodeOutcome, recordRefusal } from "./nodeMachine";
import type { BlockEnvironment, StateTransaction } from "./stateTest";
import { digitsOf, numberOf, type World } from "./worldState";

const nothing = new Uint8Array(0);

/** The contracts of the chain without those that stand where a case has its own: only the records of persons' accounts are left. */
function hiddenPrecompiledContracts(store: StateStore): PrecompiledContracts {
  return {
    has: () => false,
    prepare: ({ address, input, isDelegate }) => {
      if (isDelegate || !readDynamicCode(readCode(store, address))) return undefined;
      const refusal = recordRefusal(input);
      return async () => ({
        output: refusal ?? nothing,
        gasUsed: 0n,
        status: refusal ? transactionStatus.precompiledError : transactionStatus.none,
      });
    },
    check: () => undefined,
    inFrame: () => false,
    isMade: () => false,
    isSquatted: () => false,
    mayTransfer: () => true,
    makeAccount: (address) => {
      if (readCode(store, address).length > 0) return;
      const code = accountCode(address);
      const codeHash = bytesToHexDigits(standardSuite.hash(code));
      store.set(codeTable, codeHash, code);
      writeAccount(store, address, { codeHash });
    },
    codeSeen: (_, code) => (readDynamicCode(code) ? nothing : code),
    created: () => undefined,
    seed: async () => undefined,
  };
}

/** Features with which a chain of either executor is nearest to Ethereum. */
const nearEthereum = ["feature_balance", "feature_evm_cancun", "feature_evm_address", "feature_evm_timestamp"];
const isAccount = (table: string): boolean => /^[0-9a-f]{40}$/.test(table);

/** The engine of the embedded chain under one executor, for one case after another. */
export class EmbeddedMachine {
  readonly executor: 0 | 1;
  readonly release: EvmRelease;
  readonly #store = new StateStore();
  readonly #settings: DevChainSettings;
  readonly #runner: TransactionExecutor;
  readonly #rules: ChainRules;
  #hashes: ReadonlyMap<bigint, string> = new Map();

  /** @param release whose prices and rules count, with the flags of its data version */
  constructor(executor: 0 | 1, release: EvmRelease = "3.16.4") {
    this.executor = executor;
    this.release = release;
    this.#settings = devChainSettings({
      nodeVersion: release,
      ...(release === "3.17.0" ? { compatibilityVersion: release } : {}),
      executorVersion: executor,
      webChainId: 1n,
      features: executor === 0 ? nearEthereum : ["feature_evm_timestamp"],
    });
    this.#begin();
    this.#runner = new TransactionExecutor(
      this.#store,
      standardSuite,
      hiddenPrecompiledContracts(this.#store),
      (number) => {
        const known = this.#hashes.get(BigInt(number));
        return known === undefined ? undefined : hexToBytes(known);
      },
    );
    this.#rules = readChainRules(this.#store, 1);
  }

  /** A chain without accounts. */
  #begin(): void {
    this.#store.clear();
    writeGenesisTables(this.#store, standardSuite, this.#settings, [], []);
    this.#store.seal();
  }

  /** Begins with another world. */
  async load(world: World, hashes: ReadonlyMap<bigint, string>): Promise<void> {
    this.#hashes = hashes;
    this.#runner.forgetBlock();
    this.#begin();
    const states = this.#runner.evm(this.#rules.revision).stateManager as FlatStateManager;
    for (const [address, { nonce, balance, code }] of world.accounts) {
      writeAccount(this.#store, address, { nonce, balance });
      if (code !== "") await states.putCode(addressOf(address), hexToBytes(code));
    }
    for (const [place, value] of world.storage) {
      states.setSlot(addressOf(place.slice(0, 40)), place.slice(40), value);
    }
    this.#store.seal();
  }

  /** What comes from outside any transaction. */
  credit(address: string, amount: bigint): void {
    writeAccount(this.#store, address, { balance: (readAccount(this.#store, address)?.balance ?? 0n) + amount });
  }

  /** What the block itself writes. */
  setSlot(address: string, slot: string, value: bigint): void {
    const states = this.#runner.evm(this.#rules.revision).stateManager as FlatStateManager;
    this.#store.bring(() => states.setSlot(addressOf(address), slot, value));
  }

  /** Runs a transaction with so much gas. */
  async run(transaction: StateTransaction, env: BlockEnvironment, gasLimit: bigint): Promise<NodeOutcome> {
    const result = await this.#runner.execute(
      this.#executable(transaction),
      this.#block(env),
      { ...this.#rules, gasLimit },
      0,
    );
    return {
      succeeded: result.status === 0,
      gasUsed: result.gasUsed,
      output: bytesToHexDigits(result.output),
      logs: result.logs.map(({ address, topics, data }) =>
        [address, ...topics.map((topic) => bytesToHexDigits(topic)), bytesToHexDigits(data)].join(" "),
      ),
    };
  }

  /** Runs it as a call, of which nothing is to stay. */
  async ask(transaction: StateTransaction, env: BlockEnvironment, gasLimit: bigint): Promise<void> {
    const checkpoint = this.#store.checkpoint();
    const isStatic = this.executor === 0;
    await this.#runner.execute(
      { ...this.#executable(transaction), isStatic },
      this.#block(env),
      { ...this.#rules, gasLimit },
      0,
    );
    this.#runner.forgetBlock();
    this.#store.revert(checkpoint);
  }

  #executable({ sender, to, data, value, nonce }: StateTransaction): ExecutableTransaction {
    return {
      sender: digitsOf(sender),
      to: to ? `0x${digitsOf(to)}` : "",
      input: hexToBytes(data),
      abi: "",
      value: numberOf(value),
      ethereumNonce: numberOf(nonce),
    };
  }

  #block({ number, timestamp }: BlockEnvironment): { number: number; timestampMs: number } {
    return { number: Number(numberOf(number)), timestampMs: Number(numberOf(timestamp)) * 1000 };
  }

  finishBlock(): void {
    this.#runner.finishBlock();
    this.#store.seal();
  }

  /** All accounts there are now. */
  world(): World {
    const world: World = { accounts: new Map(), storage: new Map() };
    for (const { table, key, value } of this.#store.rows()) {
      if (table === "#account") {
        const { nonce, balance } = value as AccountRecord;
        world.accounts.set(key, { nonce, balance, code: bytesToHexDigits(readCode(this.#store, key)) });
      } else if (isAccount(table) && storageTable(table) === table) {
        world.storage.set(table + key, BigInt(`0x0${bytesToHexDigits(value as Uint8Array)}`));
      }
    }
    return world;
  }
}
