import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.watchByRules": {
      title: text("Watch by Rules…"),
      icon: "bell",
      menus: [{ view: "chains", line: "group", group: "2_history@6" }],
    },
    "chainside.showAlerts": { title: text("Show Alerts") },
  },
} satisfies ManifestPart;
