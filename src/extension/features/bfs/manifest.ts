import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.bfsMakeDirectory": {
      icon: "new-folder",
      menus: [{ view: "chains", line: "directory", writable: true, group: ["inline@1", "3_bfs@1"] }],
    },
    "chainside.bfsLink": {
      icon: "link",
      menus: [
        { view: "chains", line: "directory", writable: true, group: "3_bfs@2" },
        { view: "contracts", line: "known", writable: true, group: "2_bfs@1", submenu: "contractUpgrade" },
      ],
    },
    "chainside.bfsTouch": { menus: [{ view: "chains", line: "directory", writable: true, group: "3_bfs@3" }] },
    "chainside.bfsReadLink": { menus: [{ view: "chains", line: "link", group: "1_open@2" }] },
    "chainside.openLinkAbi": { icon: "json", menus: [{ view: "chains", line: "link", group: "1_open@1" }] },
    "chainside.bfsFix": { menus: [{ view: "chains", line: "folder bfs", writable: true, group: "3_bfs@1" }] },
  },
} satisfies ManifestPart;
