import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.recordScenario": {
      icon: "record",
      menus: [
        { view: "contracts", line: "sent", group: "9_copy@4" },
        { view: "contracts", line: "sentSection", group: "inline@0" },
      ],
    },
    "chainside.notebookToScenario": { icon: "save-as", menus: [{ notebook: "requests", group: "navigation@2" }] },
    "chainside.runScenario": { icon: "run" },
    "chainside.debugScenario": {},
    "chainside.runScenarioOnChain": { icon: "run-above" },
  },
  activationEvents: ["workspaceContains:**/*.chain.yaml"],
} satisfies ManifestPart;
