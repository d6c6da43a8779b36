import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.createAccount": {
      title: text("Create Account…"),
      icon: "add",
      menus: [{ view: "accounts", group: "navigation@1" }],
    },
    "chainside.importAccount": {
      title: text("Import Account from Private Key…"),
      icon: "key",
      menus: [{ view: "accounts", group: "navigation@2" }],
    },
    "chainside.useAccount": {
      title: text("Sign with This Account"),
      palette: false,
      icon: "check",
      menus: [{ view: "accounts", line: "account", not: "active", group: ["inline@1", "1_use@1"] }],
    },
    "chainside.selectAccount": { title: text("Select Signing Account…") },
    "chainside.renameAccount": {
      title: text("Rename Account…"),
      icon: "edit",
      menus: [{ view: "accounts", line: "stored", group: "2_edit@1" }],
    },
    "chainside.removeAccount": {
      title: text("Remove Account…"),
      icon: "trash",
      menus: [{ view: "accounts", line: "stored", group: "2_edit@2" }],
    },
    "chainside.labelAddress": {
      title: text("Label Address…"),
      menus: [{ view: "governance", line: ["governor", "voter", "governedAccount"], group: "8_label@1" }],
    },
    "chainside.importKeyFile": {
      title: text("Import Account from Key File…"),
      icon: "folder-opened",
      menus: [{ view: "accounts", group: "1_import@1" }],
      completes: ["committee.account"],
    },
    "chainside.exportAccount": {
      title: text("Export Account…"),
      menus: [{ view: "accounts", line: "stored", group: "3_export@1" }],
    },
  },
  views: [{ name: "accounts", position: 30 }],
  welcome: [{ view: "accounts", contents: "%welcome.accounts%" }],
  steps: [{ walkthrough: "committee", id: "account", position: 20, media: { svg: "media/walkthrough/account.svg" } }],
} satisfies ManifestPart;
