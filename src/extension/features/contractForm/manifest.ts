import { text } from "../../../text/catalogue";
import { onContractFile } from "../../flows/contracts/fileMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.openContractForm": {
      title: text("Open Contract Form…"),
      icon: "preview",
      menus: [
        { view: "chains", line: "link", group: "2_contract@0" },
        { view: "contracts", line: "contract", group: "inline@1" },
        { view: "contracts", line: ["contract", "function"], group: "1_contract@1" },
      ],
    },
    "chainside.openDeploymentForm": {
      title: text("Open Deployment Form…"),
      icon: "preview",
      menus: [
        { view: "contracts", line: "deployable", group: "1_contract@2" },
        { menu: "explorer/context", when: onContractFile, group: "7_chainside@3" },
      ],
    },
  },
  pages: ["contractForm"],
} satisfies ManifestPart;
