import { getCode } from "../../../chain/rpc/getCode";
import type { StorageView } from "../../../debugger/inspect/messages";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { seenOf } from "../../state/history/seenTransactions";
import { askWeb3Port, embeddedChainOf, inspectedProject, web3PortOf } from "./inspectedChain";

/** Values that may be keys of mappings: who is known here. */
function keysOf(app: Chainside, group: ChainGroup): string[] {
  return [
    ...app.accounts.all.map(({ address }) => address),
    ...app.knownContracts.list(group).map(({ address }) => address),
  ];
}

/** Transactions of a contract that are known here. */
function transactionsOf(app: Chainside, group: ChainGroup, address: string): string[] {
  const wanted = address.toLowerCase();
  const sent = app.sent
    .list(group)
    .filter(
      ({ to, outcome }) =>
        to.toLowerCase() === wanted || (outcome.kind === "done" && outcome.contractAddress?.toLowerCase() === wanted),
    );
  return [...new Set([...sent, ...seenOf(group, address)].map(({ hash }) => hash))].slice(0, 200);
}

/** The machine that code for the group is compiled for, as the inspector names it. */
async function revisionOf(app: Chainside, group: ChainGroup): Promise<string> {
  const { chain = {} } = await app.solidity.target(group);
  if (chain.executorVersion === 1 || chain.features?.includes("feature_evm_cancun")) return "cancun";
  const [major = 3, minor = 2] = (chain.compatibilityVersion ?? "").split(".").map(Number);
  return major > 3 || (major === 3 && minor >= 2) ? "paris" : "london";
}

/**
 * The state variables of a contract by name.
 * @param expressions what is looked up beside them: `balances[0x…]`
 * @param ask whether the web3 port may be asked for; else a chain of nodes without one gives nothing
 * @returns undefined where nobody said where the web3 port is
 * @throws Cancelled; ChainError; Error with words for people
 */
export async function readStorage(
  app: Chainside,
  group: ChainGroup,
  address: string,
  expressions: readonly string[],
  { ask, signal }: { readonly ask: boolean; readonly signal?: AbortSignal },
): Promise<StorageView | undefined> {
  const project = inspectedProject();
  const chain = await embeddedChainOf(app, group);
  const order = {
    kind: "storage" as const,
    address,
    keys: keysOf(app, group),
    transactions: transactionsOf(app, group, address),
    expressions,
    ...project,
  };
  if (chain) return app.inspector.inspect({ ...order, from: { kind: "embedded", ...chain } }, signal);
  const url = web3PortOf(app, group) ?? (ask ? await askWeb3Port(app, group) : undefined);
  if (url === undefined) return undefined;
  const { session } = group;
  const code = await getCode(session.client, address, signal ? { signal } : {});
  const revision = await revisionOf(app, group);
  return app.inspector.inspect(
    { ...order, from: { kind: "web3", url, code: code === "" ? "0x" : code, suite: session.suite.name, revision } },
    signal,
  );
}
