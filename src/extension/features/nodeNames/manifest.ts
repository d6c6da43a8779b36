import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.nameNode": {
      title: text("Label Node…"),
      menus: [{ view: "chains", line: ["node sealer", "node observer", "node groupPeer"], group: "2_name@1" }],
    },
    "chainside.chooseNode": {
      title: text("Select Node to Query…"),
      menus: [{ view: "chains", line: "group", group: "1_open@3" }],
    },
  },
} satisfies ManifestPart;
