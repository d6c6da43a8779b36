import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.showBlock": {
      title: text("Show Block…"),
      icon: "open-preview",
      menus: [{ view: "chains", line: ["blocks", "block"], group: ["inline@1", "1_open@1"] }],
    },
    "chainside.showTransaction": {
      title: text("Show Transaction…"),
      icon: "open-preview",
      menus: [
        { view: "chains", line: "transaction", group: ["inline@1", "1_open@1"] },
        { view: "contracts", line: "mined", group: "2_show@2" },
      ],
    },
    "chainside.showReceipt": {
      title: text("Show Receipt…"),
      icon: "output",
      menus: [
        { view: "chains", line: "transaction", group: "1_open@2" },
        { view: "contracts", line: "mined", group: "2_show@1" },
      ],
      completes: ["developer.understand"],
    },
    "chainside.showAddress": {
      title: text("Show Contract or Account…"),
      icon: "open-preview",
      menus: [
        { view: "chains", line: "link", group: "1_open@4" },
        { view: "contracts", line: "contract", group: "1_contract@9" },
      ],
    },
    "chainside.showTable": {
      title: text("Show Table as Text…"),
      icon: "open-preview",
      menus: [{ view: "chains", line: "table", group: "1_open@4" }],
    },
    "chainside.showGroupInfo": {
      title: text("Show Group Info"),
      icon: "open-preview",
      menus: [{ view: "chains", line: "group", group: "1_open@3" }],
    },
    "chainside.showSystemConfig": {
      title: text("Show System Config"),
      icon: "open-preview",
      menus: [{ view: "chains", line: "systemConfig", group: "1_open@1" }],
    },
  },
  steps: [
    { walkthrough: "developer", id: "understand", position: 40, media: { svg: "media/walkthrough/understand.svg" } },
  ],
  contributes: {
    languages: [{ id: "fisco-record", aliases: ["%language.record%"], extensions: [".fisco"] }],
    grammars: [
      { language: "fisco-record", scopeName: "source.fisco-record", path: "syntaxes/fisco-record.tmLanguage.json" },
    ],
    configurationDefaults: {
      "[fisco-record]": {
        "editor.wordWrap": "on",
        "editor.wrappingIndent": "indent",
        "editor.minimap.enabled": false,
        "editor.stickyScroll.enabled": false,
        "editor.unicodeHighlight.ambiguousCharacters": false,
      },
    },
  },
} satisfies ManifestPart;
