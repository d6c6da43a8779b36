import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.diagnoseConnection": {
      icon: "pulse",
      menus: [
        { view: "chains", group: "2_settings@3" },
        { view: "chains", line: ["connected", "disconnected"], group: "3_look@1" },
      ],
      completes: ["operator.connect"],
    },
    "chainside.listPeers": { icon: "references" },
  },
} satisfies ManifestPart;
