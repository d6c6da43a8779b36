import type { TlcpError } from "../../src/chain/tlcp/alert";
import type { CipherSuiteName } from "../../src/chain/tlcp/cipherSuites";
import type { TlcpCredentials } from "../../src/chain/tlcp/credentials";
import type { Established, Showing } from "../../src/chain/tlcp/handshake";
import { TlcpConnection } from "../../src/chain/tlcp/tlcpConnection";

/** One side of a connection without a network. */
export interface TlcpEnd {
  readonly role: "client" | "server";
  readonly connection: TlcpConnection;
  /** What it sent and the other side has not had. */
  sent: Buffer[];
  /** Alerts among it, as numbers: seen only while they are not enciphered. */
  received: Buffer[];
  established: Established | undefined;
  error: TlcpError | undefined;
  ended: boolean;
}

/** Takes what goes from one side to the other and gives what arrives. */
export type Wire = (records: Buffer, from: TlcpEnd["role"]) => Buffer;

function end(
  role: TlcpEnd["role"],
  credentials: TlcpCredentials,
  suites?: readonly CipherSuiteName[],
  showing?: Showing,
): TlcpEnd {
  const made: TlcpEnd = {
    role,
    connection: new TlcpConnection(
      { role, credentials, suites, showing },
      {
        send: (records) => made.sent.push(records),
        plain: (data) => made.received.push(data),
        secure: (established) => {
          made.established = established;
        },
        ended: () => {
          made.ended = true;
        },
        certificates: () => undefined,
      },
    ),
    sent: [],
    received: [],
    established: undefined,
    error: undefined,
    ended: false,
  };
  return made;
}

export class TlcpPair {
  readonly client: TlcpEnd;
  readonly server: TlcpEnd;

  constructor(
    client: TlcpCredentials,
    server: TlcpCredentials,
    suites?: readonly CipherSuiteName[],
    showing: Partial<Record<TlcpEnd["role"], Showing>> = {},
  ) {
    this.client = end("client", client, suites, showing.client);
    this.server = end("server", server, undefined, showing.server);
    this.client.connection.start();
    this.server.connection.start();
  }

  /** Lets one side have bytes; an error ends that side. */
  give(to: TlcpEnd, bytes: Buffer): void {
    if (to.error) return;
    try {
      to.connection.receive(bytes);
    } catch (error) {
      to.error = error as TlcpError;
    }
  }

  /** Carries everything both ways until nothing is left to carry. */
  carry(wire: Wire = (records) => records): void {
    while (this.client.sent.length + this.server.sent.length > 0) {
      for (const [from, to] of [
        [this.client, this.server],
        [this.server, this.client],
      ] as const) {
        const records = Buffer.concat(from.sent);
        from.sent = [];
        if (records.length > 0) this.give(to, wire(records, from.role));
      }
    }
  }

  /** The network ends for both. */
  cut(): void {
    for (const side of [this.client, this.server]) {
      if (side.error || side.ended) continue;
      try {
        side.connection.networkEnded();
      } catch (error) {
        side.error = error as TlcpError;
      }
    }
  }

  say(from: TlcpEnd, text: string): void {
    from.sent.push(from.connection.encode(Buffer.from(text)));
  }
}
