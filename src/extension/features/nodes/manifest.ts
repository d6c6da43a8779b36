import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.refreshNodes": { icon: "refresh", menus: [{ view: "nodes", group: "navigation@2" }] },
    "chainside.startNode": {
      icon: "play",
      menus: [{ view: "nodes", line: "nodeFolder", and: ["startable", "stopped"], group: "2_run@1" }],
    },
    "chainside.stopNode": {
      icon: "debug-stop",
      menus: [{ view: "nodes", line: "nodeFolder", and: ["stoppable", "running"], group: "2_run@2" }],
    },
    "chainside.restartNodes": {
      icon: "debug-restart",
      menus: [{ view: "nodes", line: "nodeFolder", and: ["stoppable", "startable", "running"], group: "2_run@3" }],
    },
    "chainside.openNodeConfig": {
      icon: "settings",
      menus: [{ view: "nodes", line: "nodeFolder", group: ["inline@1", "1_open@1"] }],
      completes: ["operator.config"],
    },
    "chainside.filterNodeLog": {
      icon: "filter",
      palette: "resourceScheme == chainside-nodelog",
      menus: [{ menu: "editor/title", when: "resourceScheme == chainside-nodelog", group: "navigation@1" }],
    },
    "chainside.openNodeLog": { icon: "output", menus: [{ view: "nodes", line: "nodeFolder", group: "1_open@2" }] },
    "chainside.remoteNode": { icon: "remote", menus: [{ view: "nodes", group: "2_hosts@1" }] },
    "chainside.openAccessMatrix": {
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
