// Deploying behind a proxy and upgrading it, with what is checked before: on embedded chains of either suite.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../src/cli/commands";
import type { Address } from "../../../src/crypto/bytes/hex";
import { exportKeyFile } from "../../../src/crypto/keyFiles/exportKeyFile";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { defaultCompilerCache } from "../../../src/solidity/compilerReleases/compilerStore";
import { useCatalogue } from "../../../src/text/catalogue";
import { writtenLines } from "../../support/commandLine";

const { out, err } = writtenLines();
const scenario = readFileSync(resolve("test/fixtures/proxies/upgrade.chain.yaml"), "utf8");

const disabled = "constructor() { _disableInitializers(); }";
const guarded = "function _authorizeUpgrade(address) internal override { require(msg.sender == owner); }";
const vault = (contract: string, variables: string, more = `${disabled} ${guarded}`): string => `
contract ${contract} is Initializable, UUPSUpgradeable {
  ${variables}
  ${more}
  function initialize(address first) external virtual initializer { owner = first; }
  function add(uint256 n) external { total += n; }
}`;
const stored = "address public owner; uint256 public total;";

const sources = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;
import "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import "@openzeppelin/contracts/proxy/utils/Initializable.sol";
${vault("Vault", stored)}
${vault("Wider", `${stored} uint256 public fee; function setFee(uint256 value) external { fee = value; }`)}
${vault("Moved", `uint256 public fee; ${stored}`)}
${vault("Open", stored, `${disabled} function _authorizeUpgrade(address) internal override {}`)}
${vault("Enabled", stored, guarded)}
${vault("Immutable", `${stored} uint256 public immutable cap = 7;`)}
${vault("Assigned", `${stored} uint256 public cap = 7;`)}
${vault("Allowed", `${stored} /// @custom:oz-upgrades-unsafe-allow state-variable-immutable\n  uint256 public immutable cap = 7;`)}
${vault("Constructed", stored, `constructor() { owner = msg.sender; } ${guarded}`)}
${vault("Dying", stored, `${disabled} ${guarded} function end() external { selfdestruct(payable(msg.sender)); }`)}
${vault("Running", stored, `${disabled} ${guarded} function run(address to) external { Runner.run(to); }`)}
${vault("Assembled", stored, `${disabled} ${guarded} function run(address to) external { assembly { pop(delegatecall(gas(), to, 0, 0, 0, 0)) } }`)}
contract OwnedVault is Initializable, UUPSUpgradeable {
  ${stored} ${disabled}
  error OwnableUnauthorizedAccount(address account);
  function _authorizeUpgrade(address) internal override { if (msg.sender != owner) revert OwnableUnauthorizedAccount(msg.sender); }
  function initialize(address first) external initializer { owner = first; }
}
contract RoleVault is Initializable, UUPSUpgradeable {
  mapping(bytes32 => mapping(address => bool)) public hasRole;
  ${disabled}
  error AccessControlUnauthorizedAccount(address account, bytes32 role);
  function _authorizeUpgrade(address) internal override { if (!hasRole[0][msg.sender]) revert AccessControlUnauthorizedAccount(msg.sender, 0); }
  function initialize(address first) external initializer { hasRole[0][first] = true; }
}
library Runner { function run(address to) internal { (bool ok,) = to.delegatecall(""); require(ok); } }
contract Last is Initializable { ${stored} ${disabled} function initialize(address a) external initializer { owner = a; } }
`;

const old = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;
import "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import "@openzeppelin/contracts/proxy/utils/Initializable.sol";
${vault("Old", `${stored} function retire() external { total = 0; }`)}
`;

