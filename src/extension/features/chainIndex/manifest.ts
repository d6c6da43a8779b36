import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";
import { numberLimits } from "../../kit/settings/numberLimits";

export default {
  commands: {
    "chainside.indexGroup": {
      title: text("Index This Group…"),
      icon: "database",
      menus: [{ view: "chains", line: "group", group: "2_history@1" }],
    },
    "chainside.pauseIndex": {
      title: text("Pause Index"),
      icon: "debug-pause",
      menus: [{ view: "chains", line: "indexing", group: ["inline@1", "2_history@3"] }],
    },
    "chainside.resumeIndex": {
      title: text("Resume Index"),
      icon: "debug-continue",
      menus: [{ view: "chains", line: "restingIndex", group: ["inline@1", "2_history@3"] }],
    },
    "chainside.forgetIndex": {
      title: text("Forget Index…"),
      icon: "trash",
      menus: [{ view: "chains", line: ["indexing", "restingIndex"], group: "2_history@4" }],
    },
  },
  settings: {
    "history.indexSmallChains": {
      section: "history",
      type: "boolean",
      default: false,
      order: 8,
      markdownDescription: "%setting.history.indexSmallChains%",
      restricted: true,
    },
    "history.budgetMB": {
      section: "history",
      type: "integer",
      ...numberLimits["history.budgetMB"],
      default: 2048,
      order: 7,
      markdownDescription: "%setting.history.budgetMB%",
      restricted: true,
    },
  },
} satisfies ManifestPart;
