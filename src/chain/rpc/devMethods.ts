import * as v from "valibot";
import type { WireMethod } from "./wireMethod";
import type { WireParameter } from "./wireParameter";

const parameter = (name: string, type: WireParameter["type"] = "json", optional = false): WireParameter =>
  optional ? { name, type, optional: true } : { name, type };

const method = (name: string, parameters: readonly WireParameter[] = []): WireMethod => ({
  name: `dev_${name}`,
  leading: "group",
  since: "3.0.0",
  parameters,
  result: v.unknown(),
});

/**
 * What an embedded chain does beyond a node (docs/devchain.md, "The dev_ methods"). No node knows them, so they are in no list of a node's
 * methods; over HTTP they want the token that the transport shows.
 */
export const devMethods: readonly WireMethod[] = [
  method("snapshot"),
  method("revert", [parameter("snapshot", "text")]),
  method("reset"),
  method("mine", [parameter("count", "json", true)]),
  method("pauseSealing", [parameter("on", "boolean", true)]),
  method("restart"),
  method("setTime", [parameter("milliseconds", "json", true)]),
  method("setBalance", [parameter("account", "target"), parameter("wei", "json")]),
  method("sendTransaction", [parameter("transaction", "json")]),
  method("addNode"),
  method("setFault", [parameter("fault", "json")]),
  method("clearFaults"),
  method("traceTransaction", [parameter("transaction", "hash"), parameter("options", "json", true)]),
  method("storage", [parameter("account", "target"), parameter("slots", "json", true)]),
  method("recordTransaction", [parameter("transaction", "hash"), parameter("changes", "json", true)]),
  method("recordCall", [parameter("call", "json")]),
];
