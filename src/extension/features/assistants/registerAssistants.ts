import * as vscode from "vscode";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import { registerChainServers } from "./chainServers";
import type { ToolInput } from "./chatTools";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.setUpAssistants": On<"group">;
  }
}

type Loaded = typeof import("./chatTools");

/** The catalogue as tools of the editor's chat, with resources and prompts beside them; and the files by which other programs get them. */
export function registerAssistants(app: Chainside): vscode.Disposable {
  const servers = vscode.Disposable.from(
    registerChainServers(app),
    registerTargetCommands(app, {
      "chainside.setUpAssistants": reads(async (group) =>
        (await import("./setUpAssistants")).setUpAssistants(app, group),
      ),
    }),
  );
  if (typeof vscode.lm?.registerTool !== "function") return servers;
  let loaded: Promise<InstanceType<Loaded["ChatTools"]>> | undefined;
  const tools = (): NonNullable<typeof loaded> => {
    loaded ??= import("./chatTools").then(({ ChatTools }) => new ChatTools(app));
    return loaded;
  };
  const result = (text: string): vscode.LanguageModelToolResult =>
    new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  const find: vscode.LanguageModelTool<ToolInput> = {
    invoke: async ({ input }) => result(await (await tools()).find(input)),
  };
  const read: vscode.LanguageModelTool<ToolInput> = {
    invoke: async ({ input }, token) => result(await (await tools()).read(input, token)),
  };
  const change: vscode.LanguageModelTool<ToolInput> = {
    prepareInvocation: async ({ input }) => (await tools()).confirmation(input),
    invoke: async ({ input }, token) => result(await (await tools()).change(input, token)),
  };
  return vscode.Disposable.from(
    servers,
    vscode.lm.registerTool("chainside_find", find),
    vscode.lm.registerTool("chainside_read", read),
    vscode.lm.registerTool("chainside_change", change),
  );
}
