import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.setIdentityLength": { title: text("Set Node ID Length in Access Lists…") },
    "chainside.revealConfigFolder": { title: text("Reveal Configured Folder"), palette: false },
    "chainside.revealLineStart": { title: text("Show Beginning of Line"), palette: false },
    "chainside.reloadNode": {
      title: text("Reload Node Access Lists…"),
      menus: [{ view: "nodes", line: "nodeFolder", and: ["startable"], group: "2_run@3" }],
    },
  },
  settings: {
    "accessList.identityLength": {
      section: "nodes",
      type: "string",
      enum: ["auto", "128", "512"],
      markdownEnumDescriptions: [
        "%setting.identityLength.auto%",
        "%setting.identityLength.128%",
        "%setting.identityLength.512%",
      ],
      default: "auto",
      scope: "window",
      markdownDescription: "%setting.identityLength%",
    },
    "nodeConfig.nodeVersion": {
      section: "nodes",
      type: "string",
      default: "auto",
      scope: "window",
      pattern: "^(auto|3\\.\\d+\\.\\d+)$",
      markdownDescription: "%setting.nodeVersion%",
    },
  },
  activationEvents: [
    "onLanguage:ini",
    "onLanguage:properties",
    "workspaceContains:config.genesis",
    "workspaceContains:node0/config.genesis",
    "workspaceContains:127.0.0.1/node0/config.genesis",
  ],
  contributes: {
    languages: [
      {
        id: "fisco-ini",
        aliases: ["FISCO BCOS configuration"],
        filenames: ["config.genesis"],
        configuration: "./syntaxes/language-configuration.json",
      },
    ],
    grammars: [{ language: "fisco-ini", scopeName: "source.fisco-ini", path: "./syntaxes/fisco-ini.tmLanguage.json" }],
  },
} satisfies ManifestPart;
