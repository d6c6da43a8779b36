import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.openCharts": {
      title: text("Open Charts"),
      icon: "graph",
      menus: [
        { view: "chains", line: "group", group: "2_history@2" },
        { view: "chains", line: ["indexing", "restingIndex"], group: ["inline@2", "2_history@0"] },
      ],
    },
  },
  pages: ["charts"],
} satisfies ManifestPart;
