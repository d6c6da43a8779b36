import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.openForEthereumTools": {
      title: text("Open for Ethereum Tools…"),
      icon: "plug",
      menus: [
        { view: "chains", group: "2_settings@4" },
        { view: "chains", line: "connected", group: "3_look@3" },
        { view: "chains", line: "group", group: "3_look@3" },
      ],
    },
  },
} satisfies ManifestPart;
