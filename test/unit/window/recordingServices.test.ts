import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { chainside } from "../../support/chainside";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

/** A reference of a scenario, `${name}`, out of the reach of JavaScript. */
const named = (name: string): string => `$\{${name}}`;

describe("recording what services did to a contract, on an SM chain with permissions", () => {
  let window: FakeWindow;
  const path = (): string => join(window.folder, "services.chain.yaml");
  beforeAll(async () => {
    window = openWindow({
      settings: {
        "chainside.embeddedChain.sm": true,
        "chainside.embeddedChain.permissions": true,
        "chainside.embeddedChain.features": ["feature_sharding"],
      },
    });
    await window.startChain();
  });
  afterAll(async () => window?.close());

  const height = (number: number): Promise<void> => window.status(new RegExp(`group0 #${number} `)).waitFor();

  it("links a contract, puts it into a shard, closes a method and opens it, and changes rows by conditions", async () => {
    await window.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await window.sign("compiled for keccak256");
    await window.answered(/Deployed HelloWorld at/);
    await height(1);
    await window.command("FISCO BCOS: Link Contract in BFS", "HelloWorld");
    await window.answer("Enter the path of the link", "/apps/hello/1.0");
    await height(2);
    await window.command("FISCO BCOS: Create Shard");
    await window.answer("Enter a name for the new shard", "east");
    await window.sign("A shard is permanent");
    await height(3);
    await window.command("FISCO BCOS: Add Contract to Shard", "HelloWorld");
    await window.answer(/shard/i, "east");
    await window.sign("The contract stays in this shard permanently.");
    await height(4);
    await window.command("FISCO BCOS: Set Method Access Policy", "HelloWorld", "set(string");
    await window.pick("Whitelist");
    await window.sign("The whitelist is empty");
    await height(5);
    await window.command("FISCO BCOS: Allow Account to Call Method", "HelloWorld", "set(string");
    await window.pick("dev1");
    await height(6);
    await window.command("FISCO BCOS: Create Table");
    await window.answer("Enter a name for the new table", "t_goods");
    await window.answer("Enter the name of the key column", "id");
    await window.answer("Enter the names of the other columns", "name, price");
    await window.pick("Text");
    await height(7);
    await window.command("FISCO BCOS: Run Table SQL");
    await window.answer("create table, alter table", "insert into t_goods (id, name, price) values (a1, tea, 38)");
    await height(8);
    await window.command("FISCO BCOS: Run Table SQL");
    await window.answer(
      "create table, alter table",
      'update t_goods set price = "it\'s 40" where price = 38 and id >= a',
    );
    await window.sign(/1/);
    await height(9);
    await window.command("FISCO BCOS: Run Table SQL");
    await window.answer("create table, alter table", "delete from t_goods where name like 'te%' limit 0, 10");
    await window.sign(/1/);
    await height(10);
  });

  it("writes them as operations that pass on a fresh chain, with names in the place of addresses and selectors", async () => {
    await window.dismissNotifications();
    window.paths.push(path());
    await window.command("FISCO BCOS: Record Scenario");
    await window.pick(/Deploy HelloWorld/);
    await window.notification("Recorded. The scenario passes on a fresh chain.").waitFor();
    const done = ["    expect:", "      code: 0"];
    const text = readFileSync(path(), "utf8");
    const account = /account: (0x[0-9a-f]{40})/.exec(text)?.[1];
    const rows = ["    expect:", "      code: 1"];
    expect(text).toBe(
      [
        "scenario: services",
        "chain: { suite: sm, auth: true, features: [feature_sharding] }",
        "steps:",
        "  - deploy: artifacts/contracts/HelloWorld.sol/HelloWorld.json",
        "    as: helloWorld",
        "  - link: /apps/hello/1.0",
        `    to: "${named("helloWorld")}"`,
        ...done,
        "  - makeShard: east",
        ...done,
        `  - linkShard: { name: east, contract: "${named("helloWorld")}" }`,
        ...done,
        `  - setMethodPolicy: { contract: "${named("helloWorld")}", method: set(string), policy: whiteList }`,
        ...done,
        `  - openMethod: { contract: "${named("helloWorld")}", method: set(string), account: ${account} }`,
        ...done,
        "  - createTable: { table: t_goods, key: id, columns: [name, price] }",
        ...done,
        "  - insert: { table: t_goods, row: { id: a1, name: tea, price: 38 } }",
        ...rows,
        `  - sql: "update t_goods set price = 'it''s 40' where price = '38' and id >= 'a'"`,
        ...rows,
        `  - sql: "delete from t_goods where name like 'te%' limit 0, 10"`,
        ...rows,
        "",
      ].join("\n"),
    );
  });

  it("takes the deployment along that one clicked link leads to", async () => {
    await window.pane("Contracts");
    await window.expand("Sent");
    window.paths.push(join(window.folder, "link"));
    await window.fromMenu(window.row(/Link .*hello/).first(), "Record Scenario");
    const file = join(window.folder, "link.chain.yaml");
    const text = (): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
    await expect
      .poll(text)
      .toContain("  - deploy: artifacts/contracts/HelloWorld.sol/HelloWorld.json\n    as: helloWorld\n");
    expect(text()).toContain("  - link: /apps/hello/1.0\n");
  });
});

