import { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import { toChainError } from "../errors/dictionary";
import { listed } from "../text/joining";
import { onAbort } from "../time/onAbort";
import { type ChainClient, createClient } from "./client/client";
import { openSession } from "./openSession";
import { getGroupList } from "./rpc/groups";
import { web3ClientVersion } from "./rpc/web3Methods";
import { connectionError } from "./transport/connectionError";
import { type Endpoint, parseEndpoint } from "./transport/endpoint";
import { explainTlsFailure } from "./transport/explainTlsFailure";
import { createHttpTransport } from "./transport/httpTransport";
import { answersPlainHttp, openTcp, speaksTls } from "./transport/portCheck";
import { speaksSmTls } from "./transport/smTls";
import { tlsError } from "./transport/tlsFailure";
import { handshakeBy, inspectMaterial } from "./transport/tlsHandshake";
import { type CertificateFacts, isSmMaterial, type TlsMaterial, type TlsMaterialFacts } from "./transport/tlsMaterial";
import { tlsMaterialError } from "./transport/tlsMaterialError";
import { createWebSocketTransport } from "./transport/webSocketTransport";

/** In order: certificate files, TCP, plain HTTP, TLS, JSON-RPC, group, and for `ws://` and `wss://` the WebSocket. */
export type ProbeStepName = "files" | "tcp" | "plain" | "tls" | "jsonRpc" | "group" | "webSocket";

export type ProbeStep = { name: ProbeStepName } & (
  | { outcome: "passed"; facts: Readonly<Record<string, string | number | boolean>> }
  | { outcome: "failed"; error: ChainError }
  /** Not needed, or not possible after what failed before. */
  | { outcome: "skipped" }
);

export interface ProbeReport {
  url: string;
  /** Everything that the given address needs works. */
  ok: boolean;
  /** The address that works, which may have the other scheme. */
  workingUrl?: string;
  steps: ProbeStep[];
  files?: TlsMaterialFacts;
  /** Certificate that the node shows. */
  server?: CertificateFacts;
  /** Its second one, with SM TLS. */
  serverEncrypt?: CertificateFacts;
  groups?: string[];
}

export interface ProbeOptions {
  url: string;
  /** Checked when given; any group of the node otherwise. */
  group?: string | undefined;
  tls?: TlsMaterial | undefined;
  /** Why there is no `tls`, when its files could not be read. */
  filesError?: ChainError | undefined;
  /** Limit of each step. Default 5,000. */
  timeoutMs?: number;
  /** Ends the looking at once; what is on its way to the node then ends by its limit, and nothing follows it. */
  signal?: AbortSignal;
}

const cancelled = ({ url, signal }: ProbeOptions): ChainError =>
  clientError("cancelled", { endpoint: url, method: "connect" }, { cause: signal?.reason });

class Probe {
  readonly report: ProbeReport;
  readonly #endpoint: Endpoint;
  readonly #timeoutMs: number;

  constructor(readonly options: ProbeOptions) {
    this.#endpoint = parseEndpoint(options.url);
    this.#timeoutMs = options.timeoutMs ?? 5000;
    this.report = { url: this.#asAsked(this.#endpoint.origin), ok: false, steps: [] };
  }

  /** The address in the words in which it was asked for: a WebSocket's stays one. */
  #asAsked(origin: string): string {
    return this.#endpoint.webSocket ? origin.replace(/^http/, "ws") : origin;
  }

  #passed(name: ProbeStepName, facts: Readonly<Record<string, string | number | boolean>> = {}): void {
    this.report.steps.push({ name, outcome: "passed", facts });
  }

  #failed(name: ProbeStepName, error: ChainError): void {
    this.report.steps.push({ name, outcome: "failed", error });
  }

  #skipped(...names: ProbeStepName[]): void {
    for (const name of names) this.report.steps.push({ name, outcome: "skipped" });
  }

  #context(method: string): { endpoint: string; method: string; timeoutMs: number } {
    return { endpoint: this.#endpoint.origin, method, timeoutMs: this.#timeoutMs };
  }

  async #files(): Promise<void> {
    const { tls, filesError } = this.options;
    if (filesError) return this.#failed("files", filesError);
    if (!tls) return this.#skipped("files");
    const facts = await inspectMaterial(tls);
    this.report.files = facts;
    const error = await tlsMaterialError(facts);
    if (error) this.#failed("files", error);
    else this.#passed("files", { ca: facts.ca?.subject ?? "", client: facts.client?.subject ?? "" });
  }

  async #tcp(): Promise<boolean> {
    const outcome = await openTcp(this.#endpoint, this.#timeoutMs);
    if ("ms" in outcome) this.#passed("tcp", { ms: outcome.ms });
    else this.#failed("tcp", await connectionError(outcome.error, this.#context("connect")));
    return "ms" in outcome;
  }

  /** The URL of what the port speaks; undefined when it is nothing this client can speak. */
  async #language(): Promise<string | undefined> {
    const { secure, origin } = this.#endpoint;
    const plain = await answersPlainHttp(this.#endpoint, this.#timeoutMs);
    if (plain) {
      this.#passed("plain");
      if (!secure) this.#skipped("tls");
      else this.#failed("tls", await tlsError("ERR_SSL_WRONG_VERSION_NUMBER", undefined, { endpoint: origin }));
      return origin.replace(/^https/, "http");
    }
    const anyTls = await speaksTls(this.#endpoint, this.#timeoutMs);
    if (secure) this.#skipped("plain");
    else this.#failed("plain", clientError(anyTls ? "tlsPortByHttp" : "noHttpAnswer", { endpoint: origin }));
    const { error, server, serverEncrypt, protocol } = await handshakeBy(
      this.#endpoint,
      this.options.tls,
      this.#timeoutMs,
    );
    if (server) this.report.server = server;
    if (serverEncrypt) this.report.serverEncrypt = serverEncrypt;
    if (!error) {
      this.#passed("tls", { protocol: protocol ?? "", subject: server?.subject ?? "", validTo: server?.validTo ?? "" });
      return origin.replace(/^http:/, "https:");
    }
    if (isSmMaterial(this.options.tls)) {
      if (secure || server) this.#failed("tls", await this.#smFailure(error, server, anyTls));
      else this.#skipped("tls");
    } else if (
      server?.sm ||
      (!server && (await speaksSmTls(this.#endpoint.host, this.#endpoint.port, this.#timeoutMs)))
    ) {
      this.#failed("tls", clientError("smTls", { endpoint: origin }, { cause: error }));
    } else if (secure || anyTls) this.#failed("tls", await this.#tlsFailure(error, server));
    else this.#skipped("tls");
    return undefined;
  }

  /** Why the handshake failed: by the files where they are at fault already, else by what the node showed. */
  async #tlsFailure(error: Error, server: CertificateFacts | undefined): Promise<ChainError> {
    const failure = await connectionError(error, this.#context("handshake"));
    const [files] = this.report.steps;
    if (files?.outcome === "failed") {
      return clientError("handshakeWithBadFiles", { endpoint: this.#endpoint.origin }, { cause: failure });
    }
    const url = this.#endpoint.origin.replace(/^http:/, "https:");
    return explainTlsFailure(failure, url, this.options.tls, { error, ...(server ? { server } : {}) });
  }

  /** Why SM TLS failed: by the files, because the port speaks another TLS, or by what the node showed and said. */
  async #smFailure(error: Error, server: CertificateFacts | undefined, anyTls: boolean): Promise<ChainError> {
    if (!server && anyTls) return clientError("standardTls", { endpoint: this.#endpoint.origin }, { cause: error });
    return this.#tlsFailure(error, server);
  }

  async #jsonRpcAndGroup(url: string): Promise<void> {
    const transport = createHttpTransport({ url, tls: this.options.tls, timeoutMs: this.#timeoutMs });
    const client = createClient(transport, this.options.group ?? "");
    try {
      const groups = await getGroupList(client).catch((error: unknown) => error);
      if (!Array.isArray(groups)) {
        const version = await web3ClientVersion(transport, this.#timeoutMs);
        const lost = groups instanceof ChainError && groups.code === "connectionLost";
        if (version !== undefined)
          this.#failed("jsonRpc", clientError("web3Port", { ...this.#context("getGroupList"), version }));
        else if (lost) this.#failed("jsonRpc", clientError("noHttpAnswer", { endpoint: url }, { cause: groups }));
        else this.#failed("jsonRpc", await this.#notANode(client, toChainError(groups)));
        return this.#skipped("group");
      }
      this.report.groups = groups;
      this.#passed("jsonRpc", { groups: listed(groups) });
      const group = this.options.group ?? groups[0] ?? "";
      const session = await openSession(createClient(transport, group)).catch(toChainError);
      if (session instanceof ChainError) return this.#failed("group", session);
      const { chainId, groupId, suite, nodeVersion, compatibilityVersion, authEnabled } = session;
      this.#passed("group", { chainId, groupId, suite: suite.name, nodeVersion, compatibilityVersion, authEnabled });
    } finally {
      await transport.close();
    }
  }

  /** The node's WebSocket, over which it tells of blocks and events, by the handshake that a connection makes. */
  async #webSocket(url: string): Promise<void> {
    const transport = createWebSocketTransport({ url, tls: this.options.tls, timeoutMs: this.#timeoutMs });
    try {
      await transport.connect();
      this.#passed("webSocket");
    } catch (error) {
      this.#failed("webSocket", toChainError(error));
    } finally {
      await transport.close();
    }
  }

  /** A service that knows no group list is no node, rather than a node without the method. */
  async #notANode(client: ChainClient, failure: ChainError): Promise<ChainError> {
    if (failure.code !== -32601) return failure;
    return openSession(client).then(() => failure, toChainError);
  }

  /** @throws ChainError usage `cancelled`. */
  #goOn(): void {
    if (this.options.signal?.aborted) throw cancelled(this.options);
  }

  async run(): Promise<ProbeReport> {
    await this.#files();
    this.#goOn();
    const pushed = this.#endpoint.webSocket ? (["webSocket"] as const) : [];
    if (!(await this.#tcp())) this.#skipped("plain", "tls", "jsonRpc", "group", ...pushed);
    else {
      this.#goOn();
      const url = await this.#language();
      this.#goOn();
      if (url === undefined) this.#skipped("jsonRpc", "group", ...pushed);
      else {
        await this.#jsonRpcAndGroup(url);
        this.#goOn();
        if (this.#endpoint.webSocket) await this.#webSocket(url);
        const needed = this.report.steps.slice(-1 - pushed.length);
        if (needed.every(({ outcome }) => outcome === "passed")) this.report.workingUrl = this.#asAsked(url);
      }
    }
    this.report.ok = this.report.steps.every(({ outcome }) => outcome !== "failed");
    return this.report;
  }
}

/**
 * Finds out how far a connection comes, step by step, and says for the step that fails what to do. What works with the other
 * scheme is tried too, so that one look tells everything. Reads no files and changes nothing.
 * @throws ChainError usage `badUrl`, `cancelled` only.
 */
export async function probeConnection(options: ProbeOptions): Promise<ProbeReport> {
  const { signal } = options;
  const probed = new Probe(options).run();
  if (!signal || signal.aborted) return probed;
  let settled = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    settled = onAbort(signal, () => reject(cancelled(options)));
  });
  return Promise.race([probed, ended]).finally(settled);
}
