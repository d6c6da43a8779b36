import { text } from "../../../text/catalogue";
import { onTransactionRecord } from "../../flows/records/recordMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.showStorage": {
      title: text("Show Contract Storage…"),
      icon: "database",
      menus: [
        { view: "contracts", line: "known", group: "1_show@1", submenu: "contractCode" },
        { view: "contracts", line: "storage root", group: "inline@1" },
      ],
    },
    "chainside.lookUpStorage": {
      title: text("Look Up Storage Value by Key…"),
      icon: "search",
      menus: [
        { view: "contracts", line: ["storage root", "storage value"], group: "1_storage@1" },
        { view: "contracts", line: "mapping", group: "inline@1" },
      ],
    },
    "chainside.setWeb3Port": {
      title: text("Set Web3 Port…"),
      menus: [{ view: "contracts", line: "storage root", group: "1_storage@2" }],
    },
    "chainside.showStateChanges": {
      title: text("Show State Changes…"),
      icon: "diff",
      menus: [
        { view: "contracts", line: "mined", group: "2_show@4" },
        { view: "chains", line: "transaction", group: "1_open@4" },
        { menu: "editor/title", when: onTransactionRecord, group: "navigation@3" },
      ],
    },
    "chainside.showGasByLine": {
      title: text("Show Gas by Line…"),
      icon: "flame",
      menus: [
        { view: "contracts", line: "mined", group: "2_show@5" },
        { view: "chains", line: "transaction", group: "1_open@5" },
        { menu: "editor/title", when: onTransactionRecord, group: "1_chainside@4" },
      ],
    },
    "chainside.hideGasByLine": {
      title: text("Hide Gas by Line"),
      palette: "chainside.showsGas",
      menus: [{ menu: "editor/title", when: "chainside.showsGas && resourceExtname == .sol", group: "1_chainside@1" }],
    },
  },
} satisfies ManifestPart;
