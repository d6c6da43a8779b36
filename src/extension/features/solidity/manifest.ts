import { text } from "../../../text/catalogue";
import { onSourceFile } from "../../flows/contracts/fileMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.compileSolidity": {
      title: text("Compile Solidity File"),
      icon: "tools",
      menus: [
        { menu: "explorer/context", when: onSourceFile, group: "7_chainside@1" },
        { menu: "editor/title", when: onSourceFile, group: "navigation@0" },
      ],
    },
    "chainside.compileWorkspace": {
      title: text("Compile Workspace"),
      menus: [{ view: "contracts", group: "1_contract@10" }],
    },
    "chainside.newContract": {
      title: text("New Contract…"),
      icon: "new-file",
      menus: [
        { view: "contracts", group: "1_contract@9" },
        { menu: "file/newFile", group: "file" },
      ],
    },
    "chainside.newProject": {
      title: text("New Project…"),
      icon: "new-folder",
      menus: [{ menu: "file/newFile", group: "file" }],
    },
    "chainside.verifyContract": {
      title: text("Verify Contract…"),
      menus: [
        { view: "contracts", line: "known", group: "2_verify@1", submenu: "contractCode" },
        { menu: "explorer/context", when: onSourceFile, group: "7_chainside@5" },
      ],
    },
    "chainside.tryContract": { title: text("Try Contract"), palette: false },
    "chainside.setEvmVersion": { title: text("Set EVM Version of Workspace"), palette: false },
    "chainside.installPackage": { title: text("Install Missing Package"), palette: false },
  },
  settings: {
    "solidity.compiler": {
      section: "solidity",
      type: "string",
      default: "",
      scope: "resource",
      markdownDescription: "%setting.solidity.compiler%",
      restricted: true,
    },
    "solidity.evmVersion": {
      section: "solidity",
      type: "string",
      default: "",
      scope: "resource",
      enum: ["", "istanbul", "berlin", "london", "paris", "shanghai", "cancun", "prague", "osaka"],
      markdownDescription: "%setting.solidity.evmVersion%",
      restricted: true,
    },
    "solidity.formatter": {
      section: "solidity",
      type: "string",
      default: "auto",
      scope: "resource",
      enum: ["auto", "prettier", "forge", "forge-fmt", "off"],
      enumDescriptions: [
        "%setting.solidity.formatter.auto%",
        "%setting.solidity.formatter.prettier%",
        "%setting.solidity.formatter.forge%",
        "%setting.solidity.formatter.forge-fmt%",
        "%setting.solidity.formatter.off%",
      ],
      markdownDescription: "%setting.solidity.formatter%",
    },
    "solidity.inlayHints.argumentNames": {
      section: "solidity",
      type: "boolean",
      default: true,
      scope: "window",
      markdownDescription: "%setting.solidity.inlayHints.argumentNames%",
    },
    "solidity.inlayHints.selectors": {
      section: "solidity",
      type: "boolean",
      default: false,
      scope: "window",
      markdownDescription: "%setting.solidity.inlayHints.selectors%",
    },
    "lint.rules": {
      section: "solidity",
      type: "object",
      default: {},
      scope: "window",
      additionalProperties: { type: "string", enum: ["off", "hint", "information", "warning", "error"] },
      markdownDescription: "%setting.lint.rules%",
    },
    "lint.coins": {
      section: "solidity",
      type: "string",
      default: "auto",
      scope: "window",
      enum: ["auto", "on", "off"],
      markdownDescription: "%setting.lint.coins%",
    },
    "solidity.languageFeatures": {
      section: "solidity",
      type: "string",
      default: "auto",
      scope: "window",
      enum: ["auto", "on", "off"],
      enumDescriptions: [
        "%setting.solidity.languageFeatures.auto%",
        "%setting.solidity.languageFeatures.on%",
        "%setting.solidity.languageFeatures.off%",
      ],
      markdownDescription: "%setting.solidity.languageFeatures%",
    },
  },
  contributes: {
    languages: [
      {
        id: "solidity",
        aliases: ["Solidity"],
        extensions: [".sol"],
        configuration: "./syntaxes/solidity-configuration.json",
      },
    ],
    grammars: [{ language: "solidity", scopeName: "source.solidity", path: "./syntaxes/solidity.tmLanguage.json" }],
  },
} satisfies ManifestPart;
