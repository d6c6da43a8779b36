import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AdapterProcess, DebugClient } from "../../tools/debugCheck/debugClient";
import { linkFolder } from "../support/portable";

const vault = `// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0;
contract Vault {
    error TooMuch(uint256 asked);
    event Put(address indexed who, uint256 amount);
    address public owner = msg.sender;
    mapping(address => uint256) public held;
    uint256 public total;
    uint256 public last;
    function put(uint256 amount) external {
        if (amount > 900) revert TooMuch(amount); // REFUSED
        held[msg.sender] += amount;
        total += amount; // COUNTED
        emit Put(msg.sender, amount);
    }
    function touch() external { last = block.timestamp; }
    function broken(uint256 by) external { total += by; } // BROKEN
}
`;
const tests = `// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0;
import "fisco/Test.sol";
import "./Vault.sol";
contract VaultTest is Test {
    Vault private vault;
    function setUp() public {
        vault = new Vault();
        vault.put(5); // SET UP
    }
    function test_Wrong() public {
        address ann = makeAddr("ann");
        vm.prank(ann);
        vault.put(7);
        uint256 seen = vault.held(ann);
        assertEq(seen, 8); // WRONG
    }
    function test_Cheats() public {
        vm.expectRevert(abi.encodeWithSelector(Vault.TooMuch.selector, 901));
        vault.put(901);
        vm.mockCall(address(vault), abi.encodeCall(vault.total, ()), abi.encode(uint256(77)));
        uint256 mocked = vault.total();
        vm.clearMockedCalls();
        vm.store(address(vault), bytes32(uint256(2)), bytes32(uint256(40)));
        uint256 stored = vault.total();
        vm.warp(123);
        vault.touch();
        uint256 then = vault.last();
        uint256 id = vm.snapshotState();
        vault.put(3);
        vm.revertToState(id);
        uint256 again = vault.total();
        assertEq(mocked + stored + then + again, 280); // HELD
    }
    function test_NoRevert() public {
        vm.expectRevert();
        vault.put(1); // NOT REVERTED
    }
    function testFuzz_Put(uint256 amount) public {
        vm.assume(amount < 1000);
        vault.put(amount); // FUZZED
    }
    function testFuzz_Good(uint8 amount) public {
        vault.put(amount); // GOOD
        assertEq(vault.total(), uint256(amount) + 5);
    }
    function invariant_Small() public view {
        assertLt(vault.total(), 3000); // INVARIANT
    }
}
contract BrokenTest is Test {
    function setUp() public {
        require(address(this).code.length == 1, "not here"); // NOT SET UP
    }
    function test_Never() public {}
}
`;

const lineOf = (text: string, mark: string): number => text.split("\n").findIndex((line) => line.includes(mark)) + 1;

interface Stop {
  readonly reason: string;
  readonly text: string | undefined;
  readonly frames: readonly DebugProtocol.StackFrame[];
}

