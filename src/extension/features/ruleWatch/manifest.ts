import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.watchByRules": {
      icon: "bell",
      menus: [{ view: "chains", line: "group", group: "2_history@6" }],
    },
    "chainside.showAlerts": {},
  },
} satisfies ManifestPart;
