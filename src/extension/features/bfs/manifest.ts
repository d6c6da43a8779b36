import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.bfsMakeDirectory": {
      title: text("Create BFS Directory…"),
      icon: "new-folder",
      menus: [{ view: "chains", line: "directory", writable: true, group: ["inline@1", "3_bfs@1"] }],
    },
    "chainside.bfsLink": {
      title: text("Link Contract in BFS…"),
      icon: "link",
      menus: [
        { view: "chains", line: "directory", writable: true, group: "3_bfs@2" },
        { view: "contracts", line: "known", writable: true, group: "2_bfs@1", submenu: "contractUpgrade" },
      ],
    },
    "chainside.bfsTouch": {
      title: text("Touch BFS Entry…"),
      menus: [{ view: "chains", line: "directory", writable: true, group: "3_bfs@3" }],
    },
    "chainside.bfsReadLink": {
      title: text("Show Link Target…"),
      menus: [{ view: "chains", line: "link", group: "1_open@2" }],
    },
    "chainside.openLinkAbi": {
      title: text("Open Link's ABI…"),
      icon: "json",
      menus: [{ view: "chains", line: "link", group: "1_open@1" }],
    },
    "chainside.bfsFix": {
      title: text("Repair BFS…"),
      menus: [{ view: "chains", line: "folder bfs", writable: true, group: "3_bfs@1" }],
    },
  },
} satisfies ManifestPart;
