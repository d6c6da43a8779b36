import { describe, expect, it } from "vitest";
import { admin, committeeManager, ExecutedChain, second, stranger } from "./executedChain";

const addGovernor = "createUpdateGovernorProposal(address,uint32,uint256)";
const setRate = "createSetRateProposal(uint8,uint8,uint256)";
const setConfig = "createSetSysConfigProposal(string,string,uint256)";
const vote = "voteProposal(uint256,bool)";
const proposalTypes = "address,address,uint8,uint256,uint8,address[],address[]";
const infoTypes = "uint8,uint8,address[],uint32[]";

async function committeeOf(chain: ExecutedChain) {
  const committee = await chain.readAddress(committeeManager, "_committee()");
  return chain.read(committee, "getCommitteeInfo()", [], infoTypes);
}

/** The status of a proposal: 1 open, 2 passed, 3 denied, 4 revoked, 5 out of date. */
async function statusOf(chain: ExecutedChain, id: bigint) {
  const manager = await chain.readAddress(committeeManager, "_proposalMgr()");
  return (await chain.read(manager, "getProposalStatus(uint256)", [id], "uint8"))[0];
}

/** Two governors, weights 3 and 1, and both rates at 80: one alone decides nothing. */
async function twoGovernors(options = {}): Promise<ExecutedChain> {
  const chain = await ExecutedChain.start({ auth: true, ...options });
  await chain.send(committeeManager, addGovernor, [second, 1n, 1000n], admin);
  await chain.send(committeeManager, addGovernor, [admin, 3n, 1000n], admin);
  await chain.send(committeeManager, setRate, [80n, 80n, 1000n], admin);
  return chain;
}

for (const suite of ["standard", "sm"] as const) {
  describe(`the committee of a ${suite} chain`, () => {
    it("starts with one governor, who decides alone", async () => {
      const chain = await ExecutedChain.start({ auth: true, suite });
      expect(await committeeOf(chain)).toEqual([0n, 0n, [admin], [1n]]);
      expect(await chain.send(committeeManager, addGovernor, [second, 1n, 1000n], stranger)).toBe(
        "16 you must be governor",
      );
      expect(await chain.send(committeeManager, addGovernor, [second, 1n, 1000n], admin)).toEqual([1n, "execResult 0"]);
      expect(await committeeOf(chain)).toEqual([0n, 0n, [admin, second], [1n, 1n]]);
      expect(await chain.send(committeeManager, addGovernor, [admin, 0n, 1000n], admin)).toBe(
        "16 You can not remove yourself!",
      );
      expect(await chain.send(committeeManager, addGovernor, [stranger, 0n, 1000n], admin)).toBe(
        "16 LibAddressSet: value doesn't exist.",
      );
    });

    it("passes, denies and withdraws proposals by the votes", async () => {
      const chain = await twoGovernors({ suite });
      const propose = (value: string, from = admin, blocks = 1000n) =>
        chain.send(committeeManager, setConfig, ["tx_count_limit", value, blocks], from);
      expect(await propose("1500")).toEqual([4n]);
      expect(await propose("1600")).toBe("16 Current proposal not end");
      expect(await chain.send(committeeManager, vote, [4n, true], admin)).toBe("16 Already voted");
      expect(await chain.send(committeeManager, vote, [99n, true], admin)).toBe("16 Proposal not exist");
      expect(chain.config("tx_count_limit")).toBe("1000");
      expect(await chain.send(committeeManager, vote, [4n, true], second, "")).toEqual(["execResult 0"]);
      expect(chain.config("tx_count_limit")).toBe("1500");
      expect(await chain.send(committeeManager, vote, [4n, true], second)).toBe("16 Proposal is not votable");

      expect(await propose("1700")).toEqual([5n]);
      expect(await chain.send(committeeManager, vote, [5n, false], second, "")).toEqual([]);
      expect(await statusOf(chain, 5n)).toBe(3n);

      expect(await propose("1800")).toEqual([6n]);
      const revoke = "revokeProposal(uint256)";
      expect(await chain.send(committeeManager, revoke, [6n], second)).toBe("16 Only proposer can revoke");
      expect(await chain.send(committeeManager, revoke, [6n], admin, "")).toEqual([]);
      expect(await statusOf(chain, 6n)).toBe(4n);
    });

    it("reverts the proposal when a built-in contract refuses, and keeps its code otherwise", async () => {
      const chain = await ExecutedChain.start({ auth: true, suite });
      expect(await chain.send(committeeManager, setConfig, ["nokey", "1", 9n], admin)).toBe("16 unsupported key nokey");
      const remove = "createRmNodeProposal(string,uint256)";
      expect(await chain.send(committeeManager, remove, ["ab".repeat(64), 9n], admin)).toEqual([
        1n,
        "execResult -51103",
      ]);
      const node = chain.members[0]?.nodeId ?? "";
      expect(await chain.send(committeeManager, remove, [node, 9n], admin)).toEqual([2n, "execResult 0"]);
      expect(chain.members.map(({ nodeId }) => nodeId)).not.toContain(node);
    });
  });
}

