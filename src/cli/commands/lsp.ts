import { t, text } from "../../text/catalogue";
import { type CommandLine, commandOf, requireNoArguments } from "../options/commandLine";
import { complain } from "../output/print";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: "chainside lsp --stdio [--untrusted]",
  summary: text("Answers an editor about config.ini, config.genesis, Solidity, and scenarios (*.chain.yaml)."),
  options: [
    ["--stdio", text("speak the Language Server Protocol over stdin and stdout (the only way)")],
    [
      "--untrusted",
      text("the workspace is someone else's: use no compiler and no .npmrc of it, and read nothing outside"),
    ],
  ],
  notes: [text("An editor starts it: docs/editors.md says how for Neovim, Helix, JetBrains, and Emacs.")],
  exitCodes: text("Exit code: 0 when the editor ended it, 1 when the editor is gone, 2 wrong command line."),
};

const lspArguments = {
  stdio: { type: "boolean", default: false },
  untrusted: { type: "boolean", default: false },
} as const;

interface LspOrder {
  readonly trusted: boolean;
}

const commandLine: CommandLine<typeof lspArguments, LspOrder> = {
  name: "lsp",
  usage,
  options: lspArguments,
  read: ({ values, positionals }) => {
    requireNoArguments(positionals);
    return { trusted: !values.untrusted };
  },
};

async function serve({ trusted }: LspOrder): Promise<number> {
  const { serveEditor } = await import("../../languageServer/serveEditor");
  return serveEditor("streams", trusted ? {} : { trusted });
}

/** `chainside lsp`: the language server, over stdin and stdout. */
export const runLsp = commandOf(commandLine, async (order) => {
  if (process.stdin.isTTY) complain(t("chainside lsp waits for an editor on stdin. Ctrl+D ends it."));
  return serve(order);
});
