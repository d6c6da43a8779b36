import * as v from "valibot";
import { type WireMethod, wireMethod } from "./wireMethod";

const method = (name: string, parameters: Parameters<typeof wireMethod>[1] = {}): WireMethod =>
  wireMethod(`dev_${name}`, parameters, v.unknown(), { leading: "group" });

/**
 * What an embedded chain does beyond a node (docs/devchain.md, "The dev_ methods"). No node knows them, so they are in no list of a node's
 * methods; over HTTP they want the token that the transport shows.
 */
export const devMethods: readonly WireMethod[] = [
  method("snapshot"),
  method("revert", { snapshot: "text" }),
  method("reset"),
  method("mine", { count: "json?" }),
  method("pauseSealing", { on: "boolean?" }),
  method("restart"),
  method("time"),
  method("setTime", { milliseconds: "json?" }),
  method("setBalance", { account: "target", wei: "json" }),
  method("sendTransaction", { transaction: "json" }),
  method("addNode"),
  method("setFault", { fault: "json" }),
  method("clearFaults"),
  method("traceTransaction", { transaction: "hash", options: "json?" }),
  method("storage", { account: "target", slots: "json?" }),
  method("recordTransaction", { transaction: "hash", changes: "json?" }),
  method("recordCall", { call: "json" }),
];
