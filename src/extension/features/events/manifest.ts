import { text } from "../../../text/catalogue";
import { onContractRecord } from "../../flows/records/recordMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.findEvents": {
      title: text("Show Events…"),
      icon: "broadcast",
      menus: [
        { view: "contracts", line: "event", group: "inline@1" },
        { view: "contracts", line: ["contract", "event"], group: "2_events@1" },
        { view: "chains", line: "link", group: "2_contract@3" },
        { menu: "editor/title", when: onContractRecord, group: "navigation@1" },
        { menu: "editor/context", when: onContractRecord, group: "1_chainside@2" },
      ],
      completes: ["developer.understand"],
    },
  },
  pages: ["events"],
} satisfies ManifestPart;
