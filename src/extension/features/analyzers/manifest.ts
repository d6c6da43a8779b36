import { text } from "../../../text/catalogue";
import { onSourceFile } from "../../flows/contracts/fileMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.runAnalyzers": {
      title: text("Run Analyzers (Slither, solhint, Mythril)…"),
      menus: [{ menu: "explorer/context", when: onSourceFile, group: "7_chainside@9" }],
    },
  },
} satisfies ManifestPart;
