import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.refreshNodes": {
      title: text("Refresh Node Folders"),
      icon: "refresh",
      menus: [{ view: "nodes", group: "navigation@2" }],
    },
    "chainside.startNode": {
      title: text("Start Node"),
      icon: "play",
      menus: [{ view: "nodes", line: "nodeFolder", and: ["startable", "stopped"], group: "2_run@1" }],
    },
    "chainside.stopNode": {
      title: text("Stop Node"),
      icon: "debug-stop",
      menus: [{ view: "nodes", line: "nodeFolder", and: ["stoppable", "running"], group: "2_run@2" }],
    },
    "chainside.restartNodes": {
      title: text("Restart Nodes One by One…"),
      icon: "debug-restart",
      menus: [{ view: "nodes", line: "nodeFolder", and: ["stoppable", "startable", "running"], group: "2_run@3" }],
    },
    "chainside.openNodeConfig": {
      title: text("Open config.ini"),
      icon: "settings",
      menus: [{ view: "nodes", line: "nodeFolder", group: ["inline@1", "1_open@1"] }],
      completes: ["operator.config"],
    },
    "chainside.filterNodeLog": {
      title: text("Filter Node Log…"),
      icon: "filter",
      palette: "resourceScheme == chainside-nodelog",
      menus: [{ menu: "editor/title", when: "resourceScheme == chainside-nodelog", group: "navigation@1" }],
    },
    "chainside.openNodeLog": {
      title: text("Open Node Log"),
      icon: "output",
      menus: [{ view: "nodes", line: "nodeFolder", group: "1_open@2" }],
    },
    "chainside.remoteNode": {
      title: text("Nodes on Other Hosts…"),
      icon: "remote",
      menus: [{ view: "nodes", group: "2_hosts@1" }],
    },
    "chainside.openAccessMatrix": {
      title: text("Open Access Matrix"),
      icon: "table",
      menus: [{ view: "nodes", group: "navigation@1" }],
      completes: ["operator.access"],
    },
  },
  views: [{ name: "nodes", position: 50, visibility: "collapsed" }],
  welcome: [{ view: "nodes", contents: "%welcome.nodes%" }],
  steps: [
    {
      walkthrough: "operator",
      id: "nodes",
      position: 10,
      media: { svg: "media/walkthrough/nodes.svg" },
      seen: "nodes",
    },
    { walkthrough: "operator", id: "config", position: 20, media: { image: "media/pictures/config-problems.png" } },
    { walkthrough: "operator", id: "access", position: 30, media: { image: "media/pictures/access-matrix.png" } },
  ],
  pages: ["accessMatrix"],
} satisfies ManifestPart;
