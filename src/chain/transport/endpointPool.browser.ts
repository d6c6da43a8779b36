import type { Endpoint } from "./endpoint";
import { type HttpCall, type HttpPool, type HttpPoolOptions, openHttpPool } from "./httpPool";

/** What endpointPool.ts does: a page can't look at a port by other means, so that a failure isn't explained any further. */
export class EndpointPool {
  readonly #pool: HttpPool;
  readonly smSuite: string | undefined = undefined;

  constructor(
    /** @public the same member as in `endpointPool.ts`, against which its users are compiled */
    readonly endpoint: Endpoint,
    options: HttpPoolOptions,
  ) {
    this.#pool = openHttpPool(endpoint, options);
  }

  post(call: HttpCall): Promise<string> {
    return this.#pool.post(call);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
