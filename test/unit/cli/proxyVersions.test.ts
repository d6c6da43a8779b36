// Versions of a proxy that share selectors and topics: what was called and emitted is read by the code of its block, also in an index.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { selectorOf } from "../../../src/chain/abi/selector";
import { runCommand } from "../../../src/cli/commands";
import type { Address } from "../../../src/crypto/bytes/hex";
import { cryptoSuite } from "../../../src/crypto/suites";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { useCatalogue } from "../../../src/text/catalogue";
import { writtenLines } from "../../support/commandLine";

const { out } = writtenLines();

const passesOn =
  "assembly { calldatacopy(0, 0, calldatasize()) let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0) returndatacopy(0, 0, returndatasize()) if iszero(ok) { revert(0, returndatasize()) } return(0, returndatasize()) }";
const slot = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";

const contracts = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract ShopV1 {
  event Paid(address indexed from, uint256 amount);
  event Kept(uint256 value);
  function pay(uint256 amount) external returns (uint256 receipt) { emit Paid(msg.sender, amount); return 7; }
  function keep(uint256 value) external { emit Kept(value); }
}
contract ShopV2 {
  event Paid(address indexed buyer, uint256 price);
  event Kept(uint256 value);
  function pay(uint256 price) external returns (bool done) { emit Paid(msg.sender, price); return true; }
  function keep(uint256 value) external { emit Kept(value); }
  function close() external {}
}
contract Maker {
  event Made(address shop);
  function first() external { emit Made(address(new ShopV1())); }
  function next() external { emit Made(address(new ShopV2())); }
}
contract Proxy {
  event Upgraded(address indexed implementation);
  constructor(address a) { upgradeTo(a); }
  function upgradeTo(address a) public { assembly { sstore(${slot}, a) } emit Upgraded(a); }
  fallback() external payable { address to; assembly { to := sload(${slot}) } ${passesOn} }
}
contract QuietBeacon {
  address public implementation;
  event Upgraded(address indexed implementation);
  constructor(address a) { implementation = a; }
  function upgradeTo(address a) external { implementation = a; emit Upgraded(a); }
}
contract Behind {
  event BeaconUpgraded(address indexed beacon);
  QuietBeacon private immutable _beacon;
  constructor(QuietBeacon a) { _beacon = a; emit BeaconUpgraded(address(a)); }
  fallback() external payable { address to = _beacon.implementation(); ${passesOn} }
}
contract Diamond {
  struct FacetCut { address facet; uint8 action; bytes4[] selectors; }
  event DiamondCut(FacetCut[] cuts, address init, bytes data);
  mapping(bytes4 => address) private _facets;
  address[] private _list;
  constructor(address a, bytes4[] memory selectors) { cut(a, 0, selectors); }
  function cut(address a, uint8 action, bytes4[] memory selectors) public {
    FacetCut[] memory cuts = new FacetCut[](1);
    cuts[0] = FacetCut(a, action, selectors);
    for (uint256 i; i < selectors.length; i++) _facets[selectors[i]] = a;
    _list.push(a);
    emit DiamondCut(cuts, address(0), "");
  }
  function facetAddresses() external view returns (address[] memory) { return _list; }
  fallback() external payable { address to = _facets[msg.sig]; require(to != address(0), "no such function"); ${passesOn} }
}
contract CutFacet {
  struct FacetCut { address facet; uint8 action; bytes4[] selectors; }
  event DiamondCut(FacetCut[] cuts, address init, bytes data);
  mapping(bytes4 => address) private _facets;
  function cut(address a, bytes4[] memory selectors) public {
    FacetCut[] memory cuts = new FacetCut[](1);
    cuts[0] = FacetCut(a, 0, selectors);
    for (uint256 i; i < selectors.length; i++) _facets[selectors[i]] = a;
    emit DiamondCut(cuts, address(0), "");
  }
}
contract BareDiamond {
  mapping(bytes4 => address) private _facets;
  constructor(address facet, bytes4[] memory selectors) {
    (bool ok,) = facet.delegatecall(abi.encodeWithSelector(CutFacet.cut.selector, facet, selectors));
    require(ok);
  }
  fallback() external payable { address to = _facets[msg.sig]; require(to != address(0), "no such function"); ${passesOn} }
}`;

describe.each(["standard", "sm"] as const)("versions with one selector on a chain of the suite %s", (suite) => {
  let chain: DevChain;
  let folder: string;

  beforeAll(async () => {
    chain = await startDevChain({ port: 0, suite, sealers: 1, observers: 0, blockIntervalMs: 0 });
    folder = mkdtempSync(join(tmpdir(), "chainside-versions-"));
    mkdirSync(join(folder, "contracts"));
    writeFileSync(join(folder, "foundry.toml"), "[profile.default]\n");
    writeFileSync(join(folder, "contracts", "Shop.sol"), contracts);
  });
  afterAll(async () => {
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  async function run(...args: string[]): Promise<Record<string, unknown>> {
    out.length = 0;
    vi.spyOn(process, "cwd").mockReturnValue(folder);
    const code = await runCommand([...args, "--json"], () => useCatalogue("en"));
    expect([args, code, ...(code === 0 ? [] : out)]).toEqual([args, 0]);
    return JSON.parse(out.join("")) as Record<string, unknown>;
  }
  const chainside = async (...args: string[]) =>
    (await run(...args, "--url", chain.url))["result"] as Record<string, unknown>;
  const deploy = async (name: string, ...args: string[]): Promise<Address> =>
    (await chainside("deploy", `contracts/Shop.sol:${name}`, ...args, "--key", "dev0", "--yes"))[
      "contractAddress"
    ] as Address;
  const send = async (...args: string[]) =>
    (await chainside("send", ...args, "--key", "dev0", "--yes"))["transactionHash"] as string;

  async function queried(file: string, sql: string): Promise<Record<string, unknown>[]> {
    out.length = 0;
    expect(await runCommand(["query", sql, "--db", file, "--json"], () => useCatalogue("en"))).toBe(0);
    return JSON.parse(out.join("")) as Record<string, unknown>[];
  }

  /** What tables of calls and events of a contract hold: a line for each row, with the names of its own columns. */
  async function rowsOf(file: string, address: Address): Promise<string[]> {
    const query = (sql: string) => queried(file, sql);
    const lines: string[] = [];
    for (const { name, columns } of await query("SELECT name, columns FROM decoded_tables")) {
      const own = (JSON.parse(String(columns)) as { name: string }[])
        .map((column) => column.name)
        .filter((column) => !["tx", "log", "block", "time", "contract", "sender", "status"].includes(column));
      const [kind = "", contract = "", member = ""] = String(name).split("_");
      const of = contract.startsWith("abi") ? "" : `_${contract}`;
      for (const row of await query(`SELECT * FROM "${String(name)}" WHERE contract = '${address}'`))
        lines.push(`${kind}${of}_${member} ${own.map((column) => `${column}=${String(row[column])}`).join(" ")}`);
    }
    return lines.filter((line) => /_(?:pay|Paid|keep|Kept) /.test(line)).sort();
  }

  const named = async (hash: string) => {
    const { call, outcome } = (await chainside("tx", "show", hash)) as {
      call: { arguments: { name: string }[] };
      outcome: { values: { name: string }[]; events: { event: { arguments: { name: string }[] } }[] };
    };
    const names = (values: readonly { name: string }[]) => values.map(({ name }) => name);
    return [
      names(call.arguments),
      names(outcome.values),
      ...outcome.events.map(({ event }) => names(event.arguments)),
    ].flat();
  };

  it.each(["Proxy", "Diamond"])("of a %s", async (kind) => {
    const [first, next] = [await deploy("ShopV1"), await deploy("ShopV2")];
    const selectors = ["pay(uint256)", "keep(uint256)"].map((each) => selectorOf(cryptoSuite(suite), each));
    const isDiamond = kind === "Diamond";
    const shop = await deploy(kind, first, ...(isDiamond ? [JSON.stringify(selectors)] : []));
    const file = join(folder, `${kind}.db`);
    const index = (to: string) => run("index", "--url", chain.url, "--to", to);
    const before = await send(shop, "pay", "1");
    await send(shop, "keep", "5");
    await index(file);
    const old = ["call_keep value=5", "call_pay amount=1 out_receipt=7", "event_Kept value=5"];
    expect((await rowsOf(file, shop)).filter((line) => !line.includes("Paid"))).toEqual(old);
    if (isDiamond) await send(shop, "cut", next, "1", JSON.stringify([selectors[0]]));
    else await send(shop, "upgradeTo", next);
    const after = await send(shop, "pay", "2");
    await send(shop, "keep", "6");
    const fresh = join(folder, `${kind}-fresh.db`);
    const rows = [];
    for (const each of [file, fresh]) {
      await index(each);
      rows.push(await rowsOf(each, shop));
    }
    const from = String((await chainside("tx", "show", before))["from"]).toLowerCase();
    expect(rows[0]).toEqual([
      "call_keep value=5",
      "call_keep value=6",
      "call_pay amount=1 out_receipt=7",
      "call_pay price=2 out_done=true",
      "event_Kept value=5",
      "event_Kept value=6",
      `event_Paid buyer=${from} price=2`,
      `event_Paid from=${from} amount=1`,
    ]);
    expect(rows[1]).toEqual(rows[0]);
    const versions = await queried(
      file,
      `SELECT implementation FROM versions WHERE address = '${shop}' ORDER BY from_block`,
    );
    expect(versions.map(({ implementation }) => implementation)).toEqual(isDiamond ? [first, null] : [first, next]);
    expect(await named(before)).toEqual(["amount", "receipt", "from", "amount"]);
    expect(await named(after)).toEqual(["price", "done", "buyer", "price"]);
  });

  it("a diamond that has no loupe yet is called by the facets of its cuts", async () => {
    const [facet, shop] = [await deploy("CutFacet"), await deploy("ShopV1")];
    const select = (signature: string) => selectorOf(cryptoSuite(suite), signature);
    const cut = select("cut(address,bytes4[])");
    const diamond = await deploy("BareDiamond", facet, JSON.stringify([cut]));
    await send(diamond, "cut", shop, JSON.stringify([select("pay(uint256)")]));
    const shown = await chainside("contract", "show", diamond);
    expect(shown).toMatchObject({ proxy: { kind: "diamond", foundBy: "events" } });
    expect((shown["proxy"] as { implementations: object[] }).implementations).toHaveLength(2);
    expect(await named(await send(diamond, "pay", "3"))).toEqual(["amount", "receipt", "from", "amount"]);
  });

  it("behind a beacon that reports only later code, as OpenZeppelin 4 has it", async () => {
    const beacon = await deploy("QuietBeacon", await deploy("ShopV1"));
    const shop = await deploy("Behind", beacon);
    expect(await named(await send(shop, "pay", "1"))).toEqual(["amount", "receipt", "from", "amount"]);
    await send(beacon, "upgradeTo", await deploy("ShopV2"));
    expect(await named(await send(shop, "pay", "2"))).toEqual(["price", "done", "buyer", "price"]);
  });

  it("by ABIs of the user where the chain keeps none, each in tables of its own name", async () => {
    const maker = await deploy("Maker");
    const made = async (what: string): Promise<Address> => {
      const { outcome } = (await chainside("tx", "show", await send(maker, what))) as {
        outcome: { events: { event: { arguments: { value: Address }[] } }[] };
      };
      return outcome.events[0]?.event.arguments[0]?.value as Address;
    };
    const [first, next] = [await made("first"), await made("next")];
    const shop = await deploy("Proxy", first);
    const value = (n: number): string => n.toString(16).padStart(64, "0");
    const pay = (n: number) => send(shop, "--data", `${selectorOf(cryptoSuite(suite), "pay(uint256)")}${value(n)}`);
    await pay(1);
    await send(shop, "upgradeTo", next);
    await pay(2);
    const uint = (name: string) => ({ name, type: "uint256", internalType: "uint256" });
    const abi = (input: string, output: object) =>
      JSON.stringify([
        { type: "function", name: "pay", inputs: [uint(input)], outputs: [output], stateMutability: "nonpayable" },
      ]);
    const [old, now] = [join(folder, "ShopOld.abi"), join(folder, "ShopNow.abi")];
    writeFileSync(old, abi("amount", uint("receipt")));
    writeFileSync(now, abi("price", { name: "done", type: "bool" }));
    const file = join(folder, "given.db");
    const given = [`${old}@${first}`, `${now}@${next}`].flatMap((each) => ["--contracts", each]);
    await run("index", "--url", chain.url, "--to", file, ...given);
    expect(await rowsOf(file, shop)).toEqual([
      "call_ShopNow_pay price=2 out_done=true",
      "call_ShopOld_pay amount=1 out_receipt=7",
    ]);
  });
});
