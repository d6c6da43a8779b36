import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Abi, type Contract, deploy, getSealers, proofs, rawRequest } from "../../../src/sdk/sdk";
import { startTestChain, type TestChain } from "../../../src/sdk/testing/testing";
import type { CompiledContract } from "../../../src/solidity/artifact/compiledProject";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const source = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

contract Bell {
    event Rung(address indexed by, string tone);

    function ring(string calldata tone) external {
        emit Rung(msg.sender, tone);
    }
}

contract Ledger {
    struct Line {
        uint64 id;
        string text;
    }

    event Opened(string name, bytes32 indexed kind);
    event Moved(uint64 indexed id, address indexed from, uint256 amount, bytes note);
    event Written(Line[] lines);
    event Closed();
    event Quiet(uint256 number) anonymous;

    function book(Bell bell, string calldata name) external {
        emit Opened(name, "book");
        emit Moved(1, msg.sender, 2 ** 200, "");
        bell.ring(name);
        emit Moved(2, address(bell), 7, bytes(name));
        Line[] memory lines = new Line[](2);
        lines[1] = Line(9, name);
        emit Written(lines);
        emit Closed();
    }

    function bookQuietly() external {
        emit Closed();
        emit Quiet(5);
    }
}
`;

interface Compiled {
  readonly abi: Abi;
  readonly bytecode: string;
  readonly smBytecode: string;
}

/** Both contracts, each with the code of the compilers for either suite. */
async function compiled(): Promise<{ readonly bell: Compiled; readonly ledger: Compiled }> {
  const workspace = new SolidityWorkspace({ "Ledger.sol": source });
  try {
    const compile = async (suite: "standard" | "sm"): Promise<readonly CompiledContract[]> => {
      const request = { ...workspace.request("Ledger.sol", {}, suite), root: workspace.folder };
      const [file] = (await workspace.compiler.compile({ ...request, outputs: "contracts" })).files;
      if (!file?.project) throw new Error(JSON.stringify(file?.diagnostics));
      return file.project.contracts;
    };
    const [standard, sm] = [await compile("standard"), await compile("sm")];
    const named = (name: string): Compiled => {
      const [own, other] = [standard, sm].map((list) => list.find((each) => each.name === name));
      if (!own || !other) throw new Error(`there is no ${name}`);
      return { abi: own.abi as Abi, bytecode: own.bytecode.object, smBytecode: other.bytecode.object };
    };
    return { bell: named("Bell"), ledger: named("Ledger") };
  } finally {
    workspace.close();
  }
}

const stateOf = (name: proofs.LinkName, { links }: proofs.Finding) => links.find((link) => link.name === name)?.state;
const members = (finding: proofs.Finding) => stateOf("members", finding);

describe("the proof of a receipt with several events", () => {
  let code: Awaited<ReturnType<typeof compiled>>;
  beforeAll(async () => {
    code = await compiled();
  });

  describe.each([
    ["standard", "standard"],
    ["sm", "sm"],
    ["sm", "standard"],
  ] as const)("on a %s chain, of code for %s", (suite, compiler) => {
    let chain: TestChain;
    let bell: Contract;
    let ledger: Contract;
    let evidence: proofs.Evidence;
    let hash: string;
    beforeAll(async () => {
      chain = await startTestChain({ suite });
      const codeOf = ({ abi, bytecode, smBytecode }: Compiled) => ({
        abi,
        bytecode,
        ...(compiler === "sm" ? { smBytecode } : {}),
      });
      bell = await deploy(chain, codeOf(code.bell));
      ledger = await deploy(chain, codeOf(code.ledger));
      const sealers = (await getSealers(chain)).map(({ nodeID, weight }) => ({ nodeId: nodeID, weight }));
      evidence = { suite, trust: { chainId: chain.chainId, groupId: chain.groupId, sealers } };
      const sent = await ledger.write["book"]?.([bell.address, "a name that is longer than a word has room for"]);
      hash = sent?.hash ?? "";
    });
    afterAll(() => chain.close());

    const verified = async (of: string, ...contracts: readonly Contract[]): Promise<proofs.Finding> =>
      (await proofs.getVerifiedReceipt(chain, of, { trust: evidence.trust, contracts })).finding;

    it("is whole with the ABIs of all contracts whose events it has, and open without any of them", async () => {
      const { receipt } = await proofs.getVerifiedReceipt(chain, hash, { trust: evidence.trust });
      expect(receipt.logEntries.map(({ address, topics }) => [address, topics.length])).toEqual([
        [ledger.address, 2],
        [ledger.address, 3],
        [bell.address, 2],
        [ledger.address, 3],
        [ledger.address, 1],
        [ledger.address, 1],
      ]);
      const whole = await verified(hash, ledger, bell);
      expect([whole.verified, members(whole)]).toEqual([true, "proven"]);
      for (const known of [[], [ledger], [bell]]) {
        const open = await verified(hash, ...known);
        expect([open.verified, members(open)]).toEqual([false, "unproven"]);
      }
    });

    it("stays open with an anonymous event, whose topic no ABI tells", async () => {
      const sent = await ledger.write["bookQuietly"]?.();
      const open = await verified(sent?.hash ?? "", ledger, bell);
      expect([open.verified, members(open)]).toEqual([false, "unproven"]);
    });

    it("proves the same of answers at hand, and no events that are cut or said otherwise", async () => {
      const ask = (method: string, ...params: readonly unknown[]) =>
        rawRequest(chain, method, [chain.groupId, "", ...params]);
      const transaction = await ask("getTransaction", hash, true);
      const receipt = (await ask("getTransactionReceipt", hash, true)) as RawReceipt;
      const block = await ask("getBlockByNumber", receipt.blockNumber, false, true);
      const contracts = [ledger, bell];
      const found = (lie: RawReceipt): proofs.Finding =>
        proofs.verifyReceipt({ ...evidence, contracts, asked: hash, transaction, block, receipt: lie });
      expect(found(receipt).verified).toBe(true);
      const changed = (change: (logs: RawLog[]) => RawLog[]): RawReceipt => ({
        ...receipt,
        logEntries: change(receipt.logEntries.map((log) => ({ ...log, topics: [...log.topics] }))),
      });
      // the same bytes are hashed: only the ABI knows better
      const cut = found(
        changed(([first, moved, ...others]) => {
          if (!first || !moved) throw new Error("no events");
          const data = `0x${moved.topics.at(-1)?.slice(-64)}${moved.data.replace(/^0x/, "")}`;
          return [first, { ...moved, topics: moved.topics.slice(0, -1), data }, ...others];
        }),
      );
      expect([cut.verified, stateOf("hash", cut), members(cut)]).toEqual([false, "proven", "unproven"]);
      const lies: Readonly<Record<string, RawReceipt>> = {
        "one is left out": changed((logs) => logs.slice(0, -1)),
        "two change places": changed(([first, second, ...others]) => [second, first, ...others] as RawLog[]),
        "another contract tells it": changed(([first, ...others]) => [
          { ...first, address: bell.address } as RawLog,
          ...others,
        ]),
      };
      for (const [what, lie] of Object.entries(lies)) expect(stateOf("hash", found(lie)), what).toBe("false");
    });
  });
});

interface RawLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

interface RawReceipt {
  readonly blockNumber: number;
  readonly logEntries: readonly RawLog[];
}
