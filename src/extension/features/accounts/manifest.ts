import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.createAccount": { icon: "add", menus: [{ view: "accounts", group: "navigation@1" }] },
    "chainside.importAccount": { icon: "key", menus: [{ view: "accounts", group: "navigation@2" }] },
    "chainside.useAccount": {
      palette: false,
      icon: "check",
      menus: [{ view: "accounts", line: "account", not: "active", group: ["inline@1", "1_use@1"] }],
    },
    "chainside.selectAccount": {},
    "chainside.renameAccount": { icon: "edit", menus: [{ view: "accounts", line: "stored", group: "2_edit@1" }] },
    "chainside.removeAccount": { icon: "trash", menus: [{ view: "accounts", line: "stored", group: "2_edit@2" }] },
    "chainside.labelAddress": {
      menus: [{ view: "governance", line: ["governor", "voter", "governedAccount"], group: "8_label@1" }],
    },
    "chainside.importKeyFile": {
      icon: "folder-opened",
      menus: [{ view: "accounts", group: "1_import@1" }],
      completes: ["committee.account"],
    },
    "chainside.exportAccount": { menus: [{ view: "accounts", line: "stored", group: "3_export@1" }] },
  },
  views: [{ name: "accounts", position: 30 }],
  welcome: [{ view: "accounts", contents: "%welcome.accounts%" }],
  steps: [{ walkthrough: "committee", id: "account", position: 20, media: { svg: "media/walkthrough/account.svg" } }],
} satisfies ManifestPart;
