import { afterAll, beforeAll, expect, it } from "vitest";
import { contractInterface } from "../../../src/chain/abi/contractInterface";
import type { ExecutionRecording } from "../../../src/chain/dev/executionRecording";
import { standardSuite } from "../../../src/crypto/suites";
import { Breakpoints } from "../../../src/debugger/adapter/breakpoints";
import { type Debuggee, debuggeeOf } from "../../../src/debugger/program/debuggee";
import { ContractFinder } from "../../../src/debugger/program/findContract";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

/** Compiled as it is deployed, the two returns are one code. */
const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Sorter {
    uint256 public last;
    function sort(uint256 x) external returns (uint256) {
        if (x != 7) {
            last = x;
        } else {
            return 42;
        }
        if (x < 50) {
            last = x + 1;
        } else {
            return 42;
        }
        return x;
    }
    function unused() external {
        last = 0;
    }
}
`;
const line = (text: string, after = 0): number =>
  source.split("\n").findIndex((each, at) => at >= after && each.includes(text)) + 1;

let solidity: SolidityWorkspace;
let chain: DevChain;
let debuggee: Debuggee;
beforeAll(async () => {
  solidity = new SolidityWorkspace({ "Sorter.sol": source });
  chain = await startDevChain({ port: 0, openDev: true, sealers: 1, observers: 0, blockIntervalMs: 0 });
  const rpc = async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: ["group0", ...params] });
    const answer = (await (await fetch(chain.url, { method: "POST", body })).json()) as { result?: T; error?: unknown };
    if (answer.error) throw new Error(JSON.stringify(answer.error));
    return answer.result as T;
  };
  const { files } = await solidity.compiler.compile({
    files: [solidity.path("Sorter.sol")],
    root: solidity.folder,
    suite: "standard",
    trusted: true,
    mayFetch: false,
    outputs: "contracts",
  });
  const [file] = files;
  const [contract] = file?.contracts ?? [];
  if (!file?.project || !contract) throw new Error("Sorter does not compile");
  const from = `0x${"1".padStart(40, "0")}`;
  const made = await rpc<{ contractAddress: string }>("dev_sendTransaction", {
    from,
    data: `0x${contract.bytecode.object}`,
  });
  const abi = contractInterface(contract.abi, standardSuite);
  const sent = await rpc<{ transactionHash: string }>("dev_sendTransaction", {
    from,
    to: made.contractAddress,
    data: abi.encodeCall("sort", ["60"]),
  });
  const recording = await rpc<ExecutionRecording>("dev_recordTransaction", sent.transactionHash);
  debuggee = debuggeeOf(recording, new ContractFinder([file.project]));
});
afterAll(async () => {
  solidity.close();
  await chain?.close();
});

it("a breakpoint on a statement that the optimizer merged stops where its twin is kept, and says so", () => {
  const known = new Set(debuggee.table.stops.map((stop) => stop.line));
  const [first, second] = [line("return 42"), line("return 42", line("return 42"))];
  const kept = [first, second].filter((each) => known.has(each));
  expect(kept).toHaveLength(1);
  const lost = kept[0] === first ? second : first;
  const place = (wanted: number) =>
    new Breakpoints().setLines(debuggee, { key: "", isIt: ({ name }) => name === "Sorter.sol" }, [{ line: wanted }])[0];
  expect(place(lost)).toMatchObject({
    verified: true,
    line: kept[0],
    message: `The optimizer merged this with the same statement on line ${kept[0]}, where execution stops for both.`,
  });
  expect(place(lost)?.stops).toEqual(place(kept[0] as number)?.stops);
  const met = [...debuggee.timeline.starts].flatMap((starts, step) =>
    starts === 1 ? [debuggee.timeline.stopOf[step] as number] : [],
  );
  expect(met.some((stop) => place(lost)?.stops.has(stop))).toBe(true);
  // a line without a statement still moves down, and says nothing
  expect(place(line("contract Sorter"))?.message).toBeUndefined();
});
