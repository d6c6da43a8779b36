import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { consoleCommands } from "../../../../scripts/coverageData/consoleCommands";
import { runCommand, shellProgram } from "../../../../src/cli/commands";
import { connectionOf } from "../../../../src/cli/connection/connectionOptions";
import { keepDeployments } from "../../../../src/cli/shell/deployments";
import { Shell } from "../../../../src/cli/shell/shell";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { useCatalogue } from "../../../../src/text/catalogue";
import { englishAfterEach } from "../../../support/chinese";

englishAfterEach();

const artifact = resolve(import.meta.dirname, "../../../fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json");
let chain: DevChain;
let folder: string;
let shell: Shell;
let messages: string[] = [];
const known: Record<string, string> = {};

async function line(typed: string): Promise<{ readonly outcome: unknown; readonly words: string }> {
  messages = [];
  const outcome = await shell.line(typed.replace(/\$(\w+)/g, (_, name: string) => known[name] ?? name));
  return { outcome, words: messages.join("\n") };
}

/** Key files are written and looked for in the test's own folder: a thread has no working directory of its own. */
function inFolder(args: readonly string[]): readonly string[] {
  const [noun, verb] = args;
  if (noun !== "account") return args;
  return verb === "new" ? [...args, "--out", folder] : ["account", "list", folder];
}

