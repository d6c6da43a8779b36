import { createConnection, type Message, ProposedFeatures } from "vscode-languageserver/node";
import type { Language } from "../protocol/messages";
import { HandingWriter, ReceivedMessages } from "../worker/messagePort";
import { type LanguageProcess, languageProcess } from "./languageProcess";

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

/** What reads line by line, in time linear in the text: in the front's own process, which starts soonest. */
function localPeer(listener: PeerListener): Peer {
  const incoming = new ReceivedMessages();
  const writer = new HandingWriter((message) => listener.report(message));
  import("../configuration/startServer").then(
    ({ startServer }) => startServer(createConnection(ProposedFeatures.all, incoming, writer)),
    (error: unknown) => listener.ended(String(error)),
  );
  return { send: (message) => incoming.take(message), end: () => undefined };
}

/** What parses a text as a whole: in a process of its own. */
function processPeer({ program }: LanguageProcess, listener: PeerListener): Peer {
  let over = false;
  const ended = (error: unknown): void => {
    if (over) return;
    over = true;
    listener.ended(error instanceof Error ? error.message : String(error));
  };
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

/** @param begun the first process of its language, started before it was needed */
export function peersOf(begun: LanguageProcess | undefined): StartPeer {
  let spare = begun;
  return (language, listener) => {
    if (language === "config") return localPeer(listener);
    const own = spare?.language === language ? spare : languageProcess(language);
    if (own === spare) spare = undefined;
    return processPeer(own, listener);
  };
}
