import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.makeShard": { menus: [{ view: "chains", line: "group", writable: true, group: "4_table@3" }] },
    "chainside.linkShard": { menus: [{ view: "chains", line: "link", writable: true, group: "3_bfs@1" }] },
    "chainside.showShard": { menus: [{ view: "chains", line: "link", group: "1_open@3" }] },
  },
} satisfies ManifestPart;
