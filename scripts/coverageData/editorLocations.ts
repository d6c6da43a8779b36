import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../src/operations/model/operation";
import { root } from "../lint/sources";

/**
 * How the editor calls what the catalogue has an operation for, by the operation's word: commands of other names, and views that show it
 * without a command. The catalogue knows no editor. A command with the operation's own word needs no line, nor one that is made of the
 * operation; Run Operation has them all.
 */
const places: Readonly<Record<string, string>> = {
  listSealers: "openExplorer @chains",
  listObservers: "openExplorer @chains",
  listCandidates: "@chains",
  getSystemConfig: "showSystemConfig @chains",
  listSystemConfig: "@chains",
  list: "@chains",
  tree: "@chains",
  linkPath: "deployLinked",
  describeTable: "openTable runTableSql",
  insert: "openTable",
  update: "openTable",
  remove: "openTable",
  select: "openTable",
  selectRows: "openTable",
  countRows: "openTable",
  query: "runTableSql",
  sql: "runTableSql",
  setValue: "kvSet openTable",
  getValue: "kvGet openTable",
  describeKvTable: "openTable",
  callContract: "callContract openContractForm",
  sendToContract: "sendTransaction openContractForm",
  deployCode: "deployContract openDeploymentForm",
  getAbi: "openLinkAbi",
  getCode: "openExplorer",
  getContractStatus: "showContractRights @governance",
  getContractAdmin: "showContractRights @governance",
  getDeployPolicy: "@governance",
  readStorage: "showStorage lookUpStorage",
  getBlock: "showBlock openExplorer @chains",
  getBlockHeader: "showBlock",
  getBlockHash: "showBlock",
  getBlockNumber: "openExplorer @chains",
  showTransaction: "showTransaction openExplorer @chains",
  getTransaction: "showTransaction",
  getReceipt: "showReceipt openExplorer",
  getStateChanges: "showStateChanges",
  traceTransaction: "debugTransaction",
  listEvents: "findEvents",
  getGroupList: "@chains",
  getGroupInfo: "showGroupInfo",
  checkUpgrade: "upgradeChain",
  planUpgrade: "upgradeChain",
  tryUpgrade: "upgradeChain",
  replayUpgrade: "upgradeChain",
  stepUpgrade: "upgradeChain",
  getGroupPeers: "@chains",
  getPeers: "@chains",
  getHealth: "@chains",
  getSyncStatus: "openExplorer @chains",
  getConsensusStatus: "openExplorer @chains",
  getPbftView: "openExplorer",
  getPendingTxSize: "openExplorer",
  getTotalTransactionCount: "openExplorer",
  callRpc: "callRpcMethod",
  getCommittee: "@governance",
  proposeGovernor: "createProposal",
  proposeRates: "createProposal",
  proposeDeployPolicy: "createProposal",
  proposeDeployRight: "createProposal",
  proposeContractAdmin: "createProposal setContractAdmin",
  proposeSystemConfig: "createProposal setSystemConfig",
  proposeSealer: "createProposal addSealer",
  proposeObserver: "createProposal addObserver",
  proposeWeight: "createProposal setSealerWeight",
  proposeNodeRemoval: "createProposal removeNode",
  proposeVoteContract: "createProposal",
  getProposal: "showProposalTrail @governance",
  getLatestProposal: "@governance",
  listProposals: "@governance",
  countProposals: "@governance",
  vote: "voteProposal",
  revoke: "revokeProposal",
  getAccountStatus: "@governance",
  getArchiveStatus: "lookUpArchived",
  planArchive: "archiveBlocks",
  getArchivedTransactions: "lookUpArchived",
  getArchivedReceipts: "lookUpArchived",
  takeSnapshot: "changeEmbeddedChain",
  revertToSnapshot: "changeEmbeddedChain",
  mineBlocks: "changeEmbeddedChain",
  setChainTime: "changeEmbeddedChain",
  setBalance: "changeEmbeddedChain",
  causeFault: "changeEmbeddedChain",
  clearFaults: "changeEmbeddedChain",
  pauseSealing: "changeEmbeddedChain",
  resumeSealing: "changeEmbeddedChain",
  addChainNode: "changeEmbeddedChain",
  resetChain: "resetEmbeddedChain",
};

/** Words that a place is written for, for the test that each is an operation's. */
export const placedWords: readonly string[] = Object.keys(places);

/** Commands, without `chainside.` in front, and views that show it by themselves. */
export interface EditorLocation {
  readonly commands: readonly string[];
  readonly views: readonly string[];
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>;
  };
}

const read = (name: string): string => readFileSync(join(root, name), "utf8");
const { contributes } = JSON.parse(read("package.json")) as Manifest;
const texts = JSON.parse(read("package.nls.json")) as Record<string, string>;
const inWords = (key: string): string => (texts[key.replaceAll("%", "")] ?? key).replace("…", "");

/** The titles of the extension's commands by their names without `chainside.`, as the palette shows them. */
export const commandTitles: ReadonlyMap<string, string> = new Map(
  contributes.commands.map(({ command, title }) => [command.replace("chainside.", ""), inWords(title)]),
);

/** Commands that are an operation as it stands, by its noun and verb (`registerOperations`): `balance show` is `showBalance`. */
export const operationCommands: ReadonlyMap<string, string> = new Map(
  [
    ...read("src/extension/features/operations/registerOperations.ts").matchAll(
      /"chainside\.(\w+)": operation\("([a-z -]+)"\)/g,
    ),
  ].map(([, command = "", operation = ""]) => [operation, command]),
);

/** The titles of the views by their names without `chainside.` */
export const viewTitles: ReadonlyMap<string, string> = new Map(
  Object.values(contributes.views).flatMap((views) =>
    views.map(({ id, name }): [string, string] => [id.replace("chainside.", ""), inWords(name)]),
  ),
);

/** `openExplorer @chains` */
export function readPlace(written: string): EditorLocation {
  const words = written.split(" ").filter(Boolean);
  const views = words.filter((word) => word.startsWith("@"));
  return { commands: words.filter((word) => !word.startsWith("@")), views: views.map((view) => view.slice(1)) };
}

/** Where the editor has an operation beside Run Operation. */
export function placeOf({ noun, verb, word }: Operation): EditorLocation {
  const own = commandTitles.has(word) ? word : "";
  const made = operationCommands.get(`${noun} ${verb}`) ?? "";
  const { commands, views } = readPlace(`${own} ${made} ${places[word] ?? ""}`);
  return { commands: [...new Set(commands)], views };
}
