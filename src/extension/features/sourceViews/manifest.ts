import { onSourceFile } from "../../flows/contracts/fileMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.flattenSolidity": {
      menus: [{ menu: "explorer/context", when: onSourceFile, group: "7_chainside@7" }],
    },
    "chainside.showSourceGraph": {
      icon: "type-hierarchy",
      menus: [{ menu: "explorer/context", when: onSourceFile, group: "7_chainside@8" }],
    },
    "chainside.showStorageLayout": {
      menus: [{ menu: "explorer/context", when: onSourceFile, group: "7_chainside@10" }],
    },
    "chainside.compareStorageLayout": {
      menus: [{ view: "contracts", line: "known", group: "2_verify@2", submenu: "contractCode" }],
    },
  },
  pages: ["sourceGraph"],
} satisfies ManifestPart;
