import { text } from "../../text/catalogue";
import type { ReleaseFacts } from "./release";

const version = "3.17.1";

/** 3.17.1, of which release notes and the texts of its fixes are known, no source and no running node (docs/protocol/release-3.17.md). */
export const release3171: ReleaseFacts = {
  version,
  evidence: "notes",
  published: true,
  newChain: { compatibilityVersion: version, executorVersion: 1, evidence: "notes" },
  flagsBehind: "bugfix_nonce_ordering",
  flags: [
    {
      name: "bugfix_v1_eoa_as_contract",
      since: version,
      onWith: [version],
      executors: [1],
      effect: text("An account that only holds a balance no longer has code."),
      evidence: "notes",
    },
  ],
  behaviours: [
    { name: "guardsRecoveryByte", evidence: "notes" },
    { name: "estimatesByBisection", evidence: "notes" },
  ],
};
