import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.diagnoseConnection": {
      title: text("Diagnose Connection…"),
      icon: "pulse",
      menus: [
        { view: "chains", group: "2_settings@3" },
        { view: "chains", line: ["connected", "disconnected"], group: "3_look@1" },
      ],
      completes: ["operator.connect"],
    },
    "chainside.listPeers": { title: text("List Peers of a Node…"), icon: "references" },
  },
} satisfies ManifestPart;
