import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { accountCode } from "../builtins/accountStatus";
import { accountAddress, readDynamicCode } from "../builtins/addresses";
import { recordContractAdmin } from "../builtins/auth/contractAuthTable";
import { isBalanceCaller } from "../builtins/balance";
import { seedFileTree } from "../builtins/bfs/fileTree";
import type { BuiltinHost, BuiltinResult } from "../builtins/host";
import { checkMessage } from "../builtins/permissionChecks";
import { findBuiltin, isBuiltinAddress, isRegistered } from "../builtins/runBuiltin";
import { inheritShard } from "../builtins/sharding";
import { dataVersion } from "../builtins/versions";
import { foundGovernance } from "../governance/foundGovernance";
import type { StateStore } from "../state/stateStore";
import { blockRules, builtinHost } from "./builtinHost";
import type { BuiltinCall } from "./executionScope";
import { readCode } from "./flatStateManager";
import { messageRules } from "./messageRules";
import type { BuiltinContracts } from "./transactionExecutor";

/** Contracts that the classic executor runs within the caller's frame, like Ethereum's own. */
const inFrame: ReadonlySet<string> = new Set(
  ["100a", "100f", "5004", "5005"].map((digits) => digits.padStart(40, "0")),
);

/**
 * What a contract sees of a built-in contract's refusal under the classic executor: nothing and no gas left where the
 * contract runs in the caller's frame; before data version 3.6 a success whose answer is the refusal; a revert since.
 */
async function insideClassicContract(
  store: StateStore,
  host: BuiltinHost,
  call: BuiltinCall,
  run: () => Promise<BuiltinResult>,
): Promise<BuiltinResult> {
  const checkpoint = store.checkpoint();
  const result = await run();
  if (result.status === 0) return result;
  if (inFrame.has(call.address)) return { status: result.status, output: new Uint8Array(), gasUsed: call.gasLimit };
  if (host.block.version >= dataVersion.v3_6) return result;
  store.revert(checkpoint);
  return { ...result, status: 0 };
}

/** What EXTCODESIZE sees of a built-in contract: compilers before 0.8.10 refuse to call an account without code. */
const builtinCode = new Uint8Array(1);
const noCode = new Uint8Array(0);

/** The built-in contracts of a chain, joined to execution. */
export function builtinContracts(store: StateStore, suite: CryptoSuite): BuiltinContracts {
  return {
    has: (address, rules, number) => isBuiltinAddress(blockRules(rules, number), address),
    prepare: (call, running) => {
      if (call.isDelegate) return undefined;
      const code = readCode(store, call.address);
      const block = blockRules(running.rules, running.block.number);
      if (!isBuiltinAddress(block, call.address) && !readDynamicCode(code)) return undefined;
      const host = builtinHost(store, suite, running, call.depth);
      const message = {
        address: call.address,
        sender: running.anonymous && call.depth === 0 ? "" : call.caller,
        origin: running.anonymous ? "" : running.origin,
        input: call.input,
        isStatic: call.isStatic,
      };
      const run = findBuiltin(host, message, code);
      return run && call.depth > 0 && running.rules.executorVersion === 0
        ? async () => insideClassicContract(store, host, call, run)
        : run;
    },
    inFrame: (address) => inFrame.has(address),
    mayTransfer: (from, to, running) => {
      if (running.rules.executorVersion === 1 || !running.rules.feature("feature_balance_policy2")) return true;
      const { storage } = builtinHost(store, suite, running, 0);
      return isBalanceCaller(storage, from) || isBalanceCaller(storage, to);
    },
    makeAccount: (address, running) => {
      if (isBuiltinAddress(blockRules(running.rules, running.block.number), address)) return;
      builtinHost(store, suite, running, 0).accounts.create(address, accountCode(address));
    },
    codeSeen: (address, code, running) => {
      const { rules } = running;
      const block = blockRules(rules, running.block.number);
      if (isBuiltinAddress(block, address) || (rules.executorVersion === 1 && isRegistered(address)))
        return builtinCode;
      const hidden = !messageRules(rules).showsAccounts && readDynamicCode(code)?.logicAddress === accountAddress;
      return hidden ? noCode : code;
    },
    check: (message, running, depth) =>
      running.rules.authEnabled ? checkMessage(builtinHost(store, suite, running, depth), message) : undefined,
    created: (address, running, depth, creator) => {
      const host = builtinHost(store, suite, running, depth);
      recordContractAdmin(host, address, running.origin);
      const { rules } = running;
      const shards = rules.executorVersion === 0 && rules.feature("feature_sharding");
      if (shards && depth > 0) inheritShard(host, address, creator);
    },
    seed: async (running) => {
      const host = builtinHost(store, suite, running, 0);
      seedFileTree(host);
      return foundGovernance(host, running.origin);
    },
  };
}
