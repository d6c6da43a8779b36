import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lint/sources";
import type { NoOperation } from "./consoleCommands";

const filter = "an editor is told of new blocks, and asks for logs by range";

/** JSON-RPC methods that no operation of the catalogue is about. Call JSON-RPC Method and `chainside rpc` take them. */
export const otherMethods: Readonly<Record<string, NoOperation>> = {
  call: { reason: "every question to a contract", place: "callContract @contracts" },
  sendTransaction: { reason: "every operation that signs", place: "sendTransaction deployContract @contracts" },
  newBlockFilter: { reason: filter, place: "" },
  newPendingTransactionFilter: { reason: filter, place: "" },
  newFilter: { reason: filter, place: "" },
  uninstallFilter: { reason: filter, place: "" },
  getFilterChanges: { reason: filter, place: "" },
  getFilterLogs: { reason: filter, place: "" },
};

const chainsView = "src/extension/features/chains";
let chainsSources: string | undefined;

/** Whether the Chains view asks a method by itself: reason enough for no operation. */
export function isShownInChains(method: string): boolean {
  chainsSources ??= readdirSync(join(root, chainsView), { encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(root, chainsView, name), "utf8"))
    .join("\n");
  return chainsSources.includes(`/chain/rpc/${method}"`);
}

/** Functions of `src/chain/services` that are neither what an operation does nor a step of one. */
export const otherServices: Readonly<Record<string, NoOperation>> = {
  linkRoom: { reason: "looks before a link is made with a deployment", place: "deployLinked" },
  readCommitteeHistory: { reason: "reads many blocks for a page", place: "showProposalTrail" },
  readProposalTrail: { reason: "reads many blocks for a page", place: "showProposalTrail" },
};
