import type { ChainSession } from "../../chain/session";
import { inspect } from "../../debugger/inspect/inspect";
import { callTree } from "../../debugger/program/callTree";
import { closeCompiler, startDebuggee } from "../../debugger/program/startDebuggee";
import type { Inspector, Sources, Tracer } from "../../operations/model/inspector";
import type { Connection } from "../connection/connectionOptions";
import { terminalDoor } from "../output/terminalDoor";
import { storageSource } from "../solidity/storageSource";
import { verifySource } from "../solidity/verifySource";

/** What takes sources and a compiler, in the folder that the terminal is in. */
export function inspection(session: ChainSession, connection: Connection): Inspector & Tracer & Sources {
  const folder = process.cwd();
  const { client } = session;
  const { urls, token, url } = connection;
  const { group } = client;
  return {
    storage: async (address, expressions, signal) => {
      const from = await storageSource(session, { urls, token }, address);
      const order = {
        kind: "storage" as const,
        address,
        keys: [],
        transactions: [],
        expressions,
        folder,
        trusted: true,
      };
      return inspect({ ...order, from }, signal, from.kind === "rebuilt" ? terminalDoor(client) : undefined);
    },
    changes: async (transaction, signal) => {
      const chain = { url, group, ...(token === undefined ? {} : { token }) };
      const order = { kind: "state" as const, transaction, chain, fork: {}, folder, trusted: true };
      return inspect(order, signal, terminalDoor(client));
    },
    trace: async (transaction) => {
      const started = await startDebuggee({ url, group, folder, transaction, asDeployed: true }, terminalDoor(client));
      try {
        const { debuggee, notes, verdict, verdictLines } = started;
        const { status, gasUsed, output } = debuggee.recording;
        const certainty = verdict?.certainty ?? "recorded";
        return {
          status,
          gasUsed,
          output,
          certainty,
          notes: [...verdictLines, ...notes],
          call: callTree(debuggee) ?? null,
        };
      } finally {
        await started.close();
        closeCompiler();
      }
    },
    verify: async (address, source) => {
      const { sourceName, name, verdict } = await verifySource(session, address, { source });
      const identical = verdict.kind === "same" || verdict.kind === "sameButMetadata";
      return { address, source: sourceName, contract: name, identical, verdict };
    },
  };
}
