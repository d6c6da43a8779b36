import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.archiveBlocks": {
      title: text("Archive Blocks…"),
      menus: [{ view: "nodes", line: "nodeFolder", group: "3_chain@2" }],
    },
    "chainside.lookUpArchived": {
      title: text("Look Up Archived Transaction…"),
      menus: [{ view: "nodes", group: "1_chain@2" }],
    },
  },
} satisfies ManifestPart;
