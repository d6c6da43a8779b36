import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.recordScenario": {
      title: text("Record Scenario…"),
      icon: "record",
      menus: [
        { view: "contracts", line: "sent", group: "9_copy@4" },
        { view: "contracts", line: "sentSection", group: "inline@0" },
      ],
    },
    "chainside.notebookToScenario": {
      title: text("Save Notebook as Scenario…"),
      icon: "save-as",
      menus: [{ notebook: "requests", group: "navigation@2" }],
    },
    "chainside.runScenario": { title: text("Run Scenario"), icon: "run" },
    "chainside.debugScenario": { title: text("Debug Scenario") },
    "chainside.runScenarioOnChain": { title: text("Run Scenario on the Active Chain"), icon: "run-above" },
  },
  activationEvents: ["workspaceContains:**/*.chain.yaml"],
} satisfies ManifestPart;
