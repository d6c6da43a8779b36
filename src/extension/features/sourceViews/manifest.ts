import { text } from "../../../text/catalogue";
import { onSourceFile } from "../../flows/contracts/fileMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.flattenSolidity": {
      title: text("Flatten Solidity File"),
      menus: [{ menu: "explorer/context", when: onSourceFile, group: "7_chainside@7" }],
    },
    "chainside.showSourceGraph": {
      title: text("Show Inheritance and Call Graph"),
      icon: "type-hierarchy",
      menus: [{ menu: "explorer/context", when: onSourceFile, group: "7_chainside@8" }],
    },
    "chainside.showStorageLayout": {
      title: text("Show Storage Layout…"),
      menus: [{ menu: "explorer/context", when: onSourceFile, group: "7_chainside@10" }],
    },
    "chainside.compareStorageLayout": {
      title: text("Compare Storage Layout…"),
      menus: [{ view: "contracts", line: "known", group: "2_verify@2", submenu: "contractCode" }],
    },
  },
  pages: ["sourceGraph"],
} satisfies ManifestPart;
