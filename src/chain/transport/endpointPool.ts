import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import type { Endpoint } from "./endpoint";
import type { HttpCall, HttpPool, HttpPoolOptions } from "./httpPool";
import { answersPlainHttp, speaksTls } from "./portCheck";
import { orSmTls } from "./smTls";
import { tlsError } from "./tlsFailure";
import { isSmMaterial } from "./tlsMaterial";

/** One endpoint; its pool is made, and the HTTP library loaded, with the first request. */
export class EndpointPool {
  #opening: Promise<HttpPool> | undefined;
  #answered = false;
  /** The suite of the latest connection with SM TLS. */
  smSuite: string | undefined;

  constructor(
    readonly endpoint: Endpoint,
    readonly options: HttpPoolOptions,
  ) {}

  #open(): Promise<HttpPool> {
    this.#opening ??= import("./httpPool").then(({ openHttpPool }) => openHttpPool(this.endpoint, this.options, this));
    return this.#opening;
  }

  async post(call: HttpCall): Promise<string> {
    const pool = await this.#open();
    try {
      const text = await pool.post(call);
      this.#answered = true;
      return text;
    } catch (error) {
      throw this.#answered ? error : await this.#explain(error as ChainError, call);
    }
  }

  /**
   * A connection cut without a word: TLS where plain is spoken, the other way round, or another TLS? Asked only before the first answer.
   */
  async #explain(error: ChainError, call: HttpCall): Promise<ChainError> {
    if (error.details["isSent"] === true) return error;
    const details = { endpoint: this.endpoint.origin, method: call.method };
    const timeoutMs = Math.min(call.timeoutMs, 2000);
    if (!this.endpoint.secure && error.code === "connectionLost" && (await speaksTls(this.endpoint, timeoutMs))) {
      return clientError("tlsPortByHttp", { ...details, isSent: true }, { cause: error });
    }
    const foreign = /^(?:ECONNRESET|ERR_TLCP_NOT_SPOKEN|ERR_TLCP_CUT)$/.test(String(error.code));
    if (this.endpoint.secure && foreign && (await answersPlainHttp(this.endpoint, timeoutMs))) {
      return tlsError("ERR_SSL_WRONG_VERSION_NUMBER", error, details);
    }
    if (
      this.endpoint.secure &&
      foreign &&
      isSmMaterial(this.options.tls) &&
      (await speaksTls(this.endpoint, timeoutMs))
    )
      return clientError("standardTls", details, { cause: error });
    return orSmTls(error, this.endpoint, timeoutMs);
  }

  /** A pool that could not be made, for certificates that cannot be used, has nothing to close. */
  async close(): Promise<void> {
    const pool = await this.#opening?.catch(() => undefined);
    await pool?.close();
  }
}