describe("tests of contracts in the debugger", () => {
  let adapter: AdapterProcess;
  let folder: string;
  const file = (name: string): string => join(folder, name);
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-debugtests-"));
    mkdirSync(join(folder, "node_modules"));
    linkFolder(resolve(import.meta.dirname, "../../node_modules/solc"), join(folder, "node_modules/solc"));
    writeFileSync(join(folder, "package.json"), "{}");
    writeFileSync(file("Vault.sol"), vault);
    writeFileSync(file("Vault.t.sol"), tests);
    adapter = await AdapterProcess.start();
  });
  afterAll(() => {
    adapter.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** One session up to its end: what it stopped at, with what was asked there. */
  async function debug(
    test: object,
    breakpoints: { readonly name: string; readonly lines: readonly number[] }[],
    asked: readonly string[] = [],
  ): Promise<{ readonly stops: Stop[]; readonly answers: string[][]; readonly message: string }> {
    const client = await DebugClient.open(adapter.path);
    await client.request("initialize", { adapterID: "fisco-bcos", pathFormat: "path", linesStartAt1: true });
    await client.request("launch", { folder, test: { file: "Vault.t.sol", contract: "VaultTest", ...test } });
    await client.event(({ event }) => event === "initialized");
    for (const { name, lines } of breakpoints) {
      const given = { source: { path: file(name) }, breakpoints: lines.map((line) => ({ line })) };
      const { breakpoints: placed } = await client.request<{ breakpoints: { verified: boolean }[] }>(
        "setBreakpoints",
        given,
      );
      expect(placed.every(({ verified }) => verified)).toBe(true);
    }
    await client.request("setExceptionBreakpoints", { filters: ["uncaught"] });
    await client.request("configurationDone");
    const stops: Stop[] = [];
    const answers: string[][] = [];
    for (let seen = 0; ; ) {
      const event = await client.event((each) => each.event === "stopped" || each.event === "terminated", seen);
      seen = client.events.indexOf(event) + 1;
      if (event.event === "terminated") break;
      const { reason, text } = event.body as { reason: string; text?: string };
      const { stackFrames } = await client.request<{ stackFrames: DebugProtocol.StackFrame[] }>("stackTrace", {
        threadId: 1,
      });
      stops.push({ reason, text, frames: stackFrames });
      const [top] = stackFrames.filter(({ source }) => source && source.presentationHint !== "deemphasize");
      const given: string[] = [];
      for (const expression of asked) {
        const answer = client.request<{ result: string }>("evaluate", { expression, frameId: top?.id });
        given.push(
          await answer.then(
            ({ result }) => result,
            (error: Error) => `! ${error.message}`,
          ),
        );
      }
      answers.push(given);
      await client.request("continue", { threadId: 1 });
    }
    const message = client.events
      .filter(({ event }) => event === "output")
      .map(({ body }) => (body as { output: string }).output)
      .join("");
    await client.request("disconnect");
    client.close();
    return { stops, answers, message };
  }
  /** The line that an editor goes to. */
  const shown = ({ frames }: Stop): string => {
    const top = frames.find(({ source }) => source && source.presentationHint !== "deemphasize");
    return `${top?.source?.name}:${top?.line}`;
  };
  const at = (name: string, mark: string): string => `${name}:${lineOf(name === "Vault.sol" ? vault : tests, mark)}`;

  it("stops in setUp, contract and test, under pranks, and where an assertion fails", async () => {
    const { stops, answers } = await debug(
      { function: "test_Wrong" },
      [
        { name: "Vault.sol", lines: [lineOf(vault, "COUNTED")] },
        { name: "Vault.t.sol", lines: [lineOf(tests, "SET UP")] },
      ],
      ["amount", "msg.sender == makeAddrOf", "seen", "vault.held(ann)", "total"],
    );
    expect(stops.map(shown)).toEqual([
      at("Vault.t.sol", "SET UP"),
      at("Vault.sol", "COUNTED"),
      at("Vault.sol", "COUNTED"),
      at("Vault.t.sol", "WRONG"),
    ]);
    expect(answers[2]?.[0]).toBe("7");
    expect(answers[2]?.[4]).toBe("5");
    const last = stops.at(-1);
    expect(last).toMatchObject({ reason: "exception", text: expect.stringContaining("7 != 8") });
    expect(last?.frames.map(({ name }) => name).slice(-1)).toEqual(["VaultTest.test_Wrong"]);
    expect(answers[3]?.slice(2, 4)).toEqual(["7", "7"]);
  });

  it("plays cheat codes as the run did, and ends without stopping where nothing fails", async () => {
    const held = await debug(
      { function: "test_Cheats()" },
      [{ name: "Vault.t.sol", lines: [lineOf(tests, "HELD")] }],
      ["mocked", "stored", "then", "again"],
    );
    expect(held.stops.map(shown)).toEqual([at("Vault.t.sol", "HELD")]);
    expect(held.answers).toEqual([["77", "40", "123", "40"]]);
    const { stops, message } = await debug({ function: "test_Cheats", suite: "sm" }, []);
    expect(stops).toEqual([]);
    expect(message).toContain("it succeeds");
  });

  it("stops where an expectation isn't met, and where setUp fails", async () => {
    const { stops } = await debug({ function: "test_NoRevert" }, []);
    expect(stops.map(shown)).toEqual([at("Vault.t.sol", "NOT REVERTED")]);
    expect(stops[0]?.text).toContain("did not revert as expected");
    const broken = await debug({ contract: "BrokenTest", function: "test_Never" }, []);
    expect(broken.stops.map(shown)).toEqual([at("Vault.t.sol", "NOT SET UP")]);
    expect(broken.stops[0]?.text).toBe("not here");
  });

  it("runs with the values of a failure, finds some that fail, and takes the first where none does", async () => {
    const { stops, answers } = await debug({ function: "testFuzz_Put", input: { data: `0x${"00".repeat(4)}` } }, []);
    expect([stops.length, answers.length]).toEqual([1, 1]);
    const found = await debug(
      { function: "testFuzz_Put" },
      [{ name: "Vault.t.sol", lines: [lineOf(tests, "FUZZED")] }],
      ["amount"],
    );
    expect(found.answers[0]).toEqual(["901"]);
    expect(found.stops.at(-1)?.text).toContain("TooMuch(asked: 901)");
    expect(shown(found.stops.at(-1) as Stop)).toBe(at("Vault.sol", "REFUSED"));
    const good = await debug({ function: "testFuzz_Good" }, [{ name: "Vault.t.sol", lines: [lineOf(tests, "GOOD")] }]);
    expect(good.stops).toHaveLength(1);
    expect(good.message).toContain("The test passes with all tested values");
  });

  it("plays the calls that break an invariant", async () => {
    const { stops, answers } = await debug(
      { function: "invariant_Small" },
      [{ name: "Vault.sol", lines: [lineOf(vault, "BROKEN"), lineOf(vault, "COUNTED")] }],
      ["total"],
    );
    expect(stops.length).toBeGreaterThan(1);
    expect(shown(stops.at(-1) as Stop)).toBe(at("Vault.t.sol", "INVARIANT"));
    expect(stops.at(-1)?.reason).toBe("exception");
    expect(answers[0]).toEqual(["0"]);
  });

  it("says what is not there", async () => {
    await expect(debug({ function: "test_Other" }, [])).rejects.toThrow(
      /^The test VaultTest\.test_Other doesn.t exist\.$/,
    );
  });
});
