/** What every call takes: a limit in milliseconds and a way to stop it. */
export interface RequestOptions {
  /** Default: the transport's own (10 s, as the official SDK). */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** How the questions before a signature are asked: they end where what they are for is cancelled, and have the time of any question. */
export const questionsFor = (options: RequestOptions = {}): RequestOptions =>
  options.signal ? { signal: options.signal } : {};

/** Carries one JSON-RPC request to a node and its answer back. Envelope and errors: docs/protocol/json-rpc.md. */
export interface Transport {
  /** For people: `http://127.0.0.1:20200`. */
  readonly label: string;
  /** The suite of SM TLS, `ECC_SM4_CBC_SM3`, once a connection has one; undefined without SM TLS. */
  readonly smSuite?: string | undefined;
  /**
   * Sends one request and gives the `result` member, undecoded. Integers beyond 2^53 are bigints in it.
   * @param isExact may say of a result as JSON.parse has it that nothing in it can have been rounded, which saves the search
   * @throws ChainError kind `transport`, `tls`, `rpc`, `txpool` or `decode`.
   */
  request(
    method: string,
    params: readonly unknown[],
    options?: RequestOptions,
    isExact?: (result: unknown) => boolean,
  ): Promise<unknown>;
  /** A way to each endpoint alone, where nodes are to be asked one by one; who asks for them closes them. Without it there is one. */
  endpoints?(): Promise<readonly Transport[]>;
  close(): Promise<void>;
}

/** What a node answered, unread: the text of its envelope, for the caller, which knows the number of the request (`decodeAnswer`). */
export interface UnreadAnswer {
  readonly text: string;
  readonly id: number;
  readonly endpoint: string;
}

/** A transport to a node, whose answers another process may read. */
export interface NodeTransport extends Transport {
  /** Sends one request and gives what comes back as it came. @throws ChainError `transport`, `tls` */
  answer(method: string, params: readonly unknown[], options?: RequestOptions): Promise<UnreadAnswer>;
}

/** One group reached through one transport. The functions in `rpc/` take it as their first argument. */
export interface ChainClient {
  readonly transport: Transport;
  /** Group ID, `group0` by default of the chain builder. Empty only for the methods that name no group. */
  readonly group: string;
  /** Node name; empty lets the RPC service choose. Air nodes ignore it. */
  readonly node: string;
}

/** The same chain, another group or node. */
export function createClient(transport: Transport, group: string, node = ""): ChainClient {
  return { transport, group, node };
}
