import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.runAnalyzers": {
      menus: [
        { menu: "explorer/context", when: "resourceExtname == .sol && resourceScheme == file", group: "7_chainside@9" },
      ],
    },
  },
} satisfies ManifestPart;
