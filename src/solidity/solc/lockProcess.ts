import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const refuse = (): never => {
  throw new Error("a compiler has no network");
};

/** What reaches a network from Node.js without a module, and what loads a module or native code without an import. */
const globals = ["fetch", "WebSocket", "EventSource", "XMLHttpRequest", "require", "module"] as const;
const loaders = ["getBuiltinModule", "binding", "_linkedBinding", "dlopen", "mainModule", "kill", "send"] as const;

/** Takes a member away for good; what can't be taken is told by a test of the built program. */
function take(owner: object, name: string): void {
  if (!Reflect.deleteProperty(owner, name)) Reflect.set(owner, name, undefined);
}

/**
 * Takes from this process what Node's permissions leave it, before the first byte of a compiler runs: the network, and the ways to get at
 * modules. The compiler's realm has none of this from the start; this is for one that finds its way out of it.
 */
export function lockProcess(): void {
  for (const prototype of [net.Socket.prototype, net.Server.prototype, dgram.Socket.prototype] as object[]) {
    for (const name of ["connect", "listen", "bind", "send"]) {
      if (name in prototype) Object.defineProperty(prototype, name, { value: refuse });
    }
  }
  for (const name of Object.keys(dns)) {
    if (/^(?:lookup|resolve|reverse)/.test(name)) Object.defineProperty(dns, name, { value: refuse });
  }
  Object.defineProperty(dns, "promises", { value: undefined });
  syncBuiltinESMExports();
  for (const name of globals) take(globalThis, name);
  for (const name of loaders) take(process, name);
  for (const name of Object.keys(process.env)) delete process.env[name];
}
