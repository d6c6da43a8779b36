import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.runContractTest": { title: text("Run Contract Test"), palette: false, completes: ["developer.test"] },
    "chainside.debugContractTest": {
      title: text("Debug Test"),
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
