import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { recordContractAdmin } from "../builtins/auth/contractAuthTable";
import { seedFileTree } from "../builtins/bfs/fileTree";
import { checkMessage } from "../builtins/permissionChecks";
import { findBuiltin, isBuiltinAddress } from "../builtins/runBuiltin";
import { foundGovernance } from "../governance/foundGovernance";
import type { StateStore } from "../state/stateStore";
import { blockRules, builtinHost } from "./builtinHost";
import { readCode } from "./flatStateManager";
import type { BuiltinContracts } from "./transactionExecutor";

/** The built-in contracts of a chain, joined to execution. */
export function builtinContracts(store: StateStore, suite: CryptoSuite): BuiltinContracts {
  return {
    has: (address, rules, number) => isBuiltinAddress(blockRules(rules, number), address),
    prepare: (call, running) => {
      if (call.isDelegate) return undefined;
      const host = builtinHost(store, suite, running, call.depth);
      const message = {
        address: call.address,
        sender: running.anonymous && call.depth === 0 ? "" : call.caller,
        origin: running.anonymous ? "" : running.origin,
        input: call.input,
        isStatic: call.isStatic,
      };
      return findBuiltin(host, message, readCode(store, call.address));
    },
    check: (message, running, depth) => checkMessage(builtinHost(store, suite, running, depth), message),
    created: (address, running, depth) => {
      recordContractAdmin(builtinHost(store, suite, running, depth), address, running.origin);
    },
    seed: async (running) => {
      const host = builtinHost(store, suite, running, 0);
      seedFileTree(host);
      return foundGovernance(host, running.origin);
    },
  };
}
