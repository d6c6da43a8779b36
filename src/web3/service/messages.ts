import type { ChainAnswer, ChainQuestion } from "../../chain/transport/answeredTransport";
import type { OrderOf } from "../../processes/protocol";

// What the proxy's program and its starter tell each other, over the channel of a child process. Types alone: the extension shares them.

export interface ServeOrder {
  /** Of the node's FISCO BCOS interface, for people; empty where only its web3 port is asked. */
  readonly label: string;
  readonly group: string;
  /** Of its web3 port; empty where that isn't asked. */
  readonly web3: string;
  /** On this machine; where it is taken, any free port. */
  readonly port: number;
  /** Absolute folder in which transactions that wait are kept. */
  readonly folder: string;
}

/** What a proxy tells while it serves. */
export type ProxyTells =
  | { readonly kind: "ready"; readonly url: string; readonly chainId: string; readonly onlyReads: boolean }
  /** What a person may want to read in the log. */
  | { readonly kind: "line"; readonly text: string }
  /** A transaction was given up, for people. */
  | { readonly kind: "dropped"; readonly text: string };

/** What the program does. */
export interface Web3ProxyProtocol {
  readonly orders: {
    /** Serves until it is cancelled. */
    readonly serve: OrderOf<ServeOrder, null, ProxyTells>;
  };
  readonly asks: {
    readonly chain: { readonly question: ChainQuestion; readonly answer: ChainAnswer };
    readonly web3: { readonly question: ChainQuestion; readonly answer: ChainAnswer };
  };
}
