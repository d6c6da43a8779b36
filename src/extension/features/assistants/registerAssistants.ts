import { join } from "node:path";
import * as vscode from "vscode";
import { atLeast } from "../../../text/versions";
import { connectionArguments } from "../../flows/commandLine/commandLine";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";
import type { ToolInput } from "./chatTools";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.setUpAssistants": On<"group">;
  }
}

type Loaded = typeof import("./chatTools");

/** A server of the Model Context Protocol that VS Code starts: its label, program, arguments, environment, version. */
type StdioServer = new (
  label: string,
  command: string,
  args: string[],
  env: Record<string, string>,
  version: string,
) => object;

/** What VS Code has since 1.101, one version beyond our floor: 1.100 has a draft under the same name, which throws. */
const firstVersion = "1.101.0";
interface ServerHost {
  readonly lm?: {
    registerMcpServerDefinitionProvider?(
      id: string,
      provider: {
        /** @public VS Code listens to it. */
        readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
        /** @public VS Code asks it. */
        provideMcpServerDefinitions(): object[];
      },
    ): vscode.Disposable;
  };
  readonly McpStdioServerDefinition?: StdioServer;
}

/**
 * The server of the group that the status bar shows: resources and prompts alone, as the chat's tools are the editor's own, and no account.
 * A workspace that isn't trusted has none: its files would be read, and its connections asked, without a person's doing.
 */
function serversOf(app: Chainside, Server: StdioServer): object[] {
  const group = app.connections.activeGroup;
  const args = group && vscode.workspace.isTrusted ? serverWords(group) : undefined;
  if (!group || !args) return [];
  const { context } = app;
  const { version } = context.extension.packageJSON as { readonly version: string };
  const label = `Chainside · ${groupTitle(group)}`;
  const program = context.asAbsolutePath(join("dist", "cli.js"));
  return [new Server(label, process.execPath, [program, ...args], { ELECTRON_RUN_AS_NODE: "1" }, version)];
}

/** Undefined where the group is reached by a protocol that the program doesn't speak. */
function serverWords(group: ChainGroup): string[] | undefined {
  const { endpoints, tls } = group.connection.profile;
  const spoken = endpoints.filter((url) => /^https?:\/\//i.test(url));
  if (spoken.length === 0) return undefined;
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
  return [
    "mcp",
    "--no-tools",
    "--access=readOnly",
    `--locale=${vscode.env.language}`,
    ...connectionArguments({ endpoints: spoken, groupId: group.groupId, tls }),
    ...(folder ? [`--workspace=${folder.uri.fsPath}`] : []),
  ];
}

/** Offers the chain's resources and prompts to the chat, where VS Code takes servers from extensions. */
function registerChainServers(app: Chainside): vscode.Disposable {
  const { lm, McpStdioServerDefinition: Server } = vscode as unknown as ServerHost;
  const has = atLeast(vscode.version, firstVersion);
  if (!has || typeof lm?.registerMcpServerDefinitionProvider !== "function" || Server === undefined)
    return new vscode.Disposable(() => undefined);
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    app.connections.onDidChangeActiveGroup(() => changed.fire()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    lm.registerMcpServerDefinitionProvider("chainside.chain", {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => serversOf(app, Server),
    }),
  );
}

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
