import type { ChainSession } from "../../chain/session";
import { inspect } from "../../debugger/inspect/inspect";
import { closeCompiler } from "../../debugger/program/startDebuggee";
import type { Inspector, Sources, Tracer } from "../../operations/model/inspector";
import type { Connection } from "../connection/connectionOptions";
import { terminalDoor } from "../output/terminalDoor";
import { storageSource } from "../solidity/storageSource";
import { verifySource } from "../solidity/verifySource";

let running = 0;

/** The compilers wait for the next question as long as one is answered; the program ends without them. */
async function compiling<Result>(work: Promise<Result>): Promise<Result> {
  running++;
  try {
    return await work;
  } finally {
    running--;
    if (running === 0) closeCompiler();
  }
}

/** What takes sources and a compiler, in the folder that the terminal is in. */
export function inspection(
  session: ChainSession,
  { urls, token, url }: Pick<Connection, "urls" | "token" | "url">,
): Inspector & Tracer & Sources {
  const project = { folder: process.cwd(), trusted: true };
  const { client } = session;
  const ofTransaction = (kind: "state" | "trace", transaction: string, signal?: AbortSignal): Promise<object> => {
    const chain = { url, group: client.group, ...(token === undefined ? {} : { token }) };
    const order = { kind, transaction, chain, fork: {}, ...project };
    return compiling(inspect(order, signal, terminalDoor(client)));
  };
  return {
    storage: async (address, expressions, signal) => {
      const from = await storageSource(session, { urls, token }, address);
      const order = { kind: "storage" as const, address, keys: [], transactions: [], expressions, ...project };
      const door = from.kind === "rebuilt" ? terminalDoor(client) : undefined;
      return compiling(inspect({ ...order, from }, signal, door));
    },
    changes: (transaction, signal) => ofTransaction("state", transaction, signal),
    trace: (transaction, signal) => ofTransaction("trace", transaction, signal),
    verify: async (address, source) => {
      const { sourceName, name, verdict } = await verifySource(session, address, { source });
      const identical = verdict.kind === "same" || verdict.kind === "sameButMetadata";
      return { address, source: sourceName, contract: name, identical, verdict };
    },
  };
}