const proxies = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;
import "@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol";
import "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
contract Transparent is TransparentUpgradeableProxy { constructor(address a, address o, bytes memory d) TransparentUpgradeableProxy(a, o, d) payable {} }
contract Beacon is UpgradeableBeacon { constructor(address a, address o) UpgradeableBeacon(a, o) {} }
contract Behind is BeaconProxy { constructor(address b) BeaconProxy(b, "") payable {} }
`;

/** The same by OpenZeppelin 4, whose upgradeToAndCall calls new code also with nothing. */
const older = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
import "openzeppelin-contracts-4/proxy/utils/UUPSUpgradeable.sol";
import "openzeppelin-contracts-4/proxy/utils/Initializable.sol";
import "openzeppelin-contracts-4/proxy/transparent/TransparentUpgradeableProxy.sol";
import "openzeppelin-contracts-4/proxy/transparent/ProxyAdmin.sol";
${vault("VaultOf4", stored)}
${vault("WiderOf4", `${stored} uint256 public fee; function setFee(uint256 value) external { fee = value; }`)}
contract TransparentOf4 is TransparentUpgradeableProxy { constructor(address a, address o, bytes memory d) TransparentUpgradeableProxy(a, o, d) payable {} }
contract AdminOf4 is ProxyAdmin {}
`;

