import * as vscode from "vscode";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import { MadeTexts } from "../../kit/files/madeTexts";
import type { Chainside } from "../../state/chainside";
import type { EthereumTools } from "./ethereumTools";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.openForEthereumTools": On<"group">;
  }
}

/** *Open for Ethereum Tools…*: a proxy in front of a group's node, in a process of its own, until it is stopped or the window ends. */
export function registerEthereumTools(app: Chainside): vscode.Disposable {
  const texts = new MadeTexts("chainside-tools");
  let tools: EthereumTools | undefined;
  return vscode.Disposable.from(
    texts,
    new vscode.Disposable(() => tools?.dispose()),
    registerTargetCommands(app, {
      "chainside.openForEthereumTools": reads(async (group) => {
        if (!tools) tools = new (await import("./ethereumTools")).EthereumTools(app, texts);
        await tools.open(group);
      }),
    }),
  );
}
