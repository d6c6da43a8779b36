import { type EVMResult, Message } from "@ethereumjs/evm";
import type { Address } from "@ethereumjs/util";
import { createAddress } from "../../chain/transaction/contractAddress";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { versionNumber } from "../../text/versions";
import { noAddress } from "../precompiled/host/addresses";
import type {
  BlockRules,
  NestedCall,
  NestedOutcome,
  PrecompiledAccounts,
  PrecompiledHost,
  PrecompiledStorage,
} from "../precompiled/host/host";
import type { StateStore } from "../state/stateStore";
import { readConsensusNodes, readSystemConfig, writeConsensusNodes, writeSystemConfig } from "../state/systemTables";
import { type ChainRules, effectiveConfig } from "./chainRules";
import { haltStatus } from "./executionResult";
import { abiTable, balanceOf, readAccount, readCode, writeAccount, writeCode } from "./flatStateManager";
import { addressOf } from "./knownAddress";
import type { RunningTransaction } from "./transactionExecutor";

/** Tables of the built-in contracts are kept apart from those of execution. */
const tableOf = (name: string): string => `t:${name}`;

const rulesOfBlock = new WeakMap<ChainRules, BlockRules>();

/** What holds in the block, for built-in contracts. */
export function blockRules(rules: ChainRules, number: number, nodeVersion: string): BlockRules {
  let found = rulesOfBlock.get(rules);
  if (found?.number !== number || found.nodeVersion !== nodeVersion) {
    found = {
      number,
      version: versionNumber(rules.compatibilityVersion),
      executorVersion: rules.executorVersion,
      nodeVersion,
      authCheck: rules.authEnabled,
      hasFeature: rules.feature,
    };
    rulesOfBlock.set(rules, found);
  }
  return found;
}

/** The tables of a state, for the built-in contracts and for what they put into block 0. */
function precompiledStorage(store: StateStore, blockNumber: number): PrecompiledStorage {
  return {
    get: (table, key) => store.get(tableOf(table), key) as string | undefined,
    set: (table, key, value) => store.set(tableOf(table), key, value),
    keys: (table) => store.keys(tableOf(table)),
    readConfig: (key) => readSystemConfig(store, key),
    writeConfig: (key, row) => {
      writeSystemConfig(store, key, { ...row, before: effectiveConfig(store, key, blockNumber) });
    },
    readMembers: () => readConsensusNodes(store),
    writeMembers: (members) => writeConsensusNodes(store, members),
  };
}

function putContract(store: StateStore, suite: CryptoSuite, address: string, code: Uint8Array, abi: string): void {
  const codeHash = writeCode(store, suite, address, code);
  if (abi && !store.get(abiTable, codeHash)) store.set(abiTable, codeHash, abi);
}

function precompiledAccounts(store: StateStore, suite: CryptoSuite, running: RunningTransaction): PrecompiledAccounts {
  return {
    exists: (address) => readAccount(store, address) !== undefined,
    create: (address, code) => {
      if (readCode(store, address).length === 0) putContract(store, suite, address, code, "");
    },
    code: (address) => readCode(store, address),
    createContract: (code, abi) => {
      const { scope } = running;
      const address = createAddress(suite, scope.blockNumber, scope.contextId, scope.seq + 1).slice(2);
      // the baseline executor counts only the message that makes the link
      scope.seq += running.rules.executorVersion === 1 ? 1 : 2;
      putContract(store, suite, address, code, abi);
      return address;
    },
    balance: (address) => balanceOf(store, address),
    setBalance: (address, balance) => writeAccount(store, address, { balance }),
  };
}

const account = (digits: string): Address => addressOf(digits || noAddress);

function outcomeOf({ execResult }: EVMResult, rules: ChainRules): NestedOutcome {
  const error = execResult.exceptionError;
  return { status: error ? haltStatus(error, rules).status : 0, output: execResult.returnValue };
}

async function callNested(running: RunningTransaction, depth: number, call: NestedCall): Promise<NestedOutcome> {
  const message = new Message({
    to: account(call.to),
    caller: account(call.sender),
    data: call.input,
    gasLimit: running.rules.gasLimit,
    depth: depth + 1,
    isStatic: call.isStatic,
  });
  return outcomeOf(await running.evm.runNested(message), running.rules);
}

/** The host of one message to a built-in contract. */
export function precompiledHost(
  store: StateStore,
  suite: CryptoSuite,
  nodeVersion: string,
  running: RunningTransaction,
  depth: number,
): PrecompiledHost {
  return {
    suite,
    nodeVersion,
    block: blockRules(running.rules, running.block.number, nodeVersion),
    storage: precompiledStorage(store, running.block.number),
    accounts: precompiledAccounts(store, suite, running),
    blockHash: (number) => running.evm.blockHash(BigInt(number)),
    call: (message) => callNested(running, depth, message),
    countMessage: () => {
      running.scope.seq++;
    },
    deployAt: async (address, creationCode, sender) => {
      const message = new Message({
        caller: account(sender),
        data: creationCode,
        gasLimit: running.rules.gasLimit,
        depth: depth + 1,
      });
      const created = await running.evm.runNestedAt(message, account(address));
      return outcomeOf(created, running.rules);
    },
  };
}