/** A proxy that no standard has, with a function of its own. */
const own = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;
contract OwnProxy {
  uint256[40] private __gap;
  address public target;
  constructor(address to, bytes memory data) payable { target = to; (bool ok,) = to.delegatecall(data); require(ok); }
  function upgradeTo(address to) external { target = to; }
  fallback() external payable { address to = target; assembly { calldatacopy(0, 0, calldatasize()) let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0) returndatacopy(0, 0, returndatasize()) if iszero(ok) { revert(0, returndatasize()) } return(0, returndatasize()) } }
}
`;

describe.each(["standard", "sm"] as const)("upgrades on a chain of the suite %s", (suite) => {
  let chain: DevChain;
  let folder: string;

  beforeAll(async () => {
    chain = await startDevChain({ port: 0, suite, sealers: 1, observers: 0, blockIntervalMs: 0 });
    folder = mkdtempSync(join(tmpdir(), "chainside-upgrades-"));
    mkdirSync(join(folder, "contracts"));
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "dir");
    writeFileSync(join(folder, "foundry.toml"), "[profile.default]\n");
    writeFileSync(join(folder, "contracts", "Vaults.sol"), sources);
    writeFileSync(join(folder, "contracts", "Old.sol"), old);
    writeFileSync(join(folder, "contracts", "Proxies.sol"), proxies);
    writeFileSync(join(folder, "contracts", "Older.sol"), older);
    writeFileSync(join(folder, "contracts", "Own.sol"), own);
  });
  afterAll(async () => {
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  interface Answer {
    readonly code: number;
    readonly result: Record<string, unknown>;
    readonly error: { readonly code?: string; readonly message?: string };
  }
  const chainside = (...args: string[]): Promise<Answer> => chainsideIn(folder, ...args);
  async function chainsideIn(within: string, ...args: string[]): Promise<Answer> {
    out.length = 0;
    vi.spyOn(process, "cwd").mockReturnValue(within);
    const code = await runCommand([...args, "--url", chain.url, "--json"], () => useCatalogue("en"));
    const { result = {}, error = {} } = JSON.parse(out.join("")) as Partial<Answer>;
    return { code, result, error };
  }
  const signed = (...args: string[]) => chainside(...args, "--key", "dev0", "--yes");
  const named = (contract: string) => `contracts/Vaults.sol:${contract}`;
  async function deploy(target: string, ...args: string[]): Promise<Address> {
    const { code, result } = await signed("deploy", `contracts/${target}`, ...args);
    expect([target, code]).toEqual([target, 0]);
    return result["contractAddress"] as Address;
  }
  const owner = async () =>
    (await signed("send", await deploy("Vaults.sol:Vault"), "add", "1")).result["from"] as string;
  const proxied = async (...more: string[]) =>
    signed(
      "contract",
      "deploy-proxy",
      await deploy("Vaults.sol:Vault"),
      named("Vault"),
      "--call",
      "initialize",
      ...more,
    );
  const upgraded = async (proxy: string, contract: string, ...more: string[]) =>
    signed("contract", "upgrade", proxy, await deploy(`Vaults.sol:${contract}`), named(contract), ...more);
  const answerOf = async (proxy: string, name: string) =>
    JSON.stringify((await chainside("call", proxy, name)).result).toLowerCase();

  const records = () => join(folder, ".chainside", "proxies.json");
  const recordOf = (proxy: string): unknown =>
    JSON.parse(readFileSync(records(), "utf8")).chains[0]?.proxies[proxy.toLowerCase()];

  it("a proxy is deployed, initialized and upgraded; what it stored stays", async () => {
    const me = await owner();
    const made = await proxied("--arguments", me);
    expect(made.error).toEqual({});
    const proxy = made.result["contractAddress"] as Address;
    expect(await answerOf(proxy, "owner")).toContain(me.slice(2).toLowerCase());
    expect((await signed("send", proxy, "add", "41")).code).toBe(0);
    const done = await upgraded(proxy, "Wider", "--call", "setFee", "--arguments", "9");
    expect(done.error).toEqual({});
    expect([await answerOf(proxy, "total"), await answerOf(proxy, "fee")]).toEqual([
      expect.stringContaining('"41"'),
      expect.stringContaining('"9"'),
    ]);
    expect((await chainside("contract", "show", proxy)).result["upgrades"]).toHaveLength(2);
    expect(recordOf(proxy)).toMatchObject({
      kind: "uups",
      history: [{ transaction: made.result["transactionHash"] }, { transaction: done.result["transactionHash"] }],
    });
  });

  it("is judged by the records of the project where nothing was compiled before, and never against them", async () => {
    const me = await owner();
    const first = await deploy("Old.sol:Old");
    const made = await signed(
      "contract",
      "deploy-proxy",
      first,
      "contracts/Old.sol:Old",
      "--call",
      "initialize",
      "--arguments",
      me,
    );
    expect(made.error).toEqual({});
    const proxy = made.result["contractAddress"] as Address;
    const wider = await deploy("Vaults.sol:Wider");
    // Another machine: the compilers alone.
    const cache = join(folder, "cache");
    mkdirSync(cache);
    for (const name of readdirSync(defaultCompilerCache()).filter((each) => each.endsWith(".js")))
      symlinkSync(join(defaultCompilerCache(), name), join(cache, name));
    vi.stubEnv("CHAINSIDE_SOLC_CACHE", cache);
    try {
      const verdict = async (contract: string) => {
        const { code, result } = await chainside("layout", named(contract), "--suite", suite, "--against", proxy);
        return [code, result["verdict"]];
      };
      const text = readFileSync(records(), "utf8");
      expect([await verdict("Wider"), await verdict("Moved")]).toEqual([
        [0, "kept"],
        [1, "broken"],
      ]);
      writeFileSync(records(), text.replaceAll(`"implementation": "${first}"`, `"implementation": "${wider}"`));
      expect(await verdict("Wider")).toEqual([1, "unknown"]);
      const upgrade = (...more: string[]) => signed("contract", "upgrade", proxy, wider, named("Wider"), ...more);
      writeFileSync(records(), "<<<<<<< HEAD");
      expect((await upgrade()).error.code).toBe("proxyRecordsWrong");
      rmSync(records());
      const unknown = await upgrade();
      expect([unknown.code, unknown.error.code]).toEqual([2, "upgradeUnproven"]);
      expect((await upgrade("--force", "upgradeUnsafe")).error.code).toBe("upgradeUnproven");
      expect((await upgrade("--force", "upgradeUnproven")).error).toEqual({});
      expect(recordOf(proxy)).toMatchObject({ implementation: wider, history: [{}] });
      expect(await verdict("Moved")).toEqual([1, "broken"]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("what is known to break is refused, and nothing is sent", async () => {
    const me = await owner();
    const proxy = (await proxied("--arguments", me)).result["contractAddress"] as Address;
    const codes: Record<string, unknown> = {};
    for (const contract of [
      "Moved",
      "Open",
      "Immutable",
      "Assigned",
      "Constructed",
      "Dying",
      "Running",
      "Assembled",
      "Last",
    ])
      codes[contract] = (await upgraded(proxy, contract)).error.code;
    const unsafe = "upgradeUnsafe";
    expect(codes).toEqual({
      Moved: "upgradeBreaksStorage",
      Open: unsafe,
      Immutable: unsafe,
      Assigned: unsafe,
      Constructed: unsafe,
      Dying: unsafe,
      Running: unsafe,
      Assembled: unsafe,
      Last: "notUpgradable",
    });
    const other = await deploy("Vaults.sol:Vault");
    expect((await signed("contract", "upgrade", proxy, other, named("Wider"))).error.code).toBe(
      "implementationDiffers",
    );
    expect((await signed("contract", "upgrade", other, other, named("Vault"))).error.code).toBe("notUpgradable");
    const lone = await signed("contract", "deploy-proxy", other, named("Vault"));
    expect(lone.error.code).toBe("initializerNotCalled");
    expect((await chainside("contract", "show", proxy)).result["upgrades"]).toHaveLength(1);
    // an annotation allows, and an implementation that anyone can initialize is a warning
    for (const contract of ["Allowed", "Enabled"]) expect((await upgraded(proxy, contract)).error).toEqual({});
  });

  it("transparent proxies are upgraded by their administrator, beacons for all of theirs", async () => {
    const me = await owner();
    const made = await proxied("--arguments", me, "--proxy", "contracts/Proxies.sol:Transparent", "--owner", me);
    expect(made.error).toEqual({});
    const transparent = made.result["contractAddress"] as Address;
    expect((await upgraded(transparent, "Wider", "--call", "setFee", "--arguments", "3")).error).toEqual({});
    expect(await answerOf(transparent, "fee")).toContain('"3"');
    const beacon = await deploy("Proxies.sol:Beacon", await deploy("Vaults.sol:Vault"), me);
    const behind = await deploy("Proxies.sol:Behind", beacon);
    expect((await upgraded(behind, "Wider")).error).toEqual({});
    expect(await answerOf(behind, "fee")).toContain('"0"');
  });

  it("by the name that the project keeps for it, where only one proxy has it", async () => {
    const me = await owner();
    const named = "contracts/Named.sol:Purse";
    writeFileSync(join(folder, "contracts", "Named.sol"), sources.split("contract ")[0] + vault("Purse", stored));
    const initial = ["--call", "initialize", "--arguments", me];
    const deployed = async () => signed("contract", "deploy-proxy", await deploy("Named.sol:Purse"), named, ...initial);
    const { contractAddress: first } = (await deployed()).result;
    expect((await signed("send", "Purse", "add", "5")).error).toEqual({});
    expect(await answerOf("Purse", "total")).toContain('"5"');
    expect((await chainside("contract", "show", "Purse")).result["address"]).toBe(first);
    out.length = 0;
    await runCommand(["contract", "show", "Purse", "--url", chain.url], () => useCatalogue("en"));
    expect(out.join("\n")).toContain(`${String(first)} (Purse (proxy of Purse))`);
    const next = await deploy("Named.sol:Purse");
    expect((await signed("contract", "upgrade", "Purse", next, named)).error).toEqual({});
    expect((await chainside("layout", named, "--suite", suite, "--against", "Purse")).result["verdict"]).toBe("kept");
    expect((await chainside("call", "Wallet", "total")).error.code).toBe("badTarget");
    await deployed();
    expect((await chainside("call", "Purse", "total")).error.code).toBe("severalProxies");
  });

  it("by an account that may not: refused before anything is signed, with whom the proxy listens to", async () => {
    const me = await owner();
    const by = (proxy: string, next: string, contract: string, ...more: string[]) =>
      chainside("contract", "upgrade", proxy, next, contract, "--key", "dev1", "--yes", ...more);
    const first = await deploy("Vaults.sol:Vault");
    const next = await deploy("Vaults.sol:Wider");
    const uups = (await proxied("--arguments", me)).result["contractAddress"] as string;
    const proxy = ["--proxy", "contracts/Proxies.sol:Transparent", "--owner", me];
    const transparent = (await proxied("--arguments", me, ...proxy)).result["contractAddress"] as string;
    const beacon = await deploy("Proxies.sol:Beacon", first, me);
    const behind = await deploy("Proxies.sol:Behind", beacon);
    const admin = ((await chainside("contract", "show", transparent)).result["proxy"] as { admin: string }).admin;
    const owned = await deploy("Vaults.sol:OwnedVault");
    const ownable = await signed(
      "contract",
      "deploy-proxy",
      owned,
      named("OwnedVault"),
      "--call",
      "initialize",
      "--arguments",
      me,
    );
    const roles = await deploy("Vaults.sol:RoleVault");
    const byRole = await signed(
      "contract",
      "deploy-proxy",
      roles,
      named("RoleVault"),
      "--call",
      "initialize",
      "--arguments",
      me,
    );
    const [ofOwned, ofRoles] = [ownable, byRole].map(({ result }) => result["contractAddress"] as string);
    for (const [at = "", guard = "", to, source] of [
      [uups, uups, next, "Wider"],
      [transparent, admin, next, "Wider"],
      [behind, beacon, next, "Wider"],
      [ofOwned, ofOwned, await deploy("Vaults.sol:OwnedVault"), "OwnedVault"],
    ] as const) {
      const { code, error } = await by(at, to, named(source));
      expect([code, error.code]).toEqual([2, "notUpgrader"]);
      expect(error.message?.toLowerCase()).toContain(`${guard} is owned by ${me}`.toLowerCase());
    }
    const nextRoles = await deploy("Vaults.sol:RoleVault");
    const lacking = await by(ofRoles ?? "", nextRoles, named("RoleVault"));
    expect([lacking.error.code, lacking.error.message]).toEqual([
      "notUpgrader",
      expect.stringContaining(`lacks the role 0x${"0".repeat(64)}`),
    ]);
    expect((await signed("contract", "upgrade", ofRoles ?? "", nextRoles, named("RoleVault"))).error).toEqual({});
    // It is sent by an explicit word alone, and then the contract refuses it.
    const sent = await by(behind, next, named("Wider"), "--force", "notUpgrader");
    expect(sent.error.code).not.toBe("notUpgrader");
    expect(await answerOf(uups, "total")).toContain('"0"');
  });

  it("those of OpenZeppelin 4, and a proxy with a function of its own", async () => {
    const me = await owner();
    const old = (contract: string) => `contracts/Older.sol:${contract}`;
    const proxiedOld = async (...more: string[]) => {
      const first = await deploy("Older.sol:VaultOf4");
      const args = ["--call", "initialize", "--arguments", me, ...more];
      const made = await signed("contract", "deploy-proxy", first, old("VaultOf4"), ...args);
      expect(made.error).toEqual({});
      return made.result["contractAddress"] as Address;
    };
    const upgradedOld = async (proxy: Address, ...more: string[]) =>
      signed("contract", "upgrade", proxy, await deploy("Older.sol:WiderOf4"), old("WiderOf4"), ...more);
    const uups = await proxiedOld();
    expect((await upgradedOld(uups)).error).toEqual({});
    expect(await answerOf(uups, "fee")).toContain('"0"');
    const again = await upgradedOld(uups, "--call", "setFee", "--arguments", "5");
    expect([again.error, await answerOf(uups, "fee")]).toEqual([{}, expect.stringContaining('"5"')]);
    const admin = await deploy("Older.sol:AdminOf4");
    const byAdmin = await proxiedOld("--proxy", old("TransparentOf4"), "--owner", admin);
    expect((await chainside("contract", "show", byAdmin)).result["proxy"]).toMatchObject({
      kind: "transparent",
      admin,
    });
    expect((await upgradedOld(byAdmin)).error).toEqual({});
    expect(await answerOf(byAdmin, "fee")).toContain('"0"');
    const unknown = await proxiedOld("--proxy", "contracts/Own.sol:OwnProxy");
    const calling = await upgradedOld(unknown, "--call", "setFee", "--arguments", "5");
    expect(calling.error.code).toBe("notUpgradable");
    expect((await upgradedOld(unknown)).error).toEqual({});
    expect(await answerOf(unknown, "fee")).toContain('"0"');
  });

  it("what is signed elsewhere is written down when it is handed over, and what became of it when it was sent", async () => {
    const { address: me = "", privateKey = "" } = chain.accounts[1] ?? {};
    const key = await exportKeyFile({ format: "pem", suite, privateKey: Buffer.from(privateKey.slice(2), "hex") });
    const [keyFile, file] = [join(folder, "owner.pem"), join(folder, "request.json")];
    writeFileSync(keyFile, key.content);
    const first = await deploy("Vaults.sol:Vault");
    const initial = ["--call", "initialize", "--arguments", me];
    const handOver = (...args: string[]) => chainside(...args, "--key", me, "--request-out", file);
    const made = () => handOver("contract", "deploy-proxy", first, named("Vault"), ...initial);
    const kept = () => JSON.parse(readFileSync(records(), "utf8")).chains[0];
    expect((await made()).error).toEqual({});
    const { hash } = JSON.parse(readFileSync(file, "utf8")) as { hash: string };
    expect(kept().pending).toEqual([expect.objectContaining({ transaction: hash, implementation: first })]);
    expect((await chainside("request", "sign", file, "--key", keyFile, "--yes")).code).toBe(0);
    const sent = await chainside("request", "send", file);
    const proxy = sent.result["contractAddress"] as Address;
    expect(kept()).not.toHaveProperty("pending");
    expect(recordOf(proxy)).toMatchObject({ implementation: first, history: [{ transaction: hash }] });
    // Sent from where no one keeps it: the next run of the project finds it.
    const wider = await deploy("Vaults.sol:Wider");
    expect((await handOver("contract", "upgrade", proxy, wider, named("Wider"))).error).toEqual({});
    expect((await chainside("request", "sign", file, "--key", keyFile, "--yes")).code).toBe(0);
    const elsewhere = mkdtempSync(join(folder, "elsewhere-"));
    writeFileSync(join(elsewhere, "foundry.toml"), "[profile.default]\n");
    expect((await chainsideIn(elsewhere, "request", "send", file)).error).toEqual({});
    expect([kept().pending.length, recordOf(proxy)]).toEqual([1, expect.objectContaining({ implementation: first })]);
    expect((await proxied("--arguments", me)).error).toEqual({});
    expect([kept().pending, recordOf(proxy)]).toEqual([undefined, expect.objectContaining({ implementation: wider })]);
  });

  it("a scenario deploys, calls and upgrades proxies, and is refused the same", async () => {
    writeFileSync(join(folder, "upgrade.chain.yaml"), `matrix: { suite: [${suite}] }\n${scenario}`);
    out.length = 0;
    vi.spyOn(process, "cwd").mockReturnValue(folder);
    const code = await runCommand(["run", join(folder, "upgrade.chain.yaml")], () => useCatalogue("en"));
    expect([code, err.join("\n"), out.join("\n")]).toEqual([0, "", expect.stringContaining("passed 1")]);
  });
});
