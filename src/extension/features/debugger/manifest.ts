import { text } from "../../../text/catalogue";
import { onTransactionRecord } from "../../flows/records/recordMenus";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.debugTransaction": {
      title: text("Debug Transaction…"),
      icon: "debug-alt",
      menus: [
        { view: "chains", line: "transaction", group: "1_open@3" },
        { view: "contracts", line: "mined", group: "2_show@3" },
        { menu: "editor/title", when: onTransactionRecord, group: "navigation@2" },
        { menu: "editor/context", when: onTransactionRecord, group: "9_cutcopypaste@11" },
      ],
    },
    "chainside.debugCall": {
      title: text("Debug Call…"),
      icon: "debug-alt",
      menus: [
        { view: "contracts", line: ["contract known", "function"], group: "1_contract@4" },
        { view: "chains", line: "link", group: "2_contract@4" },
        { view: "contracts", line: "deployable", group: "1_contract@5" },
      ],
    },
    "chainside.askTransaction": { title: text("Select a Transaction to Debug"), palette: false },
  },
  contributes: {
    breakpoints: [{ language: "solidity" }],
    debuggers: [
      {
        type: "fisco-bcos",
        label: "FISCO BCOS",
        languages: ["solidity"],
        configurationAttributes: {
          launch: {
            properties: {
              transaction: {
                type: "string",
                description: "%debug.transaction%",
                pattern: "^(0x[0-9a-fA-F]{64}|\\$\\{.*\\})?$",
                patternErrorMessage: "%debug.transaction.pattern%",
              },
              call: {
                type: "object",
                description: "%debug.call%",
                properties: {
                  contract: { type: "string", description: "%debug.call.contract%" },
                  function: { type: "string", description: "%debug.call.function%" },
                  args: { type: "array", description: "%debug.call.args%" },
                  constructorArgs: { type: "array", description: "%debug.call.constructorArgs%" },
                  to: { type: "string", description: "%debug.call.to%" },
                  data: { type: "string", description: "%debug.call.data%" },
                  from: { type: "string", description: "%debug.call.from%" },
                  value: { type: ["string", "number"], description: "%debug.call.value%" },
                },
                defaultSnippets: [
                  {
                    label: "%debug.snippet.call%",
                    body: { contract: "${1:contracts/Coin.sol:Coin}", function: "${2:transfer}", args: [] },
                  },
                ],
              },
              folder: { type: "string", description: "%debug.folder%", default: "${workspaceFolder}" },
              files: { type: "array", items: { type: "string" }, description: "%debug.files%" },
              group: { type: "string", description: "%debug.group%" },
              solc: { type: "string", description: "%debug.solc%" },
              asDeployed: { type: "boolean", default: false, description: "%debug.asDeployed%" },
              stopOnEntry: { type: "boolean", default: true, description: "%debug.stopOnEntry%" },
              stopAtEnd: { type: "boolean", default: false, description: "%debug.stopAtEnd%" },
              connection: { type: "string", description: "%debug.connection%" },
              url: { type: "string", description: "%debug.url%" },
              test: {
                type: "object",
                description: "%debug.test%",
                required: ["file", "contract", "function"],
                properties: {
                  file: { type: "string", description: "%debug.test.file%" },
                  contract: { type: "string", description: "%debug.test.contract%" },
                  function: { type: "string", description: "%debug.test.function%" },
                  suite: { enum: ["standard", "sm"], default: "standard", description: "%debug.test.suite%" },
                  input: { type: "object", description: "%debug.test.input%" },
                },
              },
              fork: { type: "boolean", default: false, description: "%debug.fork%" },
              blocks: { type: "integer", minimum: 1, default: 20000, description: "%debug.blocks%" },
              web3: { type: "string", description: "%debug.web3%" },
            },
          },
          attach: {
            required: ["transaction"],
            properties: {
              transaction: {
                type: "string",
                description: "%debug.transaction%",
                pattern: "^(0x[0-9a-fA-F]{64}|\\$\\{.*\\})?$",
                patternErrorMessage: "%debug.transaction.pattern%",
              },
              folder: { type: "string", description: "%debug.folder%", default: "${workspaceFolder}" },
              files: { type: "array", items: { type: "string" }, description: "%debug.files%" },
              connection: { type: "string", description: "%debug.connection%" },
              group: { type: "string", description: "%debug.group%" },
              url: { type: "string", description: "%debug.url%" },
              solc: { type: "string", description: "%debug.solc%" },
              asDeployed: { type: "boolean", default: false, description: "%debug.asDeployed%" },
              stopOnEntry: { type: "boolean", default: true, description: "%debug.stopOnEntry%" },
              stopAtEnd: { type: "boolean", default: false, description: "%debug.stopAtEnd%" },
              fork: { type: "boolean", default: false, description: "%debug.fork%" },
              blocks: { type: "integer", minimum: 1, default: 20000, description: "%debug.blocks%" },
              web3: { type: "string", description: "%debug.web3%" },
            },
          },
        },
        configurationSnippets: [
          {
            label: "%debug.snippet.transaction%",
            description: "%debug.snippet.transaction.description%",
            body: {
              type: "fisco-bcos",
              request: "launch",
              name: "%command.debugTransaction%",
              transaction: '^"\\${command:askTransaction}"',
            },
          },
          {
            label: "%debug.snippet.call%",
            description: "%debug.snippet.call.description%",
            body: {
              type: "fisco-bcos",
              request: "launch",
              name: "%command.debugCall%",
              call: { contract: "${1:contracts/Coin.sol:Coin}", function: "${2:transfer}", args: [] },
            },
          },
          {
            label: "%debug.snippet.attach%",
            description: "%debug.snippet.attach.description%",
            body: { type: "fisco-bcos", request: "attach", name: "%command.debugTransaction%", transaction: "${1:0x}" },
          },
        ],
        variables: { askTransaction: "chainside.askTransaction" },
      },
    ],
  },
} satisfies ManifestPart;
