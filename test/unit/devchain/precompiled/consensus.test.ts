import { describe, expect, test } from "vitest";
import type { AbiItem } from "../../../../src/devchain/precompiled/host/abiBytes";
import type { DevChainOptions } from "../../../../src/devchain/settings/options";
import { admin, ExecutedChain, stranger } from "../governance/executedChain";

// The members' contract 0x1003 rule by rule (docs/protocol/built-in-contracts.md, "Consensus").

const address = "1003".padStart(40, "0");
const unknown = "ab".repeat(64);

async function members(options: DevChainOptions = {}) {
  const chain = await ExecutedChain.start(options);
  const [first = "", second = ""] = chain.members.map(({ nodeId }) => nodeId);
  const ask = async (signature: string, ...values: AbiItem[]): Promise<string> => {
    const answer = await chain.send(address, signature, values, admin, "int32");
    return typeof answer === "string" ? answer : String(answer[0]);
  };
  const list = (): string[] =>
    chain.members.map(({ nodeId, type, weight, termWeight }) => {
      const name = nodeId === first ? "first" : nodeId === second ? "second" : nodeId.slice(0, 2);
      return `${name} ${type.replace("consensus_", "")} ${weight} ${termWeight}`;
    });
  return { chain, first, second, ask, list };
}

describe.each([0, 1] as const)("members, executor %i", (executorVersion) => {
  test("node IDs: 128 hex digits in either case; removal and weights only look at the length", async () => {
    const { first, ask } = await members({ executorVersion });
    for (const wrong of ["", first.slice(1), `${first}0`, `0x${first}`]) {
      expect(await ask("addSealer(string,uint256)", wrong, 1n)).toBe("-51100");
      expect(await ask("addObserver(string)", wrong)).toBe("-51100");
      expect(await ask("remove(string)", wrong)).toBe("-51100");
      expect(await ask("setWeight(string,uint256)", wrong, 1n)).toBe("-51100");
      expect(await ask("setTermWeight(string,uint256)", wrong, 1n)).toBe("-51100");
    }
    const noHex = "zz".repeat(64);
    expect(await ask("addSealer(string,uint256)", noHex, 1n)).toBe("-51100");
    expect(await ask("addObserver(string)", noHex)).toBe("-51100");
    expect(await ask("remove(string)", noHex)).toBe("-51103");
    expect(await ask("setWeight(string,uint256)", noHex, 1n)).toBe("-51103");
    expect(await ask("setWeight(string,uint256)", first.toUpperCase(), 7n)).toBe("0");
  });

  test("a sealer was an observer first", async () => {
    const { ask, list } = await members({ executorVersion });
    expect(await ask("addSealer(string,uint256)", unknown, 1n)).toBe("-51104");
    expect(await ask("addObserver(string)", unknown.toUpperCase())).toBe("0");
    expect(await ask("addSealer(string,uint256)", unknown, 0n)).toBe("-51102");
    expect(await ask("addSealer(string,uint256,uint256)", unknown, 5n, 6n)).toBe("0");
    expect(list()).toEqual(["first sealer 1 0", "second sealer 1 0", "ab sealer 5 6"]);
    expect(await ask("addSealer(string,uint256)", unknown, 9n)).toBe("0");
    expect(list()).toContain("ab sealer 9 6");
    const old = await members({ executorVersion, compatibilityVersion: "3.0.0" });
    expect(await old.ask("addSealer(string,uint256)", unknown, 3n)).toBe("0");
    expect(old.list()).toContain("ab sealer 3 0");
  });

  test("the last sealer stays", async () => {
    const { first, second, ask, list } = await members({ executorVersion });
    expect(await ask("remove(string)", unknown)).toBe("-51103");
    expect(await ask("addObserver(string)", first)).toBe("0");
    expect(list()).toEqual(["first observer 0 0", "second sealer 1 0"]);
    // also for who is an observer already
    expect(await ask("addObserver(string)", first)).toBe("-51101");
    expect(await ask("addObserver(string)", second)).toBe("-51101");
    expect(await ask("remove(string)", second)).toBe("-51101");
    expect(await ask("addObserver(string)", unknown)).toBe("0");
    expect(await ask("remove(string)", first)).toBe("0");
    expect(list()).toEqual(["second sealer 1 0", "ab observer 0 0"]);
  });

  test("weights: 0 is refused before an unknown node, observers have none; 2^64 is no 0 to setWeight", async () => {
    const { chain, first, second, ask, list } = await members({ executorVersion });
    expect(await ask("setWeight(string,uint256)", unknown, 0n)).toBe("-51102");
    expect(await ask("setWeight(string,uint256)", unknown, 1n)).toBe("-51103");
    expect(await ask("setTermWeight(string,uint256)", unknown, 0n)).toBe("-51103");
    expect(await ask("setWeight(string,uint256)", first, 4n)).toBe("0");
    expect(await ask("setTermWeight(string,uint256)", first, 8n)).toBe("0");
    expect(list()).toContain("first sealer 4 8");
    expect(chain.members[0]?.enableNumber).toBe(chain.number + 1);
    expect(await ask("setTermWeight(string,uint256)", first, 0n)).toBe("0");
    expect(list()).toContain("first sealer 4 0");
    expect(await ask("addSealer(string,uint256)", first, 1n << 64n)).toBe("-51102");
    expect(await ask("setWeight(string,uint256)", first, 1n << 64n)).toBe("0");
    expect(list()).toContain("first sealer 0 0");
    await ask("addObserver(string)", second);
    for (const signature of ["setWeight(string,uint256)", "setTermWeight(string,uint256)"]) {
      expect(await ask(signature, second, 2n)).toBe("15 Cannot set weight to observer.");
    }
  });

  test("with rPBFT a new sealer is a candidate", async () => {
    const { second, ask, list } = await members({ executorVersion, features: ["feature_rpbft"] });
    expect(await ask("addObserver(string)", unknown)).toBe("0");
    expect(await ask("addSealer(string,uint256)", unknown, 2n)).toBe("0");
    expect(list()).toContain("ab candidate_sealer 2 0");
    expect(await ask("setWeight(string,uint256)", unknown, 3n)).toBe("0");
    expect(list()).toContain("ab candidate_sealer 3 0");
    expect(await ask("remove(string)", second)).toBe("0");
  });

  test("with permissions only the committee; a governor may set term weights", async () => {
    const { chain, first, ask, list } = await members({ executorVersion, auth: true });
    expect(await ask("addSealer(string,uint256)", "", 0n)).toBe("-50000");
    expect(await ask("addObserver(string)", first)).toBe("-50000");
    expect(await ask("remove(string)", first)).toBe("-50000");
    expect(await ask("setWeight(string,uint256)", first, 2n)).toBe("-50000");
    expect(await ask("setTermWeight(string,uint256)", first, 2n)).toBe("0");
    expect(list()).toContain("first sealer 1 2");
    const other = await chain.send(address, "setTermWeight(string,uint256)", [first, 3n], stranger, "int32");
    expect(other).toEqual([-50000n]);
  });
});
