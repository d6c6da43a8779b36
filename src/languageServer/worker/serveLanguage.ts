import {
  type Connection,
  createConnection,
  DidChangeConfigurationNotification,
  DidChangeWorkspaceFoldersNotification,
  type InitializeParams,
  type Message,
  ProposedFeatures,
} from "vscode-languageserver/node";
import { errorMessage } from "../../errors/errorMessage";
import { serveStarter } from "../../processes/serveStarter";
import { useLocale } from "../../text/catalogueFile";
import { pathOf } from "../documents/protocolRanges";
import { Editor, type Language, type StartOptions } from "../protocol/messages";
import { HandingWriter, type LanguageWorkerProtocol, ReceivedMessages } from "./messagePort";

/** What the front says to a language: whose texts it gets. */
type LanguageOptions = StartOptions & { readonly language: Language };

const foldersOf = ({ workspaceFolders }: InitializeParams): Set<string> =>
  new Set((workspaceFolders ?? []).flatMap(({ uri }) => pathOf(uri) ?? []));

async function serveSources(
  connection: Connection,
  params: InitializeParams,
  options: LanguageOptions,
): Promise<() => void> {
  const [{ serveSolidity }, { SolidityState }, { ownCompiler }] = await Promise.all([
    import("../solidity/features"),
    import("../solidity/solidityState"),
    import("../solidity/ownCompiler"),
  ]);
  const compiler = ownCompiler(options);
  const folders = foldersOf(params);
  const { configuration, didChangeConfiguration } = params.capabilities.workspace ?? {};
  const settings = async (): Promise<unknown> =>
    options.settings ?? (configuration ? connection.workspace.getConfiguration("chainside") : undefined);
  const editor = new Editor(connection, options);
  serveSolidity(new SolidityState(connection, params.capabilities, editor, options, folders, settings, compiler));
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event }) => {
    for (const { uri } of event.removed) folders.delete(pathOf(uri) ?? "");
    for (const { uri } of event.added) {
      const path = pathOf(uri);
      if (path !== undefined) folders.add(path);
    }
  });
  connection.onInitialized(() => {
    if (didChangeConfiguration?.dynamicRegistration)
      void connection.client.register(DidChangeConfigurationNotification.type, { section: "chainside" });
  });
  return compiler.close;
}

/**
 * Serves one language over messages that are handed over; which one is said with `initialize`.
 * @returns ends what was started for it
 */
export function serveLanguage(incoming: ReceivedMessages, say: (message: Message) => void): () => void {
  const connection = createConnection(ProposedFeatures.all, incoming, new HandingWriter(say));
  let close = (): void => undefined;
  connection.onInitialize(async (params) => {
    if (params.locale !== undefined) useLocale(params.locale);
    const options = params.initializationOptions as LanguageOptions;
    if (options.language === "solidity") close = await serveSources(connection, params, options);
    else {
      const { serveScenarios } = await import("../scenarios/serveScenarios");
      serveScenarios(connection, options, [...foldersOf(params)]);
    }
    return { capabilities: {} };
  });
  connection.listen();
  return () => close();
}

/** Serves one language to the process that started this one, and ends with it. */
export function serveAsProcess(): void {
  const incoming = new ReceivedMessages();
  const closing: (() => void)[] = [];
  serveStarter<LanguageWorkerProtocol>(
    {
      listen: (_, { tell }) => {
        closing.push(serveLanguage(incoming, (message: Message) => tell(message)));
        return new Promise<never>(() => undefined);
      },
      take: (message) => incoming.take(message),
    },
    {
      report: errorMessage,
      ended: () => {
        for (const close of closing) close();
      },
    },
  );
}
