import { text } from "../../../text/catalogue";
import { onArtifactFile, onContractFile } from "../../flows/contracts/fileMenus";
import { onTransactionRecord } from "../../flows/records/recordMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.deployContract": {
      title: text("Deploy Contract…"),
      icon: "cloud-upload",
      menus: [
        { view: "contracts", group: "navigation@1" },
        { view: "chains", line: "group", writable: true, group: "2_contract@1" },
        { view: "contracts", line: "deployable", group: ["inline@1", "1_contract@1"] },
        { menu: "explorer/context", when: onContractFile, group: "7_chainside@2" },
        { menu: "editor/title", when: `resourceScheme != chainside && (${onContractFile})`, group: "navigation@1" },
      ],
      completes: ["chainside.deploy", "developer.deploy"],
    },
    "chainside.sendTransaction": {
      title: text("Send Transaction…"),
      icon: "arrow-up",
      menus: [
        { view: "chains", line: "group", writable: true, group: "2_contract@2" },
        { view: "chains", line: "link", writable: true, group: "2_contract@2" },
        { view: "contracts", line: "changes", writable: true, group: "inline@1" },
        { view: "contracts", line: ["contract", "function"], writable: true, group: "1_contract@3" },
      ],
      completes: ["developer.call"],
    },
    "chainside.callContract": {
      title: text("Call Contract…"),
      icon: "call-outgoing",
      menus: [
        { view: "chains", line: "group", group: "2_contract@3" },
        { view: "chains", line: "link", group: "2_contract@1" },
        { view: "contracts", line: "reads", group: "inline@1" },
        { view: "contracts", line: ["contract", "function"], group: "1_contract@2" },
      ],
      completes: ["developer.call"],
    },
    "chainside.deployLinked": {
      title: text("Deploy and Link in BFS…"),
      menus: [{ view: "contracts", line: "deployable", group: "1_contract@2" }],
    },
    "chainside.redeployLinked": {
      title: text("Redeploy and Keep Link…"),
      menus: [{ view: "contracts", line: "known", writable: true, group: "2_bfs@2", submenu: "contractUpgrade" }],
    },
    "chainside.deployProxy": {
      title: text("Deploy as Proxy…"),
      menus: [{ view: "contracts", line: "deployable", group: "1_contract@2" }],
    },
    "chainside.upgradeProxy": {
      title: text("Upgrade Proxy…"),
      menus: [{ view: "contracts", line: "proxy", writable: true, group: "1_proxy@1", submenu: "contractUpgrade" }],
    },
    "chainside.filterCompiled": {
      title: text("Filter Compiled Contracts…"),
      icon: "filter",
      menus: [{ view: "contracts", line: "compiled", group: ["inline@9", "8_refresh@2"] }],
    },
    "chainside.addContract": {
      title: text("Add Existing Contract…"),
      icon: "add",
      menus: [
        { view: "contracts", group: "navigation@2" },
        { view: "contracts", line: "artifact", group: "1_contract@3" },
      ],
    },
    "chainside.forgetContract": {
      title: text("Remove Contract from List"),
      menus: [{ view: "contracts", line: "known", group: "9_edit@2" }],
    },
    "chainside.renameContract": {
      title: text("Rename Contract in List…"),
      menus: [{ view: "contracts", line: "contract known", group: "9_edit@1" }],
    },
    "chainside.copyAbi": {
      title: text("Copy ABI"),
      palette: false,
      menus: [
        { view: "contracts", line: "artifact", group: "9_copy@1" },
        { view: "contracts", line: "contract", group: "3_abi@1", submenu: "contractCode" },
        { menu: "explorer/context", when: onArtifactFile, group: "7_chainside@4" },
      ],
    },
    "chainside.repeatTransaction": {
      title: text("Repeat Transaction…"),
      icon: "debug-rerun",
      menus: [{ view: "contracts", line: "sent", writable: true, group: ["inline@1", "1_contract@1"] }],
    },
    "chainside.copyCommandLine": {
      title: text("Copy as Command Line"),
      palette: false,
      menus: [
        { view: "contracts", line: "sent", group: "9_copy@2" },
        { view: "chains", line: "transaction", group: "9_copy@2" },
        { menu: "editor/context", when: onTransactionRecord, group: "9_cutcopypaste@9" },
      ],
    },
    "chainside.forgetTransaction": {
      title: text("Remove from History"),
      palette: false,
      menus: [{ view: "contracts", line: "sent", group: "9_remove@1" }],
    },
    "chainside.clearHistory": {
      title: text("Clear History…"),
      icon: "clear-all",
      menus: [{ view: "contracts", line: "sentSection", group: ["inline@1", "9_remove@1"] }],
    },
  },
  submenus: [
    { name: "contractCode", menus: [{ view: "contracts", line: "contract", group: "2_show@4" }] },
    { name: "contractUpgrade", menus: [{ view: "contracts", line: "known", writable: true, group: "3_bfs@1" }] },
  ],
  views: [{ name: "contracts", position: 20, visibility: "collapsed" }],
  steps: [
    { walkthrough: "chainside", id: "deploy", position: 20, media: { markdown: "%walkthrough.media.developer%" } },
    { walkthrough: "developer", id: "deploy", position: 20, media: { image: "media/pictures/deployed.png" } },
    { walkthrough: "developer", id: "call", position: 30, media: { svg: "media/walkthrough/call.svg" } },
  ],
} satisfies ManifestPart;
