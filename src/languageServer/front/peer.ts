import { createConnection, type Message, ProposedFeatures } from "vscode-languageserver/node";
import { Program } from "../../processes/program";
import { programFile } from "../../processes/programFile";
import { startServer } from "../configuration/startServer";
import type { Language } from "../protocol/messages";
import { HandingWriter, type LanguageWorkerProtocol, ReceivedMessages } from "../worker/messagePort";

/** Who answers for one language. */
export interface Peer {
  send(message: Message): void;
  /** Ends it; nothing is heard of it any more. */
  end(): void;
}

/** What is heard of a peer. */
interface PeerListener {
  report(message: Message): void;
  /** It is gone, and not because it was told to go. */
  ended(how: string): void;
}

/** What makes a peer. */
export type StartPeer = (language: Language, listener: PeerListener) => Peer;

/** A process that takes no message for so long hangs: it is ended, and begun again. */
const timeoutMs = 20_000;

/** Memory of a language, in MiB: what needs more is a bomb. */
const memory: Readonly<Record<Language, number>> = { config: 0, scenario: 512, solidity: 2048 };

/** What reads line by line, in time linear in the text: in the front's own process, which starts soonest. */
function localPeer(listener: PeerListener): Peer {
  const incoming = new ReceivedMessages();
  startServer(
    createConnection(ProposedFeatures.all, incoming, new HandingWriter((message) => listener.report(message))),
  );
  return { send: (message) => incoming.take(message), end: () => undefined };
}

/** What parses a text as a whole: in a process of its own. */
function processPeer(language: Language, listener: PeerListener): Peer {
  let over = false;
  const ended = (error: unknown): void => {
    if (over) return;
    over = true;
    listener.ended(error instanceof Error ? error.message : String(error));
  };
  const program = new Program<LanguageWorkerProtocol>({
    ...programFile("languageWorker", new URL("../worker/main.ts", import.meta.url)),
    memoryMiB: memory[language],
    frugal: true,
    environment: process.env,
    complaints: "shown",
    ended: (how) => new Error(how),
  });
  program
    .order("listen", undefined, {
      tells: (message) => {
        if (!over) listener.report(message);
      },
    })
    .catch(ended);
  return {
    send: (message) => void program.order("take", message, { limitMs: timeoutMs }).catch(ended),
    end: () => {
      over = true;
      program.end();
    },
  };
}

export const startPeer: StartPeer = (language, listener) =>
  language === "config" ? localPeer(listener) : processPeer(language, listener);
