import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.upgradeChain": {
      icon: "arrow-up",
      menus: [
        { view: "chains", line: "group", group: "1_chain@7" },
        { view: "nodes", group: "1_chain@3" },
      ],
    },
    "chainside.renewCertificates": { menus: [{ view: "nodes", line: "nodeFolder", group: "3_chain@3" }] },
  },
} satisfies ManifestPart;
