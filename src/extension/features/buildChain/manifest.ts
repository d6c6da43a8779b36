import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.buildChain": {
      title: text("Build a Chain…"),
      icon: "tools",
      menus: [{ view: "nodes", group: "1_chain@1" }],
    },
  },
} satisfies ManifestPart;
