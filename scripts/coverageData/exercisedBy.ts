import { rpcMethods, web3Coverage } from "./rpcMethods";
import { serviceOperations } from "./serviceOperations";

/** A test that does what an entry of the coverage names. */
export interface Exercise {
  /** The file below `test`, without `.test.ts`. */
  readonly file: string;
  /** What the test says or runs for it. Without words: the title of one of the entry's commands, or its id in quotes. */
  readonly words?: string;
}

/** Each line: a file below `test`, then after a bar the words of its own for the entries that no command's title stands for. */
function read(lines: Readonly<Record<string, string>>): ReadonlyMap<string, Exercise> {
  return new Map(
    Object.entries(lines).flatMap(([place, names]) => {
      const [file = "", words] = place.split(" | ");
      return names
        .split(" ")
        .map((name): [string, Exercise] => [name, words === undefined ? { file } : { file, words }]);
    }),
  );
}

const governance = "unit/window/governance";

/** Where each command of the console is exercised. */
export const consoleExercises = read({
  "unit/window/places":
    "switch quit deploy ls ln listAbi addSealer addObserver removeNode setConsensusWeight getLatestBlock getBlockByNumber getBlockByHash getBlockHeaderByNumber getBlockHeaderByHash getBlockHashByNumber getTransactionReceipt newAccount loadAccount",
  "unit/window/embeddedChain": "mkdir call getTransactionByHash",
  "ui/embeddedChain | /apps": "tree",
  'ui/embeddedChain | expand("Sealers")': "getSealerList",
  'ui/embeddedChain | expand("Observers")': "getObserverList",
  'unit/window/embeddedChain | expand("Peers")': "getPeers",
  "unit/window/places | getCode: {": "getCode",
  "unit/window/places | getNodeListByType: {": "getCandidateList",
  "unit/window/places | nodeMethods.map(": "getGroupInfo getGroupInfoList getGroupNodeInfo",
  "unit/window/balances":
    "setNodeName getNodeName clearNodeName transfer fixBFS initAuth makeShard linkShard getContractShard getBalance addBalance subBalance transferBalance registerBalanceGovernor unregisterBalanceGovernor listBalanceGovernor",
  "ui/pages":
    "getBlockNumber getSyncStatus getTransactionByHashWithProof getTransactionReceiptByHashWithProof getPendingTxSize getTotalTransactionCount getConsensusStatus",
  "unit/window/chains | view 7": "getPbftView",
  "unit/window/chains | group0": "getGroupList",
  "unit/window/tables": "create insert desc select update delete",
  "unit/window/access": "alter",
  'unit/window/governance | expand("System Config")': "getSystemConfigByKey listSystemConfigs",
  'unit/window/governance | expand("Group Peers")': "getGroupPeers",
  'unit/window/governance | pane("Accounts")': "listAccount getCurrentAccount",
  'unit/window/governance | expand("On the Chain")': "getDeployLog listDeployContractAddress",
  'unit/window/governance | row("Committee")': "getCommitteeInfo",
  "unit/window/governance | expand(/^#13 /)": "getProposalInfo getLatestProposal",
  'unit/window/governance | row("Who can deploy")': "getDeployAuth",
  [governance]:
    "setSystemConfigByKey getContractAdmin checkDeployAuth checkMethodAuth getMethodAuth getContractStatus getAccountStatus voteProposal revokeProposal freezeAccount unfreezeAccount abolishAccount setMethodAuth openMethodAuth closeMethodAuth freezeContract unfreezeContract abolishContract",
  'unit/window/governance | "Add or remove a governor"': "updateGovernorProposal",
  'unit/window/governance | "Set the participation and approval rates"': "setRateProposal",
  "unit/window/places | Replace the vote contract": "upgradeVoteProposal",
  'unit/window/governance | "Set who can deploy"': "setDeployAuthTypeProposal",
  'unit/window/governance | may("Allow deployment")': "openDeployAuthProposal",
  'unit/window/governance | may("Block deployment")': "closeDeployAuthProposal",
  [`unit/window/governance | "Change a contract's admin"`]: "resetAdminProposal",
  'unit/window/governance | "Set a value of the system configuration"': "setSysConfigProposal",
  [`unit/window/governance | "Set a sealer's weight"`]: "setConsensusNodeWeightProposal",
  'unit/window/governance | "Add a sealer"': "addSealerProposal",
  'unit/window/governance | "Add an observer"': "addObserverProposal",
  'unit/window/governance | "Remove a node from the group"': "removeNodeProposal",
});

const each = (file: string, entries: readonly { name: string }[], words: (name: string) => string) =>
  entries.map(({ name }): [string, Exercise] => [name, { file, words: words(name) }]);

/**
 * Every method is asked in a window without VS Code, those of the web3 port from the command line: tests that go through the whole table.
 */
export const methodExercises: ReadonlyMap<string, Exercise> = new Map([
  ...each("unit/window/places", rpcMethods, () => "nodeMethods.map("),
  ...each("unit/cli/web3Methods", web3Coverage, () => "web3Methods.map("),
]);

/** Operations that the suite of operations does not call by themselves. */
const elsewhere = read({
  "unit/window/places": "readLinkWithAbi",
  "unit/window/balances": "fixBfs setTermWeight initAuth",
  "unit/window/embeddedChain": "readFunction",
  "unit/window/access": "appendColumns",
  "protocol/deployCommand | linkPathTaken": "linkRoom",
  "interop/operations | lookUpAbi(": "contractInterfaceAt",
  "unit/chain/services/lookUpAbi | findAbi(": "findAbi",
  "unit/chain/services/simulate | simulate(": "simulate",
  "unit/devchain/governance/proposalTrail | readProposalTrail(": "readProposalTrail",
  "unit/extension/features/governance/pendingStatus | getPendingAccountStatuses(": "getPendingAccountStatuses",
  "unit/devchain/governance/proposalTrail | readCommitteeHistory(": "readCommitteeHistory",
  "unit/devchain/precompiled/methodAccess | getMethodAccess(": "getMethodAccess",
  [governance]: "getContractStatus voteProposal findProposalCreation checkSystemConfig",
  "unit/window/tables": "createTable describeTable selectRow selectRows countRows insertRow updateRows removeRows",
});

/** Where each operation on the built-in contracts is exercised. */
export const operationExercises: ReadonlyMap<string, Exercise> = new Map(
  serviceOperations.flatMap(({ entries }) =>
    entries
      .filter(({ state }) => state !== "notNeeded")
      .map(({ name }): [string, Exercise] => [
        name,
        elsewhere.get(name) ?? { file: "interop/operations", words: `${name}(` },
      ]),
  ),
);
