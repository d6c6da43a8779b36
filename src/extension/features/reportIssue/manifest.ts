import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: { "chainside.reportIssue": { menus: [{ view: "chains", group: "2_settings@3" }] } },
} satisfies ManifestPart;