describe("recording on a chain that answers no dev_ method", () => {
  let chain: DevChain;
  let other: DevChain;
  let window: FakeWindow;
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, blockIntervalMs: 0 });
    other = await startDevChain({ port: 0, seed: "another", blockIntervalMs: 0 });
    window = openWindow({
      settings: { "chainside.connections": [{ name: "far", endpoints: [chain.url], access: "full" }] },
    });
    await window.view("FISCO BCOS");
    await window.command("FISCO BCOS: Connect", "far");
    await window.status(/group0 #0/).waitFor();
    await window.command("FISCO BCOS: Import Account from Private Key");
    await window.answer("Enter the private key", chain.accounts[3]?.privateKey ?? "");
    await window.answer("Enter a name for the account", "keeper");
    await window.status(/group0 #\d+ · \S/).waitFor();
  });
  afterAll(async () => {
    await window?.close();
    await chain?.close();
    await other?.close();
  });

  it("makes a file that passes on a fresh chain, and on another one with other keys through --url", async () => {
    await window.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await window.answered(/Deployed HelloWorld at/);
    await window.command("FISCO BCOS: Send Transaction", "HelloWorld", "set(string");
    await window.answer("(string)", "far away");
    await window.status(/group0 #2 /).waitFor();
    await window.command("FISCO BCOS: Link Contract in BFS", "HelloWorld");
    await window.answer("Enter the path of the link", "/apps/far/1.0");
    // The block is seen before its receipt is read, and only what has one is recorded.
    await window.pane("Contracts");
    await window.expand("Sent");
    await expect.poll(() => window.childrenOf("Sent")).toContainEqual(expect.stringMatching(/Link .*block 3/));
    const file = join(window.folder, "far.chain.yaml");
    window.paths.push(file);
    await window.command("FISCO BCOS: Record Scenario");
    await window.pick(/Deploy HelloWorld/);
    await window.notification("Recorded. The scenario passes on a fresh chain.").waitFor();
    expect(readFileSync(file, "utf8")).toBe(
      [
        "scenario: far",
        "steps:",
        "  - deploy: artifacts/contracts/HelloWorld.sol/HelloWorld.json",
        "    as: helloWorld",
        "  - send: helloWorld.set",
        '    args: { value: "far away" }',
        "    expect:",
        "      status: 0",
        `      events: [{ Greeted: { by: "${named("admin")}", greeting: "far away" } }]`,
        "  - link: /apps/far/1.0",
        `    to: "${named("helloWorld")}"`,
        "    expect:",
        "      code: 0",
        "",
      ].join("\n"),
    );
    const key = join(window.folder, "other.pem");
    writeFileSync(key, `${other.accounts[5]?.privateKey ?? ""}\n`);
    const ended = await chainside(["run", file, "--url", other.url, "--key", key]);
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(ended.out).toContain("passed 1, failed 0");
  });
});
