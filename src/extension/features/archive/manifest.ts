import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.archiveBlocks": { menus: [{ view: "nodes", line: "nodeFolder", group: "3_chain@2" }] },
    "chainside.lookUpArchived": { menus: [{ view: "nodes", group: "1_chain@2" }] },
  },
} satisfies ManifestPart;
