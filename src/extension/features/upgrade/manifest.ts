import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.upgradeChain": {
      title: text("Upgrade Chain…"),
      icon: "arrow-up",
      menus: [
        { view: "chains", line: "group", group: "1_chain@7" },
        { view: "nodes", group: "1_chain@3" },
      ],
    },
    "chainside.renewCertificates": {
      title: text("Renew Certificates…"),
      menus: [{ view: "nodes", line: "nodeFolder", group: "3_chain@3" }],
    },
  },
} satisfies ManifestPart;
