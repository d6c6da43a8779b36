import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/chain/client/client";
import { getCode } from "../../src/chain/rpc/contractCode";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { bytesToHex } from "../../src/crypto/bytes/hex";
import type { CryptoSuiteName } from "../../src/crypto/cryptoSuite";
import { cryptoSuite } from "../../src/crypto/suites";
import { inspect } from "../../src/debugger/inspect/inspect";
import type { ShownValue, StorageView } from "../../src/debugger/inspect/messages";
import { SolidityCompiler } from "../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../src/solidity/compilerReleases/compilerStore";
import { DebugChain, type DeployedContract } from "../../tools/debugCheck/debugChain";

const from = `0x${"a11ce".padStart(40, "0")}`;
const bob = `0x${"b0b".padStart(40, "0")}`;
const source = `pragma solidity ^0.8.0;
import "fisco/Table.sol";
library Sums {
  function twice(uint256 x) public pure returns (uint256) { return x * 2; }
}
contract Base {
  address public owner = msg.sender;
  bool public open = true;
}
contract Vault is Base {
  enum Color { Red, Green }
  struct Person { uint64 age; string name; mapping(bytes32 => uint256) marks; uint8[] small; }
  uint256 public immutable limit = 77;
  uint256 constant unit = 5;
  uint128 public low;
  uint128 public high;
  Color public color;
  string public title;
  uint256[] public list;
  uint8[5] public five;
  mapping(address => uint256) public balances;
  mapping(address => mapping(address => uint256)) public allowance;
  mapping(string => Person) people;
  mapping(uint256 => bool) public flags;
  bytes32 private constant hidden = keccak256("hidden.slot");
  function fill(address to, string calldata name) external {
    low = 3; high = 4; color = Color.Green;
    title = "a title that is longer than what one slot of storage can hold";
    list.push(11); list.push(12);
    five[4] = 9;
    balances[to] += 100;
    allowance[msg.sender][to] = 7;
    Person storage person = people[name];
    person.age = 30; person.name = name; person.marks[bytes32(uint256(5))] = 6; person.small.push(1);
    flags[8] = true;
    bytes32 slot = hidden;
    assembly { sstore(slot, 99) }
  }
  function move(address to, uint256 amount) external {
    balances[to] += amount;
    list.pop();
    title = "short";
    if (amount == 13) revert("unlucky");
    work(3);
  }
  function keep(string calldata key) external {
    TableManager manager = TableManager(address(0x1002));
    string[] memory words = new string[](1);
    words[0] = "v";
    manager.createTable("t_kept", TableInfo("k", words));
    Table(manager.openTable("t_kept")).insert(Entry(key, words));
  }
  function work(uint256 n) internal {
    for (uint256 i = 0; i < n; i++)
      low += uint128(Sums.twice(i));
  }
}
library Names {
  bytes32 internal constant MINTER = keccak256("MINTER");
}
abstract contract Access {
  bytes32 public constant DEFAULT_ADMIN_ROLE = 0x00;
  bytes32 internal constant PAUSER = keccak256(abi.encodePacked("PAU", "SER"));
  bytes32 internal constant ALIAS = PAUSER;
  mapping(bytes32 => uint256) internal roles;
  function grant(bytes32 role, uint256 value) internal { roles[role] = value; }
}
contract Keyed is Access {
  enum Kind { None, Plain, Rare }
  address constant fund = address(0xBEEF);
  mapping(address => uint256) balances;
  mapping(uint256 => uint256) byNumber;
  mapping(uint8 => uint256) byKind;
  mapping(string => uint256) byName;
  mapping(int256 => uint256) signed;
  constructor() {
    grant(DEFAULT_ADMIN_ROLE, 1);
    grant(ALIAS, 2);
    grant(Names.MINTER, 3);
    grant(keccak256("inline"), 4);
    grant("short", 5);
    balances[fund] = 6;
    balances[0x5B38Da6a701c568545dCfcB03FcB875f56beddC4] = 7;
    byNumber[3 days] = 8;
    byKind[uint8(Kind.Rare)] = 9;
    byName["a name"] = 10;
    signed[-5] = 11;
    // named, and nothing is there
    delete byNumber[4321];
  }
}
`;

const folder = mkdtempSync(join(tmpdir(), "chainside-inspector-"));
const file = join(folder, "Vault.sol");
let compiler: SolidityCompiler;
const debugChains: { ground: DebugChain; vault: DeployedContract; suite: CryptoSuiteName }[] = [];
beforeAll(async () => {
  compiler = new SolidityCompiler(defaultCompilerCache());
  writeFileSync(file, source);
  for (const suite of ["standard", "sm"] as const) {
    const debugChain = await DebugChain.start(suite, compiler);
    await debugChain.open(file, folder, undefined);
    const vault = await debugChain.deploy(file, "Vault", [], from, "0");
    debugChains.push({ ground: debugChain, vault, suite });
  }
});
afterAll(async () => {
  for (const { ground: debugChain } of debugChains) await debugChain.close();
  compiler.close();
  rmSync(folder, { recursive: true, force: true });
});

