import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.runOperation": { icon: "play", menus: [{ view: "chains", line: "group", group: "1_chain@6" }] },

    "chainside.showBalance": { menus: [{ view: "accounts", line: "account", group: "3_balance@1" }] },
    "chainside.listBalanceCallers": {},
    "chainside.registerBalanceCaller": {},
    "chainside.unregisterBalanceCaller": {},
    "chainside.addBalance": {},
    "chainside.subtractBalance": {},
    "chainside.transferBalance": {},
    "chainside.transferValue": {
      icon: "arrow-swap",
      menus: [{ view: "accounts", line: "account", and: ["active"], group: "3_balance@2" }],
    },
  },
} satisfies ManifestPart;
