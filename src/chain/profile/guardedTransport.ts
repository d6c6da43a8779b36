import { clientError } from "../../errors/clientError";
import type { NodeTransport, Transport } from "../client/client";
import type { Access } from "./connectionSetting";

/** Methods that change a chain: FISCO BCOS's own and those of the web3 port. */
const writes = new Set(["sendTransaction", "eth_sendTransaction", "eth_sendRawTransaction"]);

/** Methods of an embedded chain that only tell. */
const devReads = new Set(["dev_traceTransaction", "dev_storage", "dev_recordTransaction", "dev_recordCall"]);

/** Whether asking this method may change the chain: of the `dev_` methods of an embedded chain all but those that tell. */
export function changesChain(method: string): boolean {
  return writes.has(method) || (method.startsWith("dev_") && !devReads.has(method));
}

/** A transport that carries nothing that changes a chain while its access is read-only, no matter who asks. */
export function guardedTransport(
  transport: NodeTransport,
  name: string,
  access: () => Access,
  endpoints = transport.endpoints?.bind(transport),
): NodeTransport {
  const guard = (method: string): void => {
    if (changesChain(method) && access() === "readOnly") throw clientError("readOnlyConnection", { name });
  };
  return {
    label: transport.label,
    get smSuite() {
      return transport.smSuite;
    },
    async request(method, ...rest) {
      guard(method);
      return transport.request(method, ...rest);
    },
    async answer(method, ...rest) {
      guard(method);
      return transport.answer(method, ...rest);
    },
    ...(endpoints
      ? {
          endpoints: async () =>
            (await endpoints()).map((each): Transport => {
              const request: Transport["request"] = async (method, ...rest) => {
                guard(method);
                return each.request(method, ...rest);
              };
              return { label: each.label, request, close: () => each.close() };
            }),
        }
      : {}),
    close: () => transport.close(),
  };
}
