import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.runOperation": { icon: "play", menus: [{ view: "chains", line: "group", group: "1_chain@6" }] },
  },
} satisfies ManifestPart;
