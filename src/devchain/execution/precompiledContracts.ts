import { transactionStatus } from "../../chain/transaction/transactionStatus";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { foundGovernance } from "../governance/foundGovernance";
import { accountCode } from "../precompiled/accountStatus";
import { readContractAuth, recordContractAdmin } from "../precompiled/auth/contractAuthTable";
import { isBalanceCaller } from "../precompiled/balance";
import { seedFileTree } from "../precompiled/bfs/fileTree";
import { lowAddress, readDynamicCode } from "../precompiled/host/addresses";
import { authRecordPath, isFolder } from "../precompiled/host/folders";
import type { PrecompiledHost, PrecompiledResult } from "../precompiled/host/host";
import { dataVersion, hasPermissionContracts } from "../precompiled/host/versions";
import { checkMessage } from "../precompiled/permissionChecks";
import { findPrecompiled, isPrecompiledAddress, isRegistered } from "../precompiled/runPrecompiled";
import { inheritShard } from "../precompiled/sharding";
import type { StateStore } from "../state/stateStore";
import type { PrecompiledCall } from "./executionScope";
import { runnableCode } from "./flatStateManager";
import { hidesAccount, messageRules } from "./messageRules";
import { blockRules, precompiledHost } from "./precompiledHost";
import type { PrecompiledContracts, RunningTransaction } from "./transactionExecutor";

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
