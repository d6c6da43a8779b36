import * as v from "valibot";
import { changesChain } from "../../chain/profile/guardedTransport";
import { methodNamed, nodeMethods } from "../../chain/rpc/methodTable";
import { callMethod } from "../../chain/rpc/wireMethod";
import { parameterNames } from "../../chain/rpc/wireParameter";
import { clientError } from "../../errors/clientError";
import { text } from "../../text/catalogue";
import { asking } from "../kit/define";
import { plainJson } from "../kit/plain";
import { asked } from "../kit/results";
import { aJson, aText, optional } from "../model/fields";

const noun = "rpc";

const methods = asking({
  noun,
  verb: "methods",
  word: "listRpcMethods",
  summary: text("JSON-RPC methods of a node with their parameters."),
  fields: {},
  result: v.array(v.object({ name: v.string(), parameters: v.array(v.string()), since: v.string() })),
  run: async () =>
    nodeMethods.map((method) => ({
      name: method.name,
      since: method.since,
      parameters: parameterNames(method),
    })),
});

const call = asking({
  noun,
  verb: "call",
  word: "callRpc",
  summary: text(
    "Calls a JSON-RPC method that changes nothing. Group and node are added where the method requires them.",
  ),
  fields: {
    method: aText(text("Method")),
    parameters: optional(aJson(text("Parameters as a JSON list"))),
  },
  result: v.unknown(),
  run: async (context, given) => {
    const method = methodNamed(given.method);
    if (changesChain(method.name)) throw clientError("methodChangesChain", { method: method.name });
    const { parameters = [] } = given;
    const list = Array.isArray(parameters) ? parameters : [parameters];
    return plainJson(await callMethod(context.session.client, method, list, asked(context)));
  },
});

/** The JSON-RPC interface itself. */
export const rpcOperations = [methods, call] as const;
