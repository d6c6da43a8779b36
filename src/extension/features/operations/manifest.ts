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

    "chainside.makeShard": { menus: [{ view: "chains", line: "group", writable: true, group: "4_table@3" }] },
    "chainside.linkShard": { menus: [{ view: "chains", line: "link", writable: true, group: "3_bfs@1" }] },
    "chainside.showShard": { menus: [{ view: "chains", line: "link", group: "1_open@3" }] },

    "chainside.addSealer": {
      menus: [{ view: "chains", line: ["sealers", "observer", "groupPeer"], writable: true, group: "3_member@1" }],
    },
    "chainside.addObserver": {
      menus: [{ view: "chains", line: ["observers", "sealer", "groupPeer"], writable: true, group: "3_member@2" }],
    },
    "chainside.setSealerWeight": { menus: [{ view: "chains", line: "sealer", writable: true, group: "3_member@3" }] },
    "chainside.removeNode": {
      menus: [{ view: "chains", line: ["sealer", "observer"], writable: true, group: "3_member@4" }],
    },
    "chainside.setTermWeight": { menus: [{ view: "chains", line: "sealer", writable: true, group: "3_member@5" }] },

    "chainside.setSystemConfig": {
      icon: "edit",
      menus: [
        { view: "chains", line: "configKey", writable: true, group: "inline@1" },
        { view: "chains", line: ["configKey", "systemConfig"], writable: true, group: "3_config@1" },
      ],
    },
  },
} satisfies ManifestPart;
