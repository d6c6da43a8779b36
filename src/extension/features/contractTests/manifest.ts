import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.runContractTest": { palette: false, completes: ["developer.test"] },
    "chainside.debugContractTest": {
      completes: ["developer.test"],
      icon: "debug-alt",
      palette: false,
      menus: [
        { menu: "testing/message/context", when: "testMessage == chainside.failure", group: "inline@1" },
        { menu: "testing/message/content", when: "testMessage == chainside.failure" },
      ],
    },
  },
  steps: [{ walkthrough: "developer", id: "test", position: 45, media: { svg: "media/walkthrough/test.svg" } }],
  activationEvents: ["workspaceContains:**/*.t.sol"],
} satisfies ManifestPart;
