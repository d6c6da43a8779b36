import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { readLink } from "../../../src/chain/services/bfs/readLink";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("deploying and linking on a chain that asks for each signature", () => {
  let chain: DevChain;
  let window: FakeWindow;
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0 });
    window = openWindow({
      settings: { "chainside.connections": [{ name: "careful", endpoints: [chain.url], access: "confirm" }] },
    });
    await window.view("FISCO BCOS");
    await window.command("FISCO BCOS: Connect", "careful");
    await window.status(/group0 #0/).waitFor();
    await window.command("FISCO BCOS: Import Account from Private Key");
    await window.answer("Enter the private key", chain.accounts[0]?.privateKey ?? "");
    await window.answer("Enter a name for the account", "first");
    await window.status(/group0 #\d+ · \S/).waitFor();
  });
  afterAll(async () => {
    await window?.close();
    await chain?.close();
  });

  const height = (number: number): Promise<void> => window.status(new RegExp(`group0 #${number} `)).waitFor();
  const target = async (path: string): Promise<string | undefined> => {
    const transport = createHttpTransport({ url: chain.url });
    try {
      return await readLink(await openSession(createClient(transport, "")), path);
    } finally {
      await transport.close();
    }
  };
  const begin = async (name: string, version: string): Promise<void> => {
    await window.command("FISCO BCOS: Deploy and Link in BFS", "HelloWorld");
    await window.answer("Enter the name below /apps", name);
    await window.answer(/Enter the (new )?version/, version);
  };

  it("asks once for both transactions", async () => {
    await begin("Hello", "1.0");
    await window.says("Second transaction");
    await window.sign("Link /apps/Hello/1.0 to the new contract");
    await window.notification(/\/apps\/Hello\/1\.0 leads to HelloWorld at 0x/).waitFor();
    await height(2);
    expect(await target("/apps/Hello/1.0")).toMatch(/^0x/);
    await window.dismissNotifications();
  });

  it("leads a version elsewhere only after saying so, and signs nothing without a yes", async () => {
    const before = await target("/apps/Hello/1.0");
    await begin("Hello", "1.0");
    await window.says(/\/apps\/Hello\/1\.0 leads to HelloWorld/);
    window.escape();
    expect(await target("/apps/Hello/1.0")).toBe(before);
    await begin("Hello", "1.0");
    await window.sign(/now, and then to the new/);
    await window.notification(/\/apps\/Hello\/1\.0 leads to HelloWorld at 0x/).waitFor();
    await height(4);
    expect(await target("/apps/Hello/1.0")).not.toBe(before);
    await window.dismissNotifications();
  });

  it("tells what stands in the way before anything is signed", async () => {
    await window.command("FISCO BCOS: Link Contract in BFS", new RegExp((await target("/apps/Hello/1.0")) ?? ""));
    await window.answer("Enter the path of the link", "/apps/flat");
    await window.sign("/apps/flat");
    await height(5);
    await begin("flat", "1.0");
    await window.notification(/A link can't be created at \/apps\/flat\/1\.0: \/apps\/flat already exists/).waitFor();
    await window.status(/group0 #5 /).waitFor();
    await window.command("FISCO BCOS: Deploy and Link in BFS", "HelloWorld");
    await window.answer("Enter the name below /apps", "a b", { accept: false });
    await window.says("can't be a name");
    window.escape();
  });

  it("deploys anew under the name whose link leads to the contract, whatever the contract is called", async () => {
    const before = await target("/apps/Hello/1.0");
    await window.command("FISCO BCOS: Redeploy and Keep Link", new RegExp(before ?? ""));
    await window.says("/apps/Hello/VERSION will lead to the new contract");
    await window.answer("Enter the new version", "1.1");
    await window.sign("Link /apps/Hello/1.1 to the new contract");
    await window.notification(/\/apps\/Hello\/1\.1 leads to HelloWorld at 0x/).waitFor();
    expect(await target("/apps/Hello/1.0")).toBe(before);
    expect(await target("/apps/Hello/1.1")).not.toBe(before);
  });
});
