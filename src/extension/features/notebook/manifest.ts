import { text } from "../../../text/catalogue";
import { onTransactionRecord } from "../../flows/records/recordMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.newNotebook": {
      title: text("New Notebook of Requests"),
      menus: [{ menu: "file/newFile", group: "notebook" }],
      completes: ["developer.keep"],
    },
    "chainside.addToNotebook": {
      title: text("Add to Notebook"),
      menus: [
        { view: "contracts", line: "sent", group: "9_copy@3" },
        { view: "chains", line: "transaction", group: "9_copy@3" },
        { menu: "editor/context", when: onTransactionRecord, group: "9_cutcopypaste@10" },
      ],
      completes: ["developer.keep"],
    },
    "chainside.selectNotebookChain": {
      title: text("Select Notebook Chain"),
      icon: "layers",
      shortTitle: text("Select Chain"),
      palette: "notebookType == chainside.requests",
      menus: [{ notebook: "requests", group: "navigation@1" }],
    },
  },
  steps: [{ walkthrough: "developer", id: "keep", position: 50, media: { image: "media/pictures/notebook.png" } }],
  contributes: {
    languages: [
      { id: "fisco-request", aliases: ["%language.request%"], configuration: "./syntaxes/request-configuration.json" },
    ],
    grammars: [
      {
        language: "fisco-request",
        scopeName: "source.fisco-request",
        path: "./syntaxes/fisco-request.tmLanguage.json",
      },
    ],
    notebooks: [
      { type: "chainside.requests", displayName: "%notebook.requests%", selector: [{ filenamePattern: "*.chain-nb" }] },
    ],
    notebookRenderer: [
      {
        id: "chainside.requestResult",
        displayName: "%notebook.result%",
        entrypoint: "./dist/webview/notebookResult.js",
        mimeTypes: ["application/vnd.chainside.request-result+json"],
        requiresMessaging: "optional",
      },
    ],
  },
} satisfies ManifestPart;
