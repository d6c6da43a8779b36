import { type EVMResult, Message } from "@ethereumjs/evm";
import type { Address } from "@ethereumjs/util";
import { createAddress } from "../../chain/transaction/contractAddress";
import { transactionStatus } from "../../chain/transaction/transactionStatus";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { versionNumber } from "../../text/versions";
import { foundGovernance } from "../governance/foundGovernance";
import { accountCode } from "../precompiled/accountStatus";
import { readContractAuth, recordContractAdmin } from "../precompiled/auth/contractAuthTable";
import { isBalanceCaller } from "../precompiled/balance";
import { seedFileTree } from "../precompiled/bfs/fileTree";
import { authRecordPath, isFolder, lowAddress, noAddress, readDynamicCode } from "../precompiled/host/addresses";
import type {
  BlockRules,
  NestedCall,
  NestedOutcome,
  PrecompiledAccounts,
  PrecompiledHost,
  PrecompiledResult,
  PrecompiledStorage,
} from "../precompiled/host/host";
import { dataVersion, hasPermissionContracts } from "../precompiled/host/versions";
import { checkMessage } from "../precompiled/permissionChecks";
import { findPrecompiled, isPrecompiledAddress, isRegistered } from "../precompiled/runPrecompiled";
import { inheritShard } from "../precompiled/sharding";
import type { StateStore } from "../state/stateStore";
import { readConsensusNodes, readSystemConfig, writeConsensusNodes, writeSystemConfig } from "../state/systemTables";
import { type ChainRules, effectiveConfig } from "./chainRules";
import { haltStatus } from "./executionResult";
import type { PrecompiledCall } from "./executionScope";
import { abiTable, balanceOf, readAccount, readCode, runnableCode, writeAccount, writeCode } from "./flatStateManager";
import { addressOf } from "./knownAddress";
import { hidesAccount, messageRules } from "./messageRules";
import type { PrecompiledContracts, RunningTransaction } from "./transactionExecutor";

/** Tables of the built-in contracts are kept apart from those of execution. */
const tableOf = (name: string): string => `t:${name}`;

const rulesOfBlock = new WeakMap<ChainRules, BlockRules>();

/** What holds in the block, for built-in contracts. */
function blockRules(rules: ChainRules, number: number, nodeVersion: string): BlockRules {
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
function precompiledHost(
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

/** Contracts that the classic executor runs within the caller's frame, like Ethereum's own. */
const inFrame: ReadonlySet<string> = new Set(["100a", "100f", "5004", "5005"].map(lowAddress));

/**
 * What a contract sees of a built-in contract's refusal under the classic executor: nothing and no gas left where the
 * contract runs in the caller's frame; a success whose answer is the refusal before data version 3.6, and where the node's own code failed
 * until `bugfix_precompiled_evm_status`; a revert since, and always for a balance that is too small.
 */
async function insideClassicContract(
  store: StateStore,
  host: PrecompiledHost,
  call: PrecompiledCall,
  seesBroken: boolean,
  run: () => Promise<PrecompiledResult>,
): Promise<PrecompiledResult> {
  const checkpoint = store.checkpoint();
  const result = await run();
  if (result.status === 0) return result;
  if (inFrame.has(call.address)) return { status: result.status, output: new Uint8Array(), gasUsed: call.gasLimit };
  const refused = result.status === transactionStatus.precompiledError && host.block.version >= dataVersion.v3_6;
  if (seesBroken || refused || result.status === transactionStatus.notEnoughCash) return result;
  store.revert(checkpoint);
  return { ...result, status: 0 };
}

/** What EXTCODESIZE sees of a built-in contract: compilers before 0.8.10 refuse to call an account without code. */
const precompiledCode = new Uint8Array(1);
const noCode = new Uint8Array(0);

/** The built-in contracts of a chain whose program is of a release, joined to execution. */
export function precompiledContracts(store: StateStore, suite: CryptoSuite, nodeVersion: string): PrecompiledContracts {
  const hostOf = (running: RunningTransaction, depth: number): PrecompiledHost =>
    precompiledHost(store, suite, nodeVersion, running, depth);
  return {
    has: (address, rules, number) => isPrecompiledAddress(blockRules(rules, number, nodeVersion), address),
    prepare: (call, running) => {
      if (call.isDelegate) return undefined;
      const code = runnableCode(store, call.address, running.rules);
      const block = blockRules(running.rules, running.block.number, nodeVersion);
      if (!isPrecompiledAddress(block, call.address) && !readDynamicCode(code)) return undefined;
      const host = hostOf(running, call.depth);
      const message = {
        address: call.address,
        sender: running.anonymous && call.depth === 0 ? "" : call.caller,
        origin: running.anonymous ? "" : running.scope.origin,
        input: call.input,
        isStatic: call.isStatic,
      };
      const run = findPrecompiled(host, message, code);
      return run && call.depth > 0 && running.rules.executorVersion === 0
        ? async () => insideClassicContract(store, host, call, messageRules(running.rules).brokenBuiltinsSeen, run)
        : run;
    },
    inFrame: (address) => inFrame.has(address),
    mayTransfer: (from, to, running) => {
      if (running.rules.executorVersion === 1 || !running.rules.feature("feature_balance_policy2")) return true;
      const { storage } = hostOf(running, 0);
      return isBalanceCaller(storage, from) || isBalanceCaller(storage, to);
    },
    isMade: (address, running) => readContractAuth(hostOf(running, 0), address) !== undefined,
    isSquatted: (address, running) => {
      const host = hostOf(running, 0);
      return hasPermissionContracts(host.block) && isFolder(host, authRecordPath(address));
    },
    makeAccount: (address, running) => {
      if (isPrecompiledAddress(blockRules(running.rules, running.block.number, nodeVersion), address)) return;
      hostOf(running, 0).accounts.create(address, accountCode(address));
    },
    codeSeen: (address, code, running) => {
      const { rules } = running;
      const block = blockRules(rules, running.block.number, nodeVersion);
      // the baseline executor showed code for those, too, whose feature is off
      const showsOff = rules.executorVersion === 1 && !rules.feature("bugfix_precompiled_feature_gate");
      if (isPrecompiledAddress(block, address) || (showsOff && isRegistered(address))) return precompiledCode;
      return hidesAccount(messageRules(rules), code) ? noCode : code;
    },
    check: (message, running, depth) =>
      running.rules.authEnabled ? checkMessage(hostOf(running, depth), message) : undefined,
    created: (address, running, depth, creator) => {
      const host = hostOf(running, depth);
      recordContractAdmin(host, address, running.scope.origin);
      const { rules } = running;
      const shards = rules.executorVersion === 0 && rules.feature("feature_sharding");
      if (shards && depth > 0) inheritShard(host, address, creator);
    },
    seed: async (running) => {
      const host = hostOf(running, 0);
      seedFileTree(host);
      return foundGovernance(host, running.scope.origin);
    },
  };
}
