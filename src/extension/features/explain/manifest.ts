import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.explain": {
      title: text("Explain…"),
      icon: "question",
      menus: [
        {
          menu: "editor/context",
          when: "resourceScheme == chainside || resourceExtname == .log || editorHasSelection && resourceExtname =~ /^\\.(sol|ts|js|java|go|py|rs|json)$/",
          group: "1_chainside@1",
        },
      ],
      completes: ["developer.understand"],
    },
  },
} satisfies ManifestPart;
