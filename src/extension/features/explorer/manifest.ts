import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.openExplorer": {
      title: text("Open Explorer"),
      icon: "globe",
      menus: [
        { view: "chains", group: "1_chain@4" },
        { view: "chains", line: "group", group: "1_open@2" },
      ],
    },
  },
  pages: ["explorer"],
  // links to its pages
  activationEvents: ["onUri"],
} satisfies ManifestPart;