beforeAll(async () => {
  for (const name of ["log", "error"] as const)
    vi.spyOn(console, name).mockImplementation((text: unknown) => void messages.push(String(text)));
  folder = mkdtempSync(join(tmpdir(), "chainside-rows-"));
  vi.stubEnv("CHAINSIDE_CONNECTIONS", join(folder, "connections.json"));
  keepDeployments();
  chain = await startDevChain({
    port: 0,
    sealers: 4,
    observers: 1,
    blockIntervalMs: 0,
    auth: true,
    features: ["feature_balance", "feature_balance_precompiled", "feature_sharding"],
  });
  const options = {
    connection: { ...connectionOf({ url: chain.url }), agreed: true },
    typed: [["url", chain.url] as const, ["yes", true] as const],
    keyFile: "dev0",
    keepGoing: false,
    passwordFile: undefined,
    passwordVariable: "CHAINSIDE_PASSWORD",
  };
  shell = new Shell(options, {
    ...shellProgram,
    run: (args) => runCommand(inFolder(args), () => useCatalogue("en")),
  });
  const deployed = async (): Promise<Record<string, string>> => {
    const { words } = await line(`deploy --artifact "${artifact}" shop --json`);
    return (JSON.parse(words) as { readonly result: Record<string, string> }).result;
  };
  const { contractAddress, transactionHash } = await deployed();
  const { contractAddress: spare } = await deployed();
  const [sealer = ""] = (await line("getSealerList")).words.split("\n");
  const hash = (await line("getBlockHashByNumber 1")).words.trim();
  const accounts = chain.accounts.map(({ address }) => address);
  const observer = (await line("getObserverList")).words.trim();
  Object.assign(known, { spare, contract: contractAddress, tx: transactionHash, sealer, hash, observer });
  // the last one can't be taken away again
  await runCommand(
    ["balance", "register-caller", accounts[1] ?? "", "--key", "dev0", "--yes", "--url", chain.url],
    () => useCatalogue("en"),
  );
  const [{ name: node = "" } = {}] = JSON.parse((await line("group info --json")).words).result.nodeList as {
    name?: string;
  }[];
  Object.assign(known, { node, me: accounts[0], other: accounts[1], third: accounts[2] });
});
afterAll(async () => {
  await shell.close();
  rmSync(folder, { recursive: true });
  await chain.close();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A line for each of the official console's commands; behind an arrow what is said where it isn't done, before `&&` what comes first. */
const lines: Readonly<Record<string, string>> = {
  help: "help",
  switch: "switch group0",
  quit: "quit",
  setNodeName: "setNodeName $node",
  getNodeName: "getNodeName",
  clearNodeName: "clearNodeName",
  deploy: `deploy --artifact "${artifact}" shop -l /apps/Kiosk/1.0`,
  call: "call /apps/Kiosk/1.0 label && call Kiosk latest label",
  getCode: "getCode $contract",
  listAbi: "listAbi $contract",
  getDeployLog: "getDeployLog 5",
  listDeployContractAddress: "listDeployContractAddress Kiosk",
  transfer: "registerBalanceGovernor $me && addBalance $me 9 wei && transfer $other 1 wei",
  getBlockNumber: "getBlockNumber",
  getSyncStatus: "getSyncStatus",
  getPeers: "getPeers",
  getLatestBlock: "getLatestBlock true",
  getBlockByNumber: "getBlockByNumber 1 true",
  getBlockByHash: "getBlockByHash $hash",
  getBlockHeaderByNumber: "getBlockHeaderByNumber 1",
  getBlockHeaderByHash: "getBlockHeaderByHash $hash",
  getBlockHashByNumber: "getBlockHashByNumber 1",
  getTransactionByHash: "getTransactionByHash $tx",
  getTransactionByHashWithProof: "getTransactionByHashWithProof $tx",
  getTransactionReceipt: "getTransactionReceipt $tx",
  getTransactionReceiptByHashWithProof: "getTransactionReceiptByHashWithProof $tx",
  getPendingTxSize: "getPendingTxSize",
  getTotalTransactionCount: "getTotalTransactionCount",
  setSystemConfigByKey: "setSystemConfigByKey tx_count_limit 1000",
  getSystemConfigByKey: "getSystemConfigByKey tx_count_limit",
  listSystemConfigs: "listSystemConfigs",
  getSealerList: "getSealerList",
  getObserverList: "getObserverList",
  getCandidateList: "getCandidateList",
  getPbftView: "getPbftView",
  getConsensusStatus: "getConsensusStatus",
  addSealer: "addSealer $observer 1",
  addObserver: "addObserver $observer",
  removeNode: "removeNode $observer",
  setConsensusWeight: "setConsensusWeight $sealer 2",
  create: "create table t_rows(id varchar, word varchar, primary key(id))",
  alter: "alter table t_rows add more varchar",
  desc: "desc t_rows",
  insert: "insert into t_rows (id, word, more) values ('1', 'a', 'b')",
  select: "select * from t_rows where id = '1'",
  update: "update t_rows set word = 'c' where id = '1'",
  delete: "delete from t_rows where id = '1'",
  cd: "cd /apps",
  pwd: "pwd",
  ls: "ls",
  mkdir: "mkdir rows",
  ln: "ln rows/1.0 $contract",
  tree: "tree /apps 2",
  fixBFS: "fixBFS → fixBfs320",
  getGroupPeers: "getGroupPeers",
  getGroupInfo: "getGroupInfo",
  getGroupList: "getGroupList",
  getGroupInfoList: "getGroupInfoList",
  getGroupNodeInfo: "getGroupNodeInfo $sealer",
  newAccount: "newAccount pem",
  loadAccount: "loadAccount dev0",
  listAccount: "listAccount",
  getCurrentAccount: "getCurrentAccount",
  getCommitteeInfo: "getCommitteeInfo",
  getProposalInfo: "getProposalInfo 1 1",
  getLatestProposal: "getLatestProposal",
  getContractAdmin: "getContractAdmin $contract",
  getDeployAuth: "getDeployAuth",
  checkDeployAuth: "checkDeployAuth $me",
  checkMethodAuth: `checkMethodAuth $contract "label()" $me`,
  getMethodAuth: `getMethodAuth $contract "label()"`,
  getContractStatus: "getContractStatus $contract",
  getAccountStatus: "getAccountStatus $other",
  updateGovernorProposal: "updateGovernorProposal $me 2",
  setRateProposal: "setRateProposal 51 51",
  upgradeVoteProposal: "upgradeVoteProposal $contract --confirm $contract → reverted",
  setDeployAuthTypeProposal: "setDeployAuthTypeProposal black_list",
  openDeployAuthProposal: "openDeployAuthProposal $other",
  closeDeployAuthProposal: "closeDeployAuthProposal $third",
  setSysConfigProposal: "setSysConfigProposal tx_count_limit 2000",
  setConsensusNodeWeightProposal: "setConsensusNodeWeightProposal $sealer 3",
  addObserverProposal: "addObserverProposal $observer",
  addSealerProposal: "addSealerProposal $observer 1",
  removeNodeProposal: "removeNodeProposal $observer",
  freezeAccount: "freezeAccount $third",
  unfreezeAccount: "unfreezeAccount $third",
  abolishAccount: "abolishAccount $third --confirm $third",
  initAuth: "initAuth $me → already has a committee",
  setMethodAuth: `setMethodAuth $contract "label()" white_list`,
  openMethodAuth: `openMethodAuth $contract "label()" $other`,
  closeMethodAuth: `closeMethodAuth $contract "label()" $other`,
  resetAdminProposal: "resetAdminProposal $other $contract && resetAdminProposal $me $contract",
  freezeContract: "freezeContract $contract --confirm $contract",
  // executor version 1 refuses every change of a frozen contract's rights (docs/protocol/governance-client.md)
  unfreezeContract: "unfreezeContract $contract → contractStuck",
  abolishContract: "abolishContract $spare --confirm $spare",
  makeShard: "makeShard rows",
  linkShard: "linkShard $contract rows",
  getContractShard: "getContractShard $contract",
  getBalance: "getBalance $me",
  registerBalanceGovernor: "registerBalanceGovernor $third",
  addBalance: "addBalance $me 5 wei",
  subBalance: "subBalance $me 1 wei",
  transferBalance: "transferBalance $me $other 1 wei",
  unregisterBalanceGovernor: "unregisterBalanceGovernor $other",
  listBalanceGovernor: "listBalanceGovernor",
  // from here on two have to agree
  revokeProposal:
    "updateGovernorProposal $other 5 --confirm $other && setSysConfigProposal tx_count_limit 3000 && revokeProposal $latest",
  voteProposal: "setSysConfigProposal tx_count_limit 4000 && loadAccount dev1 && voteProposal $latest true",
};

const rows = consoleCommands.flatMap(({ names }) => names);

it("has a line for each of the console's 107 commands", () => {
  expect(Object.keys(lines).sort()).toEqual([...rows].sort());
});

it("does what the console does, row by row", async () => {
  const wrong: string[] = [];
  for (const each of Object.values(lines)) {
    const [typed = "", expected] = each.split(" → ");
    const [last = "", ...before] = typed.split(" && ").reverse();
    for (const first of before.reverse()) expect([first, (await line(first)).outcome]).toEqual([first, 0]);
    known["latest"] = (await line("proposal count")).words.trim();
    const { outcome, words } = await line(last);
    const fine =
      expected === undefined ? outcome === 0 || outcome === "quit" : outcome !== 0 && words.includes(expected);
    if (!fine) wrong.push(`${typed} → ${String(outcome)}: ${words.slice(-300)}`);
  }
  expect(wrong).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.endsWith(".pem"))).toHaveLength(1);
});

it("tells an ABI by the contract's name, as the console takes it: of its source here, else of what was deployed last", async () => {
  const deployed = await line("listAbi Kiosk");
  expect(deployed).toMatchObject({ outcome: 0, words: expect.stringContaining("label()") });
  const source = await line("listAbi test/fixtures/workspace/contracts/HelloWorld");
  expect(source).toMatchObject({ outcome: 0, words: expect.stringContaining("get()") });
  // what is neither is a path of the chain
  expect((await line("listAbi Nowhere")).words).toContain("/apps/Nowhere");
});
