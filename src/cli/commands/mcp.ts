import { join } from "node:path";
import { version } from "../../../package.json";
import { stateFolder } from "../../files/userFolders";
import { t, text } from "../../text/catalogue";
import { chineseWords } from "../../text/catalogueFile";
import {
  type AssistantOrder,
  assistantArguments,
  assistantUsage,
  readAssistantOrder,
} from "../assistants/assistantOptions";
import { withTransport } from "../connection/connect";
import { type CommandLine, commandOf } from "../options/commandLine";
import { complain } from "../output/print";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: [
    "chainside mcp [--url URL] [--key FILE] [options]",
    "chainside mcp --set-up PROGRAMS [--workspace FOLDER] [options]",
  ],
  summary: [
    text(
      "Gives assistants tools, resources, and prompts for one chain, by the Model Context Protocol over stdin and stdout.",
    ),
    text("An assistant's program starts it: it speaks no language of people."),
  ],
  options: assistantUsage,
  notes: [
    text("With --key dev0 of an embedded chain no one is asked, until the budget is used up."),
    text("What assistants asked, what you were shown, and what was signed is written to the log."),
  ],
  exitCodes: text("Exit code: 0 at the end of the input, 2 wrong command line."),
};

const commandLine: CommandLine<typeof assistantArguments, AssistantOrder> = {
  name: "mcp",
  usage,
  options: assistantArguments,
  read: readAssistantOrder,
};

async function serve(order: AssistantOrder): Promise<number> {
  const [{ Assistant }, { mcpServer }, { toolsOf }, { allOperations, nouns }, { StdioServerTransport }] =
    await Promise.all([
      import("../../assistants/assistant"),
      import("../../assistants/mcp/mcpServer"),
      import("../../assistants/tools/toolsOf"),
      import("../../operations/catalogue"),
      import("@modelcontextprotocol/sdk/server/stdio.js"),
    ]);
  const [{ assistantChain }, { besideChain }, { workspaceFiles }] = await Promise.all([
    import("../assistants/assistantChain"),
    import("../assistants/besideChain"),
    import("../assistants/workspaceFiles"),
  ]);
  const log = order.log ?? join(stateFolder(process.env), "assistants.log");
  return withTransport(order.connection, async (transport) => {
    const operations = await allOperations();
    const chain = assistantChain(order, transport, log);
    const workspace = order.workspace === undefined ? undefined : workspaceFiles(order.workspace);
    const server = mcpServer({
      version,
      tools: order.tools ? (some) => toolsOf(some, nouns, chineseWords) : undefined,
      assistant: new Assistant(chain),
      places: { connection: order.name, session: chain.session, operations, workspace },
      beside: besideChain(order),
    });
    server.onerror = (error) => complain(`chainside mcp: ${error.message}`);
    const ended = new Promise<void>((resolve) => {
      server.onclose = resolve;
      // The library doesn't look for the end of the input, by which a client ends its server.
      process.stdin.once("end", resolve);
    });
    await server.connect(new StdioServerTransport());
    await ended;
    await server.close();
    return 0;
  });
}

/** `chainside mcp`: tools for assistants, over stdin and stdout. */
export const runMcp = commandOf(commandLine, async (order, args) => {
  if (order.setUp.length > 0) {
    const { setUpAssistants } = await import("../assistants/setUpAssistants");
    return setUpAssistants(order, args);
  }
  if (process.stdin.isTTY) complain(t("chainside mcp waits for an assistant's program on stdin. Ctrl+D ends it."));
  return serve(order);
});
