import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../src/chain/client/client";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { evaluatorOf } from "../../../src/debugger/adapter/breakpointHits";
import { FrameScope } from "../../../src/debugger/program/frameScope";
import type { CallRequest, LaunchRequest } from "../../../src/debugger/program/launchRequest";
import { closeCompiler, type StartedDebuggee, startDebuggee } from "../../../src/debugger/program/startDebuggee";
import { valueText } from "../../../src/debugger/values/showValue";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { chainside } from "../../support/chainside";

const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
library Unit { function one() public view returns (uint256) { return address(this) == address(0) ? 0 : 1; } }
library Sums { function next(uint256 x) public view returns (uint256) { return x + Unit.one(); } }
contract Counter {
  uint256 public value;
  uint256 public started;
  constructor(uint256 first) { started = first; value = Sums.next(first); }
  function add(uint256 more) external returns (uint256) { value = Sums.next(value + more); return value; }
}
`;

describe.each(["standard", "sm"] as const)("a call that isn't sent, on a %s chain", (suite) => {
  let chain: DevChain;
  let folder: string;
  let counter = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-call-"));
    writeFileSync(join(folder, "Counter.sol"), source);
    chain = await startDevChain({ port: 0, suite, sealers: 1, observers: 0, blockIntervalMs: 0, web3Port: 0 });
    const deployed = await chainside(
      ["deploy", join(folder, "Counter.sol:Counter"), "4", "--key", "dev0", "--json", "--url", chain.url],
      { env: { XDG_CACHE_HOME: join(folder, "cache"), CHAINSIDE_SOLC_CACHE: solc } },
    );
    counter = (JSON.parse(deployed.out) as { result: { contractAddress: string } }).result.contractAddress;
  });
  afterAll(async () => {
    closeCompiler();
    await chain?.close();
    rmSync(folder, { recursive: true });
  });
  const solc = process.env["CHAINSIDE_SOLC_CACHE"] ?? join(process.env["HOME"] ?? "", ".cache/chainside/solc");
  const asked: string[] = [];
  const begun: string[] = [];
  const request = async (
    call: CallRequest,
    more: Partial<LaunchRequest> & { readonly yes?: boolean } = {},
    token?: string,
  ): Promise<StartedDebuggee> => {
    const transport = createHttpTransport({ url: chain.url, ...(token === undefined ? {} : { devToken: token }) });
    const client = createClient(
      {
        ...transport,
        label: transport.label,
        request: (method, ...rest) => {
          asked.push(method);
          return transport.request(method, ...rest);
        },
        close: () => transport.close(),
      },
      "group0",
    );
    const { yes = true, ...rest } = more;
    return startDebuggee(
      { url: chain.url, group: "group0", folder, call, ...rest },
      {
        client,
        begin: async (lines) => {
          begun.push(...lines);
          return yes;
        },
        report: () => undefined,
      },
    );
  };
  const answer = ({ debuggee }: StartedDebuggee): string => String(BigInt(debuggee.recording.output));
  const add = { contract: "Counter.sol:Counter", function: "add", args: ["10"] };

  it("makes the libraries of a contract that isn't deployed, for the call alone", async () => {
    const started = await request({ ...add, constructorArgs: ["1"] }, {}, chain.devToken);
    expect(started.verdict).toBeUndefined();
    expect(started.debuggee.recording.status).toBe(0);
    expect(answer(started)).toBe("13");
    const names = started.debuggee.contracts.map((each) => each?.contract.name);
    expect(names).toEqual(["Counter", "Sums", "Unit"]);
    await started.close();
    const made = await request({ contract: "Counter", function: "constructor", args: ["1"] }, {}, chain.devToken);
    expect(made.debuggee.recording.status).toBe(0);
    expect(made.debuggee.contracts.map((each) => each?.contract.name)).toEqual(["Counter", "Sums", "Unit"]);
    await made.close();
  });

  it("takes the contract of the file that is named, also in a project further down", async () => {
    const other = mkdtempSync(join(tmpdir(), "chainside-named-"));
    const coin = (x: number) =>
      `pragma solidity ^0.8.20; contract Coin { function x() external pure returns (uint256) { return ${x}; } }`;
    mkdirSync(join(other, "packages/token/src"), { recursive: true });
    writeFileSync(join(other, "packages/token/foundry.toml"), "[profile.default]\nsrc = 'src'\n");
    const places = ["ACoin.sol", "Coin.sol", "packages/token/src/Coin.sol"];
    for (const [x, place] of places.entries()) writeFileSync(join(other, place), coin(x));
    for (const [x, place] of [...places, "./Coin.sol"].entries()) {
      const call = { contract: `${place}:Coin`, function: "x" };
      const started = await request(call, { folder: other, asDeployed: true }, chain.devToken);
      expect([place, answer(started)]).toEqual([place, String(x === 3 ? 1 : x)]);
      await started.close();
    }
    rmSync(other, { recursive: true });
  });

  it("asks what the constructor stored, also where the call has stored something else", async () => {
    const started = await request({ ...add, constructorArgs: ["1"] }, {}, chain.devToken);
    const { timeline, playback } = started.debuggee;
    const last = playback.length - 1;
    const scope = new FrameScope(started.debuggee, last, timeline.visibleAt(last), last);
    const worked = async (expression: string): Promise<string> =>
      valueText(scope.view, await evaluatorOf(started, scope).evaluate(expression));
    expect(await worked("this.value()")).toBe("13");
    expect(await worked("this.started()")).toBe("1");
    await started.close();
  });

  it("runs on a copy of the state of a chain that records nothing, after asking", async () => {
    begun.length = 0;
    const started = await request({ ...add, to: counter });
    expect(begun.join("\n")).toContain("3 blocks are re-executed first. Nothing is written to the chain.");
    expect(started.verdict).toMatchObject({ call: true, certainty: "exact", state: "rebuilt", blockNumber: 3 });
    expect(started.verdictLines).toEqual([
      "The call runs on the state of block 3. All 3 transactions re-executed equal their receipts.",
    ]);
    expect(answer(started)).toBe("16");
    expect(started.debuggee.contracts.map((each) => each?.contract.name)).toEqual(["Counter", "Sums", "Unit"]);
    await started.close();
    const fresh = await request({ ...add, constructorArgs: ["1"] });
    expect(answer(fresh)).toBe("13");
    await fresh.close();
    expect(asked).not.toContain("sendTransaction");
  });

  it("fetches the state of now where there are too many blocks, and tells", async () => {
    begun.length = 0;
    const web3 = chain.web3Url ?? "";
    const started = await request({ ...add, to: counter }, { blocks: 1, web3 });
    expect(begun.join("\n")).toContain("fetched as they are in block 3");
    expect(started.verdict).toMatchObject({ call: true, certainty: "consistent", state: "fetched" });
    expect(answer(started)).toBe("16");
    await started.close();
    await expect(request({ ...add, to: counter }, { blocks: 1 })).rejects.toThrow(/at most 1 blocks are re-executed/);
  });

  it("runs nothing without a yes", async () => {
    await expect(request({ ...add, to: counter }, { yes: false })).rejects.toThrow("Nothing was executed.");
  });
});
