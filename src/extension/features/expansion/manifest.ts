import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: { "chainside.expandChain": { icon: "add", menus: [{ view: "nodes", group: "navigation@3" }] } },
} satisfies ManifestPart;
