import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.openTable": {
      title: text("Open Table…"),
      icon: "table",
      menus: [{ view: "chains", line: "table", group: ["inline@1", "1_open@1"] }],
    },
    "chainside.createTable": {
      title: text("Create Table…"),
      icon: "add",
      menus: [
        { view: "chains", line: "directory tables", writable: true, group: "3_bfs@4" },
        { view: "chains", line: "group", writable: true, group: "4_table@2" },
      ],
    },
    "chainside.createKvTable": {
      title: text("New KV Table…"),
      menus: [{ view: "chains", line: "directory tables", writable: true, group: "3_bfs@5" }],
    },
    "chainside.appendColumns": {
      title: text("Append Table Columns…"),
      menus: [{ view: "chains", line: "table", writable: true, group: "3_bfs@5" }],
    },
    "chainside.kvGet": {
      title: text("Get Value from KV Table…"),
      menus: [{ view: "chains", line: "table", group: "2_kv@1" }],
    },
    "chainside.kvSet": {
      title: text("Set Value in KV Table…"),
      menus: [{ view: "chains", line: "table", writable: true, group: "2_kv@2" }],
    },
    "chainside.runTableSql": {
      title: text("Run Table SQL…"),
      icon: "run",
      menus: [
        { view: "chains", line: "table", group: "1_open@2" },
        { view: "chains", line: "group", group: "4_table@1" },
      ],
    },
  },
  pages: ["table"],
} satisfies ManifestPart;
