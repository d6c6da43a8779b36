import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.reportIssue": { title: text("Report an Issue…"), menus: [{ view: "chains", group: "2_settings@3" }] },
  },
} satisfies ManifestPart;