const project = { folder, trusted: true };
const chainOf = (debugChain: DebugChain) => ({ url: debugChain.url, group: "group0" });
const storageOf = (debugChain: DebugChain, address: string, expressions: string[] = []): Promise<StorageView> =>
  inspect({
    kind: "storage",
    address,
    keys: [],
    transactions: [],
    expressions,
    from: { kind: "embedded", ...chainOf(debugChain) },
    ...project,
  });

/** `name: value` lines, those inside further in. */
const report = (values: readonly ShownValue[], indent = ""): string[] =>
  values.flatMap(({ name, value, parts }) => [
    `${indent}${name}: ${parts ? "" : value}`,
    ...report(parts ?? [], `${indent}  `),
  ]);

test("a contract's variables by name, with the keys that its transactions tell", async () => {
  for (const { ground: debugChain, vault } of debugChains) {
    await debugChain.send(from, vault.address, vault.abi.encodeCall("fill", [bob, "bob"]), "0");
    const view = await storageOf(debugChain, vault.address, [
      `balances[0x${"7".repeat(40)}]`,
      'people["bob"].age',
      "nothing",
      "list[9]",
    ]);
    expect(view).toMatchObject({ contract: "Vault", notes: [], othersLeft: 0 });
    expect(report(view.variables)).toEqual([
      `owner: ${from}`,
      "open: true",
      "limit: 77",
      "low: 3",
      "high: 4",
      "color: Vault.Color.Green",
      'title: "a title that is longer than what one slot of storage can hold"',
      "list: ",
      "  [0]: 11",
      "  [1]: 12",
      "five: ",
      ...["0", "0", "0", "0", "9"].map((value, i) => `  [${i}]: ${value}`),
      "balances: ",
      `  [${bob}]: 100`,
      "allowance: ",
      `  [${from}]: `,
      `    [${bob}]: 7`,
      "people: ",
      '  ["bob"]: ',
      "    age: 30",
      '    name: "bob"',
      "    marks: ",
      `      [0x${"5".padStart(64, "0")}]: 6`,
      "    small: ",
      "      [0]: 1",
      "flags: ",
      "  [8]: true",
    ]);
    // a slot that no variable has
    expect(view.others.map(({ word }) => Number(word))).toEqual([99]);
    expect(view.lookedUp.map(({ found, problem }) => found?.value ?? problem)).toEqual([
      "0",
      "30",
      "state variable nothing doesn't exist",
      "the index is out of range",
    ]);
  }
});

