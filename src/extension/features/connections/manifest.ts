import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.connect": {
      title: text("Connect…"),
      icon: "plug",
      menus: [
        { view: "chains", group: "navigation@1" },
        { view: "chains", line: "disconnected", group: ["inline@1", "1_open@1"] },
        { view: "nodes", line: "nodeFolder", group: "1_open@3" },
      ],
      completes: ["chainside.connect", "developer.chain", "committee.connect"],
    },
    "chainside.disconnect": {
      title: text("Disconnect"),
      icon: "debug-disconnect",
      menus: [{ view: "chains", line: ["connected", "retrying"], not: "embedded", group: "1_open@2" }],
    },
    "chainside.keepConnection": {
      title: text("Save Connection…"),
      icon: "save",
      menus: [{ view: "chains", line: "session", group: ["inline@2", "9_remove@1"] }],
    },
    "chainside.pinChain": {
      title: text("Pin Chain and Sealers…"),
      menus: [{ view: "chains", line: "group", group: "8_pin@1" }],
    },
    "chainside.removePin": { title: text("Remove Pin"), menus: [{ view: "chains", line: "group", group: "8_pin@2" }] },
    "chainside.removeConnection": {
      title: text("Remove Connection…"),
      menus: [{ view: "chains", line: ["session", "kept"], group: "9_remove@2" }],
    },
    "chainside.editConnections": {
      title: text("Edit Connections in Settings"),
      icon: "gear",
      menus: [{ view: "chains", group: "2_settings@1" }],
    },
    "chainside.showLog": { title: text("Show Chainside Log"), menus: [{ view: "chains", group: "2_settings@2" }] },
    "chainside.importConnection": {
      title: text("Import Connection…"),
      icon: "cloud-download",
      menus: [
        { view: "chains", group: "1_chain@5" },
        {
          menu: "explorer/context",
          when: "resourceFilename == sdk && explorerResourceIsFolder || resourceFilename == config.toml",
          group: "7_chainside@1",
        },
      ],
      completes: ["chainside.connect", "operator.connect", "committee.connect"],
    },
  },
  steps: [
    { walkthrough: "chainside", id: "connect", position: 30, media: { markdown: "%walkthrough.media.operator%" } },
    { walkthrough: "operator", id: "connect", position: 40, media: { image: "media/pictures/explorer-overview.png" } },
    { walkthrough: "committee", id: "connect", position: 10, media: { markdown: "%walkthrough.media.committee%" } },
  ],
} satisfies ManifestPart;
