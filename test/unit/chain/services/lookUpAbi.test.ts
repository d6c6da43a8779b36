import { expect, test } from "vitest";
import { contractInterface } from "../../../../src/chain/abi/contractInterface";
import { selectorOf } from "../../../../src/chain/abi/selector";
import { findAbi, lookUpAbi } from "../../../../src/chain/services/contract/lookUpAbi";
import { reasonOf } from "../../../../src/chain/services/contract/revertOf";
import type { Hex } from "../../../../src/crypto/bytes/hex";
import { nodeError } from "../../../../src/errors/nodeError";
import { failure } from "../../../support/failure";
import { replay } from "./replayNode";

const lab = "0x6849f21d1e455e9f0712b1e99fa4fcd23758e8f1";
const label = [{ type: "function", name: "label", inputs: [], outputs: [{ type: "string" }] }];
const precompiled = (logic: string): string =>
  `0x${Buffer.from(`[PRECOMPILED],${logic.padStart(40, "0")},/tables/t`).toString("hex")}`;

test("what whoever asks knows comes first, then what the chain keeps", async () => {
  const { session, node } = replay("air4-bfs", { extra: { getABI: JSON.stringify(label), getCode: "0x" } });
  const own = await findAbi(session, lab, () => ({ name: "Lab", abi: [...label, ...label] }));
  expect(own).toMatchObject({ address: lab, found: { name: "Lab", source: { kind: "own" } } });
  // A proxy may have an ABI of its own, too: its code tells.
  expect(node.asked).toEqual(["getCode"]);
  const kept = await lookUpAbi(session, lab);
  expect(kept.source).toEqual({ kind: "chain" });
  expect(kept.abi?.functions[0]?.signature).toBe("label()");
});

test("a link's own ABI, when the chain keeps none", async () => {
  const { session, node } = replay("air4-bfs", { extra: { getABI: "", getCode: "0x" }, compatibilityVersion: "3.0.0" });
  node.after("BFS initBfs");
  const found = await lookUpAbi(session, "/apps/lab/v9");
  expect(found).toMatchObject({ address: lab, source: { kind: "link", path: "/apps/lab/v9" } });
  expect(found.abi?.events.length).toBeGreaterThan(0);
  expect(await failure(lookUpAbi(session, "/apps/zzz"))).toContain("usage notALink");
});

test("built-in contracts: at fixed addresses, behind tables and accounts", async () => {
  const at = async (code: string): Promise<unknown> => {
    const { session } = replay("air4-bfs", {
      extra: { getABI: "junk", getCode: code, call: { blockNumber: 1, status: 16, output: "0x" } },
    });
    return (await lookUpAbi(session, lab)).source;
  };
  expect(await at(precompiled("1001"))).toEqual({ kind: "builtin", name: "Table" });
  expect(await at(precompiled("1009"))).toEqual({ kind: "builtin", name: "KVTable" });
  expect(await at(precompiled("10004"))).toEqual({ kind: "builtin", name: "Account" });
  expect(await at("0x6080")).toBeUndefined();
  const { session, node } = replay("air4-bfs");
  expect((await lookUpAbi(session, `0x${"1003".padStart(40, "0")}`)).source).toEqual({
    kind: "builtin",
    name: "Consensus",
  });
  expect(node.asked).toEqual([]);
});

test("the committee's contracts are known by asking for them", async () => {
  const { session } = replay("auth1-committee", { extra: { getABI: "", getCode: "0x6080" } });
  const committee = "0x1546453e7a9e387f8f17da575cdd54d846f0ff1e";
  expect((await lookUpAbi(session, committee)).source).toEqual({ kind: "builtin", name: "Committee" });
});

test("a node that refuses to tell the ABI it keeps is one that keeps none, and an account has none either", async () => {
  const refused = await nodeError(-32603, "unknown");
  const { session, node } = replay("air4-bfs", { extra: { getABI: refused, getCode: "0x" } });
  expect(await findAbi(session, lab)).toEqual({ address: lab, found: undefined, code: "0x" });
  expect(node.asked).toEqual(["getABI", "getCode"]);
});

test("an error is named by the ABI that the chain keeps with the contract that was called, without any link to it", async () => {
  const errors = [{ type: "error", name: "Poor", inputs: [{ name: "lacking", type: "uint256" }] }];
  const { session, node } = replay("air4-bfs", { extra: { getABI: JSON.stringify([...label, ...errors]) } });
  const output: Hex = `${selectorOf(session.suite, "Poor(uint256)")}${"7".padStart(64, "0")}`;
  const own = contractInterface(label, session.suite);
  expect(await reasonOf(session, { status: 16, output, to: lab }, own)).toBe("Poor(lacking: 7)");
  expect(node.asked).toEqual(["getABI"]);
  expect(await reasonOf({ ...session, otherAbis: async () => [] }, { status: 16, output }, own)).toContain("0x");
});
