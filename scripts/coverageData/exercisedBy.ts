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

const governance = "ui/governance";

/** Where each command of the console is exercised. */
export const consoleExercises = read({
  "extension/places":
    "switch quit deploy ls ln listAbi addSealer addObserver removeNode setConsensusWeight getLatestBlock getBlockByNumber getBlockByHash getBlockHeaderByNumber getBlockHeaderByHash getBlockHashByNumber getTransactionReceipt newAccount loadAccount",
  "ui/embeddedChain": "mkdir call getTransactionByHash",
  "ui/embeddedChain | /apps": "tree",
  'ui/embeddedChain | expand("Sealers")': "getSealerList",
  'ui/embeddedChain | expand("Observers")': "getObserverList",
  'ui/embeddedChain | expand("Peers")': "getPeers",
  "extension/places | getCode: {": "getCode",
  "extension/places | getNodeListByType: {": "getCandidateList",
  "extension/places | getGroupInfo: {": "getGroupInfo",
  "extension/places | getGroupInfoList: {": "getGroupInfoList",
  "extension/places | getGroupNodeInfo: {": "getGroupNodeInfo",
  "ui/balances":
    "setNodeName getNodeName clearNodeName transfer fixBFS initAuth makeShard linkShard getContractShard getBalance addBalance subBalance transferBalance registerBalanceGovernor unregisterBalanceGovernor listBalanceGovernor",
  "ui/pages":
    "getBlockNumber getSyncStatus getTransactionByHashWithProof getTransactionReceiptByHashWithProof getPendingTxSize getTotalTransactionCount getConsensusStatus",
  "ui/chains | view 7": "getPbftView",
  "ui/chains | group0": "getGroupList",
  "ui/tables": "create insert desc select update delete",
  "extension/access": "alter",
  'ui/governance | expand("System Config")': "getSystemConfigByKey listSystemConfigs",
  'ui/governance | expand("Group Peers")': "getGroupPeers",
  'ui/governance | pane("Accounts")': "listAccount getCurrentAccount",
  'ui/governance | expand("On the Chain")': "getDeployLog listDeployContractAddress",
  'ui/governance | row("Committee")': "getCommitteeInfo",
  "ui/governance | expand(/^#13 /)": "getProposalInfo getLatestProposal",
  'ui/governance | row("Who can deploy")': "getDeployAuth",
  [governance]:
    "setSystemConfigByKey getContractAdmin checkDeployAuth checkMethodAuth getMethodAuth getContractStatus getAccountStatus voteProposal revokeProposal freezeAccount unfreezeAccount abolishAccount setMethodAuth openMethodAuth closeMethodAuth freezeContract unfreezeContract abolishContract",
  'ui/governance | "Add or remove a governor"': "updateGovernorProposal",
  'ui/governance | "Set the participation and approval rates"': "setRateProposal",
  "extension/places | Replace the vote contract": "upgradeVoteProposal",
  'ui/governance | "Set who can deploy"': "setDeployAuthTypeProposal",
  'ui/governance | may("can deploy")': "openDeployAuthProposal",
  [`ui/governance | may("can't deploy")`]: "closeDeployAuthProposal",
  [`ui/governance | "Change a contract's admin"`]: "resetAdminProposal",
  'ui/governance | "Set a value of the system configuration"': "setSysConfigProposal",
  [`ui/governance | "Set a sealer's weight"`]: "setConsensusNodeWeightProposal",
  'ui/governance | "Add a sealer"': "addSealerProposal",
  'ui/governance | "Add an observer"': "addObserverProposal",
  'ui/governance | "Remove a node from the group"': "removeNodeProposal",
});

const each = (file: string, entries: readonly { name: string }[], words: (name: string) => string) =>
  entries.map(({ name }): [string, Exercise] => [name, { file, words: words(name) }]);

/** Every method is asked inside the extension host, those of the web3 port from the command line. */
export const methodExercises: ReadonlyMap<string, Exercise> = new Map([
  ...each("extension/places", rpcMethods, (name) => `${name}: {`),
  // That test goes through the whole table.
  ...each("unit/cli/web3Methods", web3Coverage, () => "web3Methods.map("),
]);

/** Operations that the suite of operations does not call by themselves. */
const elsewhere = read({
  "extension/places": "readLinkWithAbi",
  "ui/balances": "fixBfs setTermWeight initAuth",
  "ui/embeddedChain": "readFunction",
  "extension/access": "appendColumns",
  "interop/operations | lookUpAbi(": "contractInterfaceAt",
  "unit/chain/services/simulate | simulate(": "simulate",
  "unit/devchain/governance/proposalTrail | readProposalTrail(": "readProposalTrail",
  "unit/extension/features/governance/pendingStatus | getPendingAccountStatuses(": "getPendingAccountStatuses",
  "unit/devchain/governance/proposalTrail | readCommitteeHistory(": "readCommitteeHistory",
  "unit/devchain/builtins/methodAccess | getMethodAccess(": "getMethodAccess",
  [governance]: "getContractStatus voteProposal findProposalCreation checkSystemConfig",
  "ui/tables": "createTable describeTable selectRow selectRows countRows insertRow updateRows removeRows",
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
