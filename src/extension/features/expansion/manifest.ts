import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.expandChain": {
      title: text("Add Node to Chain…"),
      icon: "add",
      menus: [{ view: "nodes", group: "navigation@3" }],
    },
  },
} satisfies ManifestPart;
