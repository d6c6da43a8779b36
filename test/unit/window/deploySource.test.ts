import { cpSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Uri } from "../../support/fakeVscode/values";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("deploying what a file holds", () => {
  let workbench: FakeWindow;
  const path = (...parts: string[]): string => join(workbench.folder, ...parts);
  const artifact = "artifacts/contracts/HelloWorld.sol/HelloWorld.json";
  beforeAll(async () => {
    workbench = openWindow();
    await workbench.startChain();
  });
  afterAll(async () => workbench?.close());

  it("takes for a source what the project's build made of it since", async () => {
    const now = Date.now() / 1000;
    utimesSync(path("contracts/HelloWorld.sol"), now - 60, now - 60); // the only source there is
    utimesSync(path(artifact), now, now);
    void workbench.run("chainside.deployContract", Uri.file(path("contracts/HelloWorld.sol")));
    await workbench.answered(/Deployed HelloWorld at/);
  });

  it("deploys nothing for a source without a contract", async () => {
    writeFileSync(
      path("contracts/Shape.sol"),
      "pragma solidity ^0.8.0;\ninterface Shape { function area() external; }\n",
    );
    void workbench.run("chainside.deployContract", Uri.file(path("contracts/Shape.sol")));
    await workbench.notification(/contracts\/Shape\.sol/).waitFor();
    await workbench.dismissNotifications();
  });

  it("takes a file from elsewhere", async () => {
    cpSync(path(artifact), path("Elsewhere.json"));
    workbench.paths.push(path("Elsewhere.json"));
    await workbench.command("FISCO BCOS: Deploy Contract", "Select a file");
    await workbench.answered(/Deployed \S+ at/);
    expect(workbench.onScreen()).not.toContain("unexpected");
  });

  it("leaves everything as it is when no file is named", async () => {
    workbench.paths.push("");
    await workbench.command("FISCO BCOS: Deploy Contract", "Select a file");
    await workbench.ended();
    expect(workbench.onScreen()).not.toContain("Deployed");
  });
});

describe("the list of what can be deployed", () => {
  let workbench: FakeWindow;
  const path = (...parts: string[]): string => join(workbench.folder, ...parts);
  beforeAll(async () => {
    workbench = openWindow();
    const text = (name: string): string => `pragma solidity ^0.8.0;\ncontract ${name} { uint256 public x; }\n`;
    for (const [folder, file, name] of [
      ["合约", "HelloWorld.sol", "HelloWorld"],
      ["test", "Hello.t.sol", "HelloTest"],
      ["test/helpers", "Helper.sol", "HelloHelper"],
      ["script", "Deploy.s.sol", "HelloScript"],
    ] as const) {
      mkdirSync(path(folder), { recursive: true });
      writeFileSync(path(folder, file), text(name));
    }
    await workbench.startChain();
  });
  afterAll(async () => workbench?.close());

  it("offers contracts by file, those of the open one first, and no tests", async () => {
    await workbench.openFile("合约/HelloWorld.sol");
    void workbench.run("chainside.deployContract");
    await expect.poll(() => workbench.onScreen()).toContain("合约/HelloWorld.sol");
    const screen = workbench.onScreen();
    expect(screen.indexOf("合约/HelloWorld.sol")).toBeLessThan(screen.indexOf("artifacts/contracts/HelloWorld.sol"));
    for (const name of ["HelloTest", "HelloHelper", "HelloScript"]) expect(screen).not.toContain(name);
    workbench.escape();
    await workbench.ended();
  });
});
