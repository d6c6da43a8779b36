import { text } from "../../../text/catalogue";
import { onArtifactFile } from "../../flows/contracts/fileMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.newApplication": {
      title: text("New Application…"),
      menus: [
        { view: "contracts", line: "artifact", group: "3_generate@2" },
        {
          menu: "explorer/context",
          when: `resourceScheme == file && (explorerResourceIsFolder || resourceExtname == .sol || ${onArtifactFile})`,
          group: "7_chainside@7",
        },
      ],
    },
  },
} satisfies ManifestPart;
