import * as vscode from "vscode";
import { getCode } from "../../../chain/rpc/contractCode";
import type { InspectionOrder, StorageView } from "../../../debugger/inspect/messages";
import { askChoice } from "../../kit/asking/ask";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { SeenTransactions } from "../../state/history/seenTransactions";
import { askChainFor, confirmReExecution } from "../debug/chainQuestions";
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
  return [...new Set([...sent, ...group.kept.of(SeenTransactions).of(address)].map(({ hash }) => hash))].slice(0, 200);
}

/**
 * Which way a person wants storage of a chain that tells none by itself: the node's web3 port, which is then kept, or all blocks.
 * @returns the port's URL; undefined: blocks are executed again
 * @throws Cancelled
 */
async function askSource(app: Chainside, group: ChainGroup): Promise<string | undefined> {
  const { t } = vscode.l10n;
  const choices = [
    {
      label: t("Set Web3 Port…"),
      detail: t("Reads the latest values from the node's web3 port (config.ini, [web3_rpc])."),
      value: "web3" as const,
    },
    {
      label: t("Re-Execute Blocks"),
      detail: t(
        "Needs no web3 port. For chains with more blocks than are re-executed here: chainside storage --blocks.",
      ),
      value: "rebuilt" as const,
    },
  ];
  const title = t("Read Storage From");
  return (await askChoice(choices, { title })) === "web3" ? askWeb3Port(app, group) : undefined;
}

type OrderWithoutSource = Omit<Extract<InspectionOrder, { kind: "storage" }>, "from">;

interface Reading {
  /** Whether a person may be asked where storage is read from; else a chain of nodes without a web3 port gives nothing. */
  readonly ask: boolean;
  readonly signal?: AbortSignal;
  /** Told how far a re-execution is. */
  readonly report?: (message: string) => void;
}

/** Storage out of all blocks of the chain, after a question. @throws Cancelled; ChainError; Error with words for people */
function rebuildStorage(
  app: Chainside,
  group: ChainGroup,
  order: OrderWithoutSource,
  { signal, report: tell }: Reading,
): Promise<StorageView> {
  return app.inspectForked(
    { ...order, from: { kind: "rebuilt", url: "", group: group.groupId } },
    {
      chain: (question) => askChainFor(() => group.connection, question),
      begin: (lines) => confirmReExecution(vscode.l10n.t("Re-execute the chain's blocks?"), lines),
      report: ({ doing, done, total }) => tell?.(`${doing} ${done}/${total}`),
    },
    signal,
  );
}

/**
 * The state variables of a contract by name.
 * @param expressions what is looked up beside them: `balances[0x…]`
 * @returns undefined where the web3 port isn't known, and may not be asked for
 * @throws Cancelled; ChainError; Error with words for people
 */
export async function readStorage(
  app: Chainside,
  group: ChainGroup,
  address: string,
  expressions: readonly string[],
  reading: Reading,
): Promise<StorageView | undefined> {
  const { ask, signal } = reading;
  const project = await inspectedProject(ask);
  const chain = await embeddedChainOf(app, group);
  const order: OrderWithoutSource = {
    kind: "storage",
    address,
    keys: keysOf(app, group),
    transactions: transactionsOf(app, group, address),
    expressions,
    ...project,
  };
  if (chain) return app.inspector.inspect({ ...order, from: { kind: "embedded", ...chain } }, signal);
  const known = web3PortOf(app, group);
  if (known === undefined && !ask) return undefined;
  const url = known ?? (await askSource(app, group));
  if (url === undefined) return rebuildStorage(app, group, order, reading);
  const { session } = group;
  const code = await getCode(session.client, address, signal ? { signal } : {});
  const { chain: target = {} } = await app.solidity.target(group);
  return app.inspector.inspect(
    { ...order, from: { kind: "web3", url, code: code === "" ? "0x" : code, suite: session.suite.name, target } },
    signal,
  );
}

/** So many of a contract are kept; the oldest are forgotten first. */
const maxLookedUp = 50;

/** What was looked up in the storage of a group's contracts: `balances[0x…]`. */
export class LookedUp {
  readonly #byContract = new Map<string, readonly string[]>();

  of(address: string): readonly string[] {
    return this.#byContract.get(address.toLowerCase()) ?? [];
  }

  /** Keeps what is looked up, so that the contract's lines show it. */
  note(address: string, expression: string): void {
    const known = this.of(address).filter((each) => each !== expression);
    this.#byContract.set(address.toLowerCase(), [...known, expression].slice(-maxLookedUp));
  }
}