describe("proposals in time", () => {
  it("count until their last block, but a late vote is still taken", async () => {
    const chain = await twoGovernors();
    const propose = (blocks: bigint) =>
      chain.send(committeeManager, setConfig, ["tx_count_limit", "1900", blocks], admin);
    await propose(1n);
    chain.number += 5;
    expect(await chain.send(committeeManager, "revokeProposal(uint256)", [4n], admin)).toBe(
      "16 Only newly created proposal can be revoked",
    );
    expect(await statusOf(chain, 4n)).toBe(1n);
    expect(await chain.send(committeeManager, vote, [4n, true], second, "")).toEqual(["execResult 0"]);
    await propose(1n);
    chain.number += 5;
    expect(await propose(1n)).toEqual([6n]);
    expect(await statusOf(chain, 5n)).toBe(5n);
  });

  it("are listed by id, both ends included", async () => {
    const chain = await twoGovernors();
    const manager = await chain.readAddress(committeeManager, "_proposalMgr()");
    const list = (from: bigint, to: bigint) =>
      chain.read(manager, "getProposalInfoList(uint256,uint256)", [from, to], `(${proposalTypes})[]`);
    const [all] = await list(0n, 20n);
    expect(all).toHaveLength(3);
    expect((await list(2n, 2n))[0]).toEqual([[admin, admin, 11n, 1002n, 2n, [admin], []]]);
    expect(await list(9n, 20n)).toBe("16 'from' is greater than 'proposalCount'");
    expect(await list(0n, 0n)).toBe("16"); // one less than none
    expect(await list(3n, 2n)).toBe("16 'from' is greater than 'to'");
    expect(await chain.read(manager, "getProposalInfo(uint256)", [9n], proposalTypes)).toEqual([
      "0".repeat(40),
      "0".repeat(40),
      0n,
      0n,
      0n,
      [],
      [],
    ]);
  });
});

describe("the vote formula", () => {
  it.each([
    [1n, 1n, 1n, 0n, 0n, 2n],
    [1n, 1n, 4n, 50n, 60n, 1n],
    [1n, 2n, 4n, 50n, 60n, 3n],
    [1n, 3n, 5n, 60n, 0n, 2n],
    [2n, 3n, 4n, 50n, 60n, 2n],
  ])("agree %d of %d done of %d at rates %d and %d gives %d", async (agree, done, all, participates, win, result) => {
    const chain = await ExecutedChain.start({ auth: true });
    const manager = await chain.readAddress(committeeManager, "_proposalMgr()");
    const computer = await chain.readAddress(manager, "_voteComputer()");
    const signature = "voteResultCalc(uint32,uint32,uint32,uint8,uint8)";
    expect(await chain.read(computer, signature, [agree, done, all, participates, win], "uint8")).toEqual([result]);
  });
});

describe("addresses of the governance contracts", () => {
  it("are those of a node, with permissions and without", async () => {
    const withAuth = await ExecutedChain.start({ auth: true });
    expect(await withAuth.readAddress(committeeManager, "_committee()")).toBe(
      "1546453e7a9e387f8f17da575cdd54d846f0ff1e",
    );
    expect(await withAuth.readAddress(committeeManager, "_proposalMgr()")).toBe(
      "852bd1469b51f8e538adb5107428983c9cef0387",
    );
    const without = await ExecutedChain.start();
    expect(await without.readAddress(committeeManager, "_committee()")).toBe(
      "8e3b1d036aa2b5a5c2a52ebdde09dcac49fe0e62",
    );
  });
});
