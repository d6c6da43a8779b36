import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.runOperation": {
      title: text("Run Operation…"),
      icon: "play",
      menus: [{ view: "chains", line: "group", group: "1_chain@6" }],
    },

    "chainside.showBalance": {
      title: text("Show Balance…"),
      menus: [{ view: "accounts", line: "account", group: "3_balance@1" }],
    },
    "chainside.listBalanceCallers": { title: text("List Balance Callers") },
    "chainside.registerBalanceCaller": { title: text("Register Balance Caller…") },
    "chainside.unregisterBalanceCaller": { title: text("Unregister Balance Caller…") },
    "chainside.addBalance": { title: text("Add to Balance…") },
    "chainside.subtractBalance": { title: text("Subtract from Balance…") },
    "chainside.transferBalance": { title: text("Move Balance Between Accounts…") },
    "chainside.transferValue": {
      title: text("Transfer Value to Account…"),
      icon: "arrow-swap",
      menus: [{ view: "accounts", line: "account", and: ["active"], group: "3_balance@2" }],
    },

    "chainside.makeShard": {
      title: text("Create Shard…"),
      menus: [{ view: "chains", line: "group", writable: true, group: "4_table@3" }],
    },
    "chainside.linkShard": {
      title: text("Add Contract to Shard…"),
      menus: [{ view: "chains", line: "link", writable: true, group: "3_bfs@1" }],
    },
    "chainside.showShard": {
      title: text("Show Contract's Shard…"),
      menus: [{ view: "chains", line: "link", group: "1_open@3" }],
    },

    "chainside.addSealer": {
      title: text("Add Sealer…"),
      menus: [{ view: "chains", line: ["sealers", "observer", "groupPeer"], writable: true, group: "3_member@1" }],
    },
    "chainside.addObserver": {
      title: text("Add Observer…"),
      menus: [{ view: "chains", line: ["observers", "sealer", "groupPeer"], writable: true, group: "3_member@2" }],
    },
    "chainside.setSealerWeight": {
      title: text("Set Sealer Weight…"),
      menus: [{ view: "chains", line: "sealer", writable: true, group: "3_member@3" }],
    },
    "chainside.removeNode": {
      title: text("Remove Node from Group…"),
      menus: [{ view: "chains", line: ["sealer", "observer"], writable: true, group: "3_member@4" }],
    },
    "chainside.setTermWeight": {
      title: text("Set Term Weight…"),
      menus: [{ view: "chains", line: "sealer", writable: true, group: "3_member@5" }],
    },

    "chainside.setSystemConfig": {
      title: text("Set System Config…"),
      icon: "edit",
      menus: [
        { view: "chains", line: "configKey", writable: true, group: "inline@1" },
        { view: "chains", line: ["configKey", "systemConfig"], writable: true, group: "3_config@1" },
      ],
    },
  },
} satisfies ManifestPart;
