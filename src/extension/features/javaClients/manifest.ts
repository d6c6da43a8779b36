import { onArtifactFile } from "../../flows/contracts/fileMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.generateJavaClient": {
      menus: [
        { view: "contracts", line: "artifact", group: "3_generate@1" },
        {
          menu: "explorer/context",
          when: `resourceScheme == file && (explorerResourceIsFolder || resourceExtname == .sol || ${onArtifactFile})`,
          group: "7_chainside@6",
        },
      ],
    },
  },
} satisfies ManifestPart;