test("what a transaction changed, by name", async () => {
  for (const { ground: debugChain, vault } of debugChains) {
    const { transactionHash } = await debugChain.send(
      from,
      vault.address,
      vault.abi.encodeCall("move", [bob, "5"]),
      "0",
    );
    const changes = await inspect({
      kind: "state",
      transaction: transactionHash,
      chain: chainOf(debugChain),
      ...project,
    });
    expect(changes.accounts).toHaveLength(1);
    const [account] = changes.accounts;
    expect(account).toMatchObject({ address: vault.address, contracts: ["Vault"], others: [] });
    expect(account?.changes.map(({ name, before, after }) => `${name}: ${before} → ${after}`)).toEqual([
      "low: 3 → 9",
      'title: "a title that is longer than what one slot of storage can hold" → "short"',
      "list.length: 2 → 1",
      "list[1]: 12 → 0",
      `balances[${bob}]: 100 → 105`,
    ]);
    const kept = await debugChain.send(from, vault.address, vault.abi.encodeCall("keep", ["one"]), "0");
    const rows = await inspect({
      kind: "state",
      transaction: kept.transactionHash,
      chain: chainOf(debugChain),
      ...project,
    });
    expect(rows.builtins.map(({ contract, call }) => `${contract} ${call}`)).toEqual([
      expect.stringMatching(/^TableManager createTable\("t_kept"/),
      expect.stringMatching(/^t_kept insert\(.*"one"/),
    ]);
    const failed = await debugChain.send(from, vault.address, vault.abi.encodeCall("move", [bob, "13"]), "0");
    const none = await inspect({
      kind: "state",
      transaction: failed.transactionHash,
      chain: chainOf(debugChain),
      ...project,
    });
    expect(none).toMatchObject({ status: 16, accounts: [] });
  }
});

test("gas by line adds up to what the receipt says", async () => {
  for (const { ground: debugChain, vault } of debugChains) {
    const { transactionHash } = await debugChain.send(
      from,
      vault.address,
      vault.abi.encodeCall("move", [bob, "1"]),
      "0",
    );
    const gas = await inspect({ kind: "gas", transaction: transactionHash, chain: chainOf(debugChain), ...project });
    const sum = gas.lines.reduce((all, line) => all + line.gas, 0);
    expect(sum + gas.base + gas.elsewhere).toBe(Number(gas.gasUsed));
    const line = (text: string) =>
      gas.lines.find((each) => each.line === source.split("\n").findIndex((one) => one.includes(text)) + 1);
    expect(line("balances[to] += amount")?.times).toBe(1);
    expect(line("low += uint128")?.times).toBe(3);
    const [calling, inner] = [line("work(3);"), line("low += uint128")];
    expect(calling?.withCalls).toBeGreaterThan((calling?.gas ?? 0) + (inner?.gas ?? 0));
    expect(line("function twice")?.gas).toBeGreaterThan(0);
  }
});

test("keys that only the source names, whose place the compiler works out", async () => {
  for (const { ground: debugChain, suite } of debugChains) {
    const keyed = await debugChain.deploy(file, "Keyed", [], from, "0");
    const transport = createHttpTransport({ url: debugChain.url, timeoutMs: 60_000 });
    const code = await getCode(createClient(transport, "group0"), keyed.address);
    await transport.close();
    // of a web3 port: no execution tells what it hashed
    const view = await inspect({
      kind: "storage",
      address: keyed.address,
      keys: [],
      transactions: [],
      expressions: [],
      from: { kind: "web3", url: debugChain.web3Url, code, suite, target: { executorVersion: 1 } },
      ...project,
    });
    const parts = (name: string) => report(view.variables.find((each) => each.name === name)?.parts ?? []).sort();
    const hashed = (text: string) => bytesToHex(cryptoSuite(suite).hash(Buffer.from(text)));
    expect(parts("roles")).toEqual(
      [
        `[0x${"0".repeat(64)}]: 1`,
        `[${hashed("PAUSER")}]: 2`,
        `[${hashed("MINTER")}]: 3`,
        `[${hashed("inline")}]: 4`,
        `[0x${Buffer.from("short").toString("hex").padEnd(64, "0")}]: 5`,
      ].sort(),
    );
    expect(parts("balances")).toEqual([
      `[0x${"beef".padStart(40, "0")}]: 6`,
      "[0x5b38da6a701c568545dcfcb03fcb875f56beddc4]: 7",
    ]);
    expect(parts("byNumber")).toEqual(["[259200]: 8"]);
    expect(parts("byKind")).toEqual(["[2]: 9"]);
    expect(parts("byName")).toEqual(['["a name"]: 10']);
    expect(parts("signed")).toEqual(["[-5]: 11"]);
  }
});

test("words come from the web3 port of a chain that isn't embedded, which must be the same chain's", async () => {
  for (const { ground: debugChain, vault, suite } of debugChains) {
    const { transactionHash } = await debugChain.send(
      from,
      vault.address,
      vault.abi.encodeCall("fill", [bob, "ann"]),
      "0",
    );
    const transport = createHttpTransport({ url: debugChain.url, timeoutMs: 60_000 });
    const code = await getCode(createClient(transport, "group0"), vault.address);
    await transport.close();
    const order = {
      kind: "storage" as const,
      address: vault.address,
      keys: [from],
      transactions: [transactionHash],
      expressions: ["flags[8]"],
      from: { kind: "web3" as const, url: debugChain.web3Url, code, suite, target: { executorVersion: 1 } },
      ...project,
    };
    const view = await inspect(order);
    const whole = await storageOf(debugChain, vault.address);
    const plain = (values: readonly ShownValue[]) => report(values.filter(({ isMapping }) => !isMapping));
    expect(plain(view.variables)).toEqual(plain(whole.variables));
    const parts = (name: string) => report(view.variables.find((each) => each.name === name)?.parts ?? []);
    expect(parts("balances")).toEqual([expect.stringMatching(`^\\[${bob}\\]: \\d+$`)]);
    expect(parts("allowance")).toEqual([`[${from}]: `, `  [${bob}]: 7`]);
    expect(parts("people").slice(0, 3)).toEqual(['["ann"]: ', "  age: 30", '  name: "ann"']);
    expect(view.lookedUp[0]?.found?.value).toBe("true");
    expect(view.others).toEqual([]);
    expect(view.notes).toHaveLength(1);
    await expect(inspect({ ...order, from: { ...order.from, code: "0x6000" } })).rejects.toThrow("another chain");
  }
});
