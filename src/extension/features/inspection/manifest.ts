import { onTransactionRecord } from "../../flows/records/recordMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.showStorage": {
      icon: "database",
      menus: [
        { view: "contracts", line: "known", group: "1_show@1", submenu: "contractCode" },
        { view: "contracts", line: "storage root", group: "inline@1" },
      ],
    },
    "chainside.lookUpStorage": {
      icon: "search",
      menus: [
        { view: "contracts", line: ["storage root", "storage value"], group: "1_storage@1" },
        { view: "contracts", line: "mapping", group: "inline@1" },
      ],
    },
    "chainside.setWeb3Port": { menus: [{ view: "contracts", line: "storage root", group: "1_storage@2" }] },
    "chainside.showStateChanges": {
      icon: "diff",
      menus: [
        { view: "contracts", line: "mined", group: "2_show@4" },
        { view: "chains", line: "transaction", group: "1_open@4" },
        { menu: "editor/title", when: onTransactionRecord, group: "navigation@3" },
      ],
    },
    "chainside.showGasByLine": {
      icon: "flame",
      menus: [
        { view: "contracts", line: "mined", group: "2_show@5" },
        { view: "chains", line: "transaction", group: "1_open@5" },
        { menu: "editor/title", when: onTransactionRecord, group: "1_chainside@4" },
      ],
    },
    "chainside.hideGasByLine": {
      palette: "chainside.showsGas",
      menus: [{ menu: "editor/title", when: "chainside.showsGas && resourceExtname == .sol", group: "1_chainside@1" }],
    },
  },
} satisfies ManifestPart;
