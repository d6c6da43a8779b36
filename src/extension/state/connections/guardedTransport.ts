import type { Transport } from "../../../chain/client";
import { clientError } from "../../../chain/errors/clientError";
import type { Access } from "../../kit/settings/settings";

/** Methods that change a chain: FISCO BCOS's own and those of the web3 port. */
const writes = new Set(["sendTransaction", "eth_sendTransaction", "eth_sendRawTransaction"]);

/** Whether asking this method may change the chain: of the `dev_` methods of an embedded chain all but the trace. */
export function changesChain(method: string): boolean {
  return writes.has(method) || (method.startsWith("dev_") && method !== "dev_traceTransaction");
}

/** A transport that carries nothing that changes a chain while its access is read-only, whoever asks. */
export function guardedTransport(transport: Transport, name: string, access: () => Access): Transport {
  return {
    label: transport.label,
    get smSuite() {
      return transport.smSuite;
    },
    async request(method, params, options) {
      if (changesChain(method) && access() === "readOnly") throw clientError("readOnlyConnection", { name });
      return transport.request(method, params, options);
    },
    close: () => transport.close(),
  };
}
