import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.runContractTest": { palette: false },
    "chainside.debugContractTest": {
      icon: "debug-alt",
      palette: false,
      menus: [
        { menu: "testing/message/context", when: "testMessage == chainside.failure", group: "inline@1" },
        { menu: "testing/message/content", when: "testMessage == chainside.failure" },
      ],
    },
  },
  activationEvents: ["workspaceContains:**/*.t.sol"],
} satisfies ManifestPart;
