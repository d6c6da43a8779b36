import { expect, test } from "vitest";
import { precompiledInterface } from "../../../../src/chain/abi/precompiledContracts";
import { createClient, type Transport } from "../../../../src/chain/client/client";
import { findProposalCreation } from "../../../../src/chain/services/governance/proposalContent";
import type { ProposalRequest } from "../../../../src/chain/services/governance/propose";
import type { ChainSession } from "../../../../src/chain/session";
import { smSuite, standardSuite } from "../../../../src/crypto/suites";
import { nodeError } from "../../../../src/errors/nodeError";

const manager = `0x${"10001".padStart(40, "0")}`;
const account = `0x${"ab".repeat(20)}`;
const nodeId = "7f".repeat(64);
const hash = (index: number): string => `0x${String(index).padStart(64, "0")}`;
const word = (value: number): string => `0x${value.toString(16).padStart(64, "0")}`;

interface Call {
  readonly function: string;
  readonly args: readonly unknown[];
  readonly to?: string;
  readonly status?: number;
  /** The number the committee gives back. */
  readonly id: number;
}

/** A chain whose block 7 holds these calls and no other block can be asked for. */
function chainWith(calls: readonly Call[], suite = standardSuite): ChainSession {
  const abi = precompiledInterface("CommitteeManager", suite);
  const transactions = calls.map((call, index) => ({
    hash: hash(index),
    version: 0,
    nonce: "1",
    blockLimit: 500,
    to: call.to ?? manager,
    from: account,
    input: abi.encodeCall(call.function, call.args),
    importTime: 1,
    chainID: "chain0",
    groupID: "group0",
    abi: "",
    signature: "0x00",
  }));
  const answers = new Map<string, unknown>([
    [
      "getBlockByNumber 7",
      {
        hash: hash(99),
        version: 0x03100000,
        txsRoot: hash(1),
        receiptsRoot: hash(2),
        stateRoot: hash(3),
        number: 7,
        gasUsed: "0",
        timestamp: 1,
        sealer: 0,
        extraData: "0x",
        consensusWeights: [1],
        sealerList: ["0x00"],
        parentInfo: [],
        signatureList: [],
        transactions,
      },
    ],
    ...calls.map(({ status = 0, id }, index): [string, unknown] => [
      `getTransactionReceipt ${hash(index)}`,
      {
        version: 0,
        contractAddress: "",
        checksumContractAddress: "",
        gasUsed: "1",
        status,
        output: word(id),
        blockNumber: 7,
        transactionHash: hash(index),
        hash: hash(index),
        from: account,
        to: manager,
        input: "0x",
        logEntries: [],
        message: "",
        effectiveGasPrice: "0x0",
      },
    ]),
  ]);
  const transport: Transport = {
    label: "made up",
    request: async (method, params) => {
      const answer = answers.get(`${method} ${String(params[2])}`);
      if (answer === undefined) throw await nodeError(-32600, `no ${method} ${JSON.stringify(params)}`);
      return answer;
    },
    close: async () => undefined,
  };
  return { client: createClient(transport, "group0"), suite } as ChainSession;
}

const lastBlock = 7 + 604_800;

test.each<[string, readonly unknown[], ProposalRequest]>([
  ["createUpdateGovernorProposal", [account, 0], { kind: "setGovernorWeight", account, weight: 0 }],
  ["createSetRateProposal", [60, 50], { kind: "setRate", participatesRate: 60, winRate: 50 }],
  ["createUpgradeVoteComputerProposal", [account], { kind: "upgradeVoteComputer", address: account }],
  ["createSetDeployAuthTypeProposal", [1], { kind: "setDeployAuthType", type: "whiteList" }],
  ["createModifyDeployAuthProposal", [account, false], { kind: "modifyDeployAuth", account, open: false }],
  ["createResetAdminProposal", [account, manager], { kind: "resetAdmin", admin: account, contract: manager }],
  [
    "createSetSysConfigProposal",
    ["tx_count_limit", "9"],
    { kind: "setSystemConfig", key: "tx_count_limit", value: "9" },
  ],
  ["createSetConsensusWeightProposal", [nodeId, 3, true], { kind: "addSealer", nodeId, weight: 3 }],
  ["createSetConsensusWeightProposal", [nodeId, 0, true], { kind: "addObserver", nodeId }],
  ["createSetConsensusWeightProposal", [nodeId, 3, false], { kind: "setConsensusWeight", nodeId, weight: 3 }],
  ["createRmNodeProposal", [nodeId], { kind: "removeNode", nodeId }],
])("%s %j", async (name, args, request) => {
  for (const suite of [standardSuite, smSuite]) {
    const session = chainWith([{ function: name, args: [...args, 604_800], id: 5 }], suite);
    expect((await findProposalCreation(session, { id: 5, lastBlock }))?.request).toEqual(request);
  }
});

test("finds what an official client sent, which writes addresses without 0x", async () => {
  const call = { function: "createSetRateProposal", args: [60, 50, 604_800], id: 5, to: manager.slice(2) };
  const found = await findProposalCreation(chainWith([call]), { id: 5, lastBlock });
  expect(found?.request).toEqual({ kind: "setRate", participatesRate: 60, winRate: 50 });
});

test("takes only the call that gave this number back", async () => {
  const config = (value: string): Pick<Call, "function" | "args"> => ({
    function: "createSetSysConfigProposal",
    args: ["tx_count_limit", value, 604_800],
  });
  const session = chainWith([
    { ...config("1"), id: 5, to: account },
    { ...config("2"), id: 5, status: 16 },
    { ...config("3"), id: 4 },
    { function: "voteProposal", args: [5, true], id: 5 },
    { ...config("4"), id: 5 },
  ]);
  expect((await findProposalCreation(session, { id: 5, lastBlock }))?.request).toMatchObject({ value: "4" });
  expect(await findProposalCreation(session, { id: 6, lastBlock })).toBeUndefined();
});
