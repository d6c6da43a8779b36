// One language of the language server as a process: what reads texts of others ends alone. Ends with its starter.
import type { Message } from "vscode-languageserver/node";
import { errorMessage } from "../../errors/errorMessage";
import { serveStarter } from "../../processes/serveStarter";
import { type LanguageWorkerProtocol, ReceivedMessages } from "./messagePort";
import { serveLanguage } from "./serveLanguage";

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
