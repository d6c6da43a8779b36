import { onSourceFile } from "../../flows/contracts/fileMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.runAnalyzers": {
      menus: [{ menu: "explorer/context", when: onSourceFile, group: "7_chainside@9" }],
    },
  },
} satisfies ManifestPart;
