import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: { "chainside.openCommandLine": { title: text("Open Command Line") } },
  settings: {
    "commandLine.inTerminals": {
      section: "look",
      type: "boolean",
      default: true,
      scope: "machine",
      order: 7,
      markdownDescription: "%setting.commandLine.inTerminals%",
      restricted: true,
    },
  },
} satisfies ManifestPart;
