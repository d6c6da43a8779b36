import { text } from "../../../text/catalogue";
import { onArtifactFile } from "../../flows/contracts/fileMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

const onContracts = `resourceScheme == file && (explorerResourceIsFolder || resourceExtname == .sol || ${onArtifactFile})`;

export default {
  commands: {
    "chainside.generateJavaClient": {
      title: text("Generate Java Client…"),
      menus: [
        { view: "contracts", line: "artifact", group: "3_generate@1", submenu: "clients" },
        { menu: "explorer/context", when: onContracts, group: "7_chainside@6" },
      ],
    },
    "chainside.generateTypeScriptClient": {
      title: text("Generate TypeScript Client…"),
      menus: [
        { view: "contracts", line: "artifact", group: "3_generate@2", submenu: "clients" },
        { menu: "explorer/context", when: onContracts, group: "7_chainside@6" },
      ],
    },
    "chainside.generateGoFiles": {
      title: text("Generate Files for Go SDK…"),
      menus: [
        { view: "contracts", line: "artifact", group: "3_generate@3", submenu: "clients" },
        { menu: "explorer/context", when: onContracts, group: "7_chainside@7" },
      ],
    },
    "chainside.generatePythonFiles": {
      title: text("Generate Files for Python SDK…"),
      menus: [
        { view: "contracts", line: "artifact", group: "3_generate@4", submenu: "clients" },
        { menu: "explorer/context", when: onContracts, group: "7_chainside@7" },
      ],
    },
    "chainside.generateAgain": {
      title: text("Generate Stale Clients Again"),
      icon: "sync",
      menus: [{ view: "contracts", line: "stale", group: ["inline@5", "3_generate@5"], submenu: "clients" }],
    },
    "chainside.showContractFunction": { title: text("Show Function of Contract"), palette: false },
  },
  submenus: [{ name: "clients", menus: [{ view: "contracts", line: "artifact", group: "3_generate@1" }] }],
  settings: {
    "clients.generateOnSave": {
      section: "solidity",
      type: "boolean",
      default: false,
      scope: "resource",
      restricted: true,
      description: "%setting.clients.generateOnSave%",
    },
  },
  activationEvents: ["workspaceContains:**/ChainsideAbi.java"],
} satisfies ManifestPart;
