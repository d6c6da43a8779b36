import type { NodeTransport } from "../../chain/client/client";
import { clientError, excerpt } from "../../errors/clientError";
import { firstLine } from "../../errors/nodeError";
import { isObject } from "../model/values";
import { Web3Error } from "../model/web3Error";
import type { Web3Node } from "../model/web3Node";

/** Its answers carry what the FISCO BCOS client leaves out: the data of an error, in which a revert's reason is. */
function readAnswer(text: string, endpoint: string, method: string): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw clientError("notJson", { endpoint, method, begins: excerpt(text, 40) }, { cause });
  }
  if (!isObject(answer)) throw clientError("notAnEnvelope", { endpoint, method });
  const { error } = answer;
  if (isObject(error)) {
    const { code, message, data } = error;
    const words = typeof message === "string" ? firstLine(message) : "";
    throw new Web3Error(typeof code === "number" ? code : -32603, words, typeof data === "string" ? data : undefined);
  }
  if (!("result" in answer)) throw clientError("notAnEnvelope", { endpoint, method });
  return answer["result"];
}

/**
 * The web3 port of a node. What may not change the chain is held back by the transport (`guardedTransport`).
 * @param transport to that port
 */
export function web3Port(transport: NodeTransport): Web3Node {
  return {
    get label() {
      return transport.label;
    },
    takesTransactions: true,
    async request(method, params, signal) {
      const { text, endpoint } = await transport.answer(method, params, signal ? { signal } : {});
      return readAnswer(text, endpoint, method);
    },
  };
}
