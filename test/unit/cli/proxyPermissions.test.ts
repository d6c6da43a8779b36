// Proxies on a chain with permissions: who may deploy, call, and upgrade is said before anything is signed.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../src/cli/commands";
import type { Address } from "../../../src/crypto/bytes/hex";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { useCatalogue } from "../../../src/text/catalogue";
import { writtenLines } from "../../support/commandLine";

const { out } = writtenLines();

const sources = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;
import "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
contract Vault is Initializable, UUPSUpgradeable {
  address public owner; uint256 public total;
  error OwnableUnauthorizedAccount(address account);
  event Added(uint256 n);
  constructor() { _disableInitializers(); }
  function initialize(address first) external initializer { owner = first; }
  function _authorizeUpgrade(address) internal override { if (msg.sender != owner) revert OwnableUnauthorizedAccount(msg.sender); }
  function add(uint256 n) external { total += n; emit Added(n); }
}
contract Wider is Vault { uint256 public fee; function setFee(uint256 value) external { fee = value; } }
contract Beacon is UpgradeableBeacon { constructor(address a, address o) UpgradeableBeacon(a, o) {} }
contract Behind is BeaconProxy { constructor(address b) BeaconProxy(b, "") payable {} }
`;

describe.each(["standard", "sm"] as const)("on a chain of the suite %s", (suite) => {
  let chain: DevChain;
  let folder: string;
  const account = (n: number): Address => (chain.accounts[n]?.address ?? "0x") as Address;

  beforeAll(async () => {
    chain = await startDevChain({
      port: 0,
      suite,
      sealers: 1,
      observers: 0,
      blockIntervalMs: 0,
      executorVersion: 0,
      auth: true,
    });
    folder = mkdtempSync(join(tmpdir(), "chainside-permissions-"));
    mkdirSync(join(folder, "contracts"));
    for (const part of ["access", "interfaces", "proxy", "utils"]) {
      const within = join("node_modules", "@openzeppelin", "contracts", part);
      cpSync(within, join(folder, within), { recursive: true, dereference: true });
    }
    writeFileSync(join(folder, "foundry.toml"), "[profile.default]\n");
    writeFileSync(join(folder, "contracts", "Vault.sol"), sources);
  });
  afterAll(async () => {
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  async function chainside(...args: string[]): Promise<{ code: number; result: unknown }> {
    out.length = 0;
    vi.spyOn(process, "cwd").mockReturnValue(folder);
    const code = await runCommand([...args, "--url", chain.url, "--json"], () => useCatalogue("en"));
    const { result, error } = JSON.parse(out.join("")) as { result?: unknown; error?: { code: unknown } };
    return { code, result: result ?? error?.code };
  }
  const by = (n: number, ...args: string[]) => chainside(...args, "--key", `dev${n}`, "--yes");
  async function done(n: number, ...args: string[]): Promise<Record<string, unknown>> {
    const { code, result } = await by(n, ...args);
    expect([args, code, code === 0 ? "" : result]).toEqual([args, 0, ""]);
    return result as Record<string, unknown>;
  }
  const deploy = async (name: string, ...args: string[]): Promise<Address> =>
    (await done(0, "deploy", `contracts/Vault.sol:${name}`, ...args))["contractAddress"] as Address;
  const initialized = ["contracts/Vault.sol:Vault", "--call", "initialize", "--arguments"];
  const upgrade = (to: Address, implementation: Address) => [
    ...["contract", "upgrade", to, implementation, "contracts/Vault.sol:Wider"],
  ];

  it("a UUPS proxy is upgraded by its owner, who also may call what upgrades it", async () => {
    const [vault, wider] = [await deploy("Vault"), await deploy("Wider")];
    const made = await done(1, "contract", "deploy-proxy", vault, ...initialized, account(1));
    const proxy = made["contractAddress"] as Address;
    expect(await done(2, "send", proxy, "add", "5")).toMatchObject({ events: [{ event: { name: "Added" } }] });
    expect((await chainside("contract", "admin", proxy)).result).toBe(account(1));
    expect((await by(2, ...upgrade(proxy, wider))).result).toBe("notUpgrader");
    // The name of the proxy that the project keeps stands for it.
    const method = "upgradeToAndCall(address,bytes)";
    await done(1, "contract", "set-method-policy", "Vault", method, "whiteList");
    expect((await chainside("contract", "check-method", "Vault", method, account(1))).result).toBe(false);
    expect((await by(1, ...upgrade(proxy, wider))).result).toBe("methodNotAllowed");
    await done(1, "contract", "open-method", proxy, method, account(1));
    await done(1, ...upgrade(proxy, wider));
    expect((await chainside("verify", proxy, "contracts/Vault.sol:Wider")).result).toMatchObject({ identical: true });
    await done(2, "send", proxy, "setFee", "5");
    // What is frozen is the account that is called, and not whose code it runs.
    await done(0, "contract", "freeze", wider);
    await done(2, "send", proxy, "setFee", "6");
    await done(1, "contract", "freeze", proxy);
    expect((await by(2, "send", proxy, "setFee", "7")).code).toBe(1);
    expect((await by(1, ...upgrade(proxy, vault))).code).not.toBe(0);
  });

  it("a beacon is upgraded by its owner; who may not deploy makes no proxy", async () => {
    const [vault, wider] = [await deploy("Vault"), await deploy("Wider")];
    const beacon = await deploy("Beacon", vault, account(0));
    const behind = await deploy("Behind", beacon);
    await done(1, "send", behind, "initialize", account(1));
    expect((await by(1, ...upgrade(behind, wider))).result).toBe("notUpgrader");
    await done(0, "contract", "set-method-policy", beacon, "upgradeTo(address)", "whiteList");
    expect((await by(0, ...upgrade(behind, wider))).result).toBe("methodNotAllowed");
    await done(0, "contract", "open-method", beacon, "upgradeTo(address)", account(0));
    await done(0, ...upgrade(behind, wider));
    expect((await chainside("verify", behind, "contracts/Vault.sol:Wider")).result).toMatchObject({ identical: true });
    await done(0, "committee", "propose-deploy-policy", "whiteList");
    const refused = await by(1, "contract", "deploy-proxy", vault, ...initialized, account(1));
    expect(refused.result).toBe("deployNotAllowed");
  });
});
