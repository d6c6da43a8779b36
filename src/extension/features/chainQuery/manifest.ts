import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.newChainQuery": {
      title: text("New Chain Query"),
      icon: "search",
      menus: [
        { menu: "file/newFile", group: "file" },
        { view: "chains", line: ["indexing", "restingIndex"], group: "2_history@1" },
      ],
    },
    "chainside.openSavedQuery": {
      title: text("Open Saved Query…"),
      icon: "list-unordered",
      menus: [
        { view: "chains", line: ["indexing", "restingIndex"], group: "2_history@2" },
        { menu: "editor/title", when: "editorLangId == chain-sql", group: "navigation@2" },
      ],
    },
    "chainside.runChainQuery": {
      title: text("Run Chain Query"),
      icon: "run",
      palette: "editorLangId == chain-sql",
      menus: [{ menu: "editor/title", when: "editorLangId == chain-sql", group: "navigation@1" }],
    },
  },
  pages: ["queryResult"],
  contributes: {
    languages: [
      {
        id: "chain-sql",
        aliases: ["%language.chainSql%"],
        extensions: [".chain.sql"],
        configuration: "./syntaxes/chain-sql-configuration.json",
      },
    ],
    grammars: [{ language: "chain-sql", scopeName: "source.chain-sql", path: "./syntaxes/chain-sql.tmLanguage.json" }],
  },
} satisfies ManifestPart;
