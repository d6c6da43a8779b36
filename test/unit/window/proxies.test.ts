// Contracts behind proxies, deployed and upgraded by commands: what is known to break is said before anything is deployed.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

const vault = (name: string, stored: string): string => `
contract ${name} is Initializable, UUPSUpgradeable {
  ${stored}
  constructor() { _disableInitializers(); }
  function _authorizeUpgrade(address) internal override { require(msg.sender == owner); }
  function initialize(address first) external initializer { owner = first; }
  function setFee(uint256 value) external { require(msg.sender == owner); fee = value; }
}`;

const sources = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;
import "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import "@openzeppelin/contracts/proxy/utils/Initializable.sol";
${vault("Vault", "address public owner; uint256 public fee;")}
${vault("WiderVault", "address public owner; uint256 public fee; uint256 public cap;")}
${vault("MovedVault", "uint256 public cap; address public owner; uint256 public fee;")}
`;

describe("proxies by commands of the editor", () => {
  let chain: DevChain;
  let window: FakeWindow;
  const account = () => chain.accounts[0];

  beforeAll(async () => {
    chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0 });
    window = openWindow({
      settings: { "chainside.connections": [{ name: "careful", endpoints: [chain.url], access: "confirm" }] },
      prepare: (folder) => {
        mkdirSync(join(folder, "contracts"), { recursive: true });
        const library = "node_modules/@openzeppelin/contracts";
        for (const part of ["proxy", "utils", "interfaces"])
          cpSync(join(library, part), join(folder, library, part), { recursive: true });
        writeFileSync(join(folder, "foundry.toml"), "[profile.default]\n");
        writeFileSync(join(folder, "contracts", "Vaults.sol"), sources);
      },
    });
    await window.view("FISCO BCOS");
    await window.command("FISCO BCOS: Connect", "careful");
    await window.status(/group0 #0/).waitFor();
    await window.command("FISCO BCOS: Import Account from Private Key");
    await window.answer("Enter the private key", account()?.privateKey ?? "");
    await window.answer("Enter a name for the account", "first");
    await window.status(/group0 #\d+ · \S/).waitFor();
  });
  afterAll(async () => {
    await window?.close();
    await chain?.close();
  });

  const height = (number: number): Promise<void> => window.status(new RegExp(`group0 #${number} `)).waitFor();

  it("deploys a contract and its initialized proxy, each after a question", async () => {
    await window.command("FISCO BCOS: Deploy as Proxy", /^Vault/);
    await window.answer("first (address)", account()?.address ?? "");
    await window.says("Second transaction");
    await window.sign("Deploy a proxy of the new contract");
    await window.sign("Deploy a proxy of Vault");
    await window.notification(/Deployed a proxy of Vault at 0x/).waitFor();
    await height(2);
    await window.dismissNotifications();
    await window.pane("Contracts");
    await window.row("Vault (proxy of Vault)").waitFor();
  });

  it("upgrades it, and refuses a source that breaks what is stored before anything is sent", async () => {
    await window.command("FISCO BCOS: Upgrade Proxy", /proxy of Vault/);
    await window.pick("MovedVault");
    await window.notification(/MovedVault/).waitFor();
    await height(2);
    await window.dismissNotifications();

    await window.command("FISCO BCOS: Upgrade Proxy", /proxy of Vault/);
    await window.pick("WiderVault");
    await window.pick("Deploy WiderVault First");
    await window.sign("to the new contract");
    await window.says("Select the function that is called in the same transaction");
    await window.pick("setFee");
    await window.answer("value (uint256)", "7");
    await window.sign("WiderVault");
    await window.notification(/The proxy 0x\w+ runs WiderVault now/).waitFor();
    await height(4);
    await window.row("Vault (proxy of WiderVault)").waitFor();
  });

  it("is recorded as a scenario that passes on a fresh chain", async () => {
    await window.dismissNotifications();
    const path = join(window.folder, "proxied.chain.yaml");
    window.paths.push(path);
    await window.command("FISCO BCOS: Record Scenario");
    await window.pick(/Deploy Vault/);
    await window.notification("Recorded. The scenario passes on a fresh chain.").waitFor();
    const named = (name: string): string => `"$\{${name}}"`;
    const text = readFileSync(path, "utf8");
    expect(text).toContain(
      `  - deployProxy: { implementation: ${named("vault")}, source: contracts/Vaults.sol:Vault, call: initialize(address), arguments: [${named("admin")}] }\n    as: vaultProxy\n`,
    );
    expect(text).toContain("  - send: vaultProxy.upgradeToAndCall\n");
    expect(text).toContain(`      events: [{ Upgraded: { implementation: ${named("widerVault")} } }]\n`);
  });
});
