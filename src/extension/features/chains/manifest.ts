import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";
import { numberLimits } from "../../kit/settings/numberLimits";

export default {
  commands: {
    "chainside.refresh": {
      title: text("Refresh"),
      palette: false,
      icon: "refresh",
      menus: [
        { view: "chains", group: "navigation@2" },
        { view: "chains", line: "refreshable", group: "8_refresh@1" },
      ],
    },
    "chainside.selectGroup": {
      title: text("Switch Group…"),
      menus: [
        { view: "chains", group: "1_chain@3" },
        { view: "chains", line: "group", group: "1_open@1" },
      ],
    },
    "chainside.copyValue": {
      title: text("Copy"),
      palette: false,
      icon: "copy",
      menus: [
        { view: "chains", line: "copyable", group: "9_copy@1" },
        { view: "accounts", line: "account", group: ["inline@2", "9_copy@1"] },
        { view: "contracts", line: "copyable", group: "9_copy@1" },
        { view: "governance", line: "copyable", group: "9_copy@1" },
        { view: "nodes", line: "copyable", group: "9_copy@1" },
      ],
    },
    "chainside.goToBlock": {
      title: text("Go to Block…"),
      icon: "search",
      menus: [{ view: "chains", line: "blocks", group: ["inline@2", "1_open@2"] }],
    },
    "chainside.filterLines": {
      title: text("Filter…"),
      palette: false,
      icon: "filter",
      menus: [{ view: "chains", line: "filterable", group: ["inline@9", "8_refresh@2"] }],
    },
  },
  settings: {
    "blocks.pageSize": {
      section: "look",
      type: "integer",
      ...numberLimits["blocks.pageSize"],
      default: 20,
      order: 6,
      description: "%setting.blocks.pageSize%",
    },
  },
  views: [{ name: "chains", position: 10 }],
  welcome: [{ view: "chains", when: "!chainside.embeddedStarting", contents: "%welcome.chains%" }],
} satisfies ManifestPart;
