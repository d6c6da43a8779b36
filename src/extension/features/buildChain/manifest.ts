import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: { "chainside.buildChain": { icon: "tools", menus: [{ view: "nodes", group: "1_chain@1" }] } },
} satisfies ManifestPart;
