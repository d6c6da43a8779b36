import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.analyzeLogs": {
      title: text("Analyze Node Logs…"),
      icon: "graph-line",
      menus: [
        { view: "nodes", line: "nodeFolder", group: "1_open@3" },
        { view: "chains", line: "group", group: "2_history@5" },
      ],
    },
  },
  pages: ["nodeLogs"],
} satisfies ManifestPart;
