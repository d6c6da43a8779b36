import { text } from "../../text/catalogue";
import configKeys3170 from "./configKeys3170.json";
import type { BehaviourFact, ExecutorVersion, FlagFact, ReleaseFacts } from "./release";

const version = "3.17.0";

const flag = (name: string, executors: readonly ExecutorVersion[], effect: FlagFact["effect"]): FlagFact => ({
  name,
  since: version,
  onWith: [version],
  executors,
  ...(effect ? { effect } : {}),
  evidence: "measured",
});

const measured = (name: BehaviourFact["name"]): BehaviourFact => ({ name, evidence: "measured" });

/** 3.17.0, measured on chains of both executors (docs/protocol/release-3.17.md). */
export const release3170: ReleaseFacts = {
  version,
  evidence: "measured",
  published: true,
  // its generator is that of 3.16.4, byte for byte
  newChain: { compatibilityVersion: "3.16.0", executorVersion: 1, evidence: "measured" },
  flagsBehind: "bugfix_revert_logs",
  flags: [
    flag(
      "bugfix_auth_check",
      [0, 1],
      text(
        "Deploy permission counts for CREATE2, too, a refused permission reverts with its reason, and BFS takes no name that ends in _accessAuth.",
      ),
    ),
    flag(
      "bugfix_v1_error_handling",
      [1],
      text(
        "A transaction that fails otherwise than by a revert costs its whole gas limit, and an exception in the machine has status 1 instead of 12.",
      ),
    ),
    flag(
      "bugfix_gas_payment_balance_precheck",
      [1],
      text(
        "The gas limit of a transaction counts; a web3 transaction pays its limit in advance where the chain has a gas price.",
      ),
    ),
    flag(
      "bugfix_precompiled_feature_gate",
      [1],
      text("Built-in contracts whose feature is off (0x1010, 0x1011, 0x5003) have no code."),
    ),
    flag(
      "bugfix_evm_storage_status",
      [0, 1],
      text("A storage place written for the first time costs 22,100 gas instead of 5,000, zero over zero 2,200."),
    ),
    flag("bugfix_statestorage_hash_v3_17", [1], text("State roots are reckoned by another formula.")),
    flag(
      "bugfix_nonce_ordering",
      [1],
      text("The nonce of a web3 account never falls behind, in whatever order a block runs its transactions."),
    ),
  ],
  configKeys: configKeys3170,
  behaviours: [
    measured("checksFormOfTo"),
    measured("checksTransactionType"),
    measured("reckonsHashItself"),
    measured("stopsAtTransactionVersion"),
    measured("tellsExpired"),
    measured("poolChecksBalance"),
    measured("lenientRawHex"),
    measured("callsAnyName"),
    measured("gatesPaillier"),
    { name: "signsKindOfMessage", evidence: "source" },
    { name: "capsSessionsOfAddress", evidence: "source" },
  ],
};
