import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.analyzeLogs": {
      icon: "graph-line",
      menus: [
        { view: "nodes", line: "nodeFolder", group: "1_open@3" },
        { view: "chains", line: "group", group: "2_history@5" },
      ],
    },
  },
  pages: ["nodeLogs"],
} satisfies ManifestPart;
