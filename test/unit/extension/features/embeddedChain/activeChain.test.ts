import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { registerConnections } from "../../../../../src/extension/features/connections/registerConnections";
import { registerEmbeddedChain } from "../../../../../src/extension/features/embeddedChain/registerEmbeddedChain";
import type { Connection } from "../../../../../src/extension/state/connections/connection";
import { Connections } from "../../../../../src/extension/state/connections/connections";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";
import { FakeClock, settled } from "../../../../support/fakeClock";
import { FakeEndpoints } from "../../../../support/fakeEndpoints";
import { FakeMemory, host } from "../../../../support/fakeVscode/fakeHost";
import { EventEmitter } from "../../../../support/fakeVscode/values";

const url = "http://127.0.0.1:20200";

describe("the chain that commands go to", () => {
  let on: ExtensionApp;
  let connections: Connections;
  let endpoints: FakeEndpoints;
  let memory: FakeMemory;
  let production: Connection;
  const crashed = new EventEmitter<{ code: number | null; words: string }>();
  const changed = new EventEmitter<{ kind: string }>();
  let started = 0;
  const ready = {
    type: "ready",
    url,
    port: 20200,
    chainId: "chainside",
    groups: ["group0"],
    accounts: [] as unknown[],
  };
  let disposables: { dispose(): unknown }[];

  beforeEach(async () => {
    host.reset();
    host.settings.set("chainside.connections", []);
    on = await extensionApp();
    memory = new FakeMemory();
    endpoints = new FakeEndpoints(on.chain, new FakeClock());
    connections = new Connections(memory as never, () => undefined, endpoints.ports());
    const [account] = on.app.accounts.all;
    ready.accounts = [{ label: "dev0", address: `0x${"ab".repeat(20)}`, privateKey: `0x${"01".repeat(32)}` }];
    expect(account?.origin).toBe("stored");
    Object.assign(on.app, {
      connections,
      embeddedChain: {
        state: { kind: "running", ready },
        onDidChange: changed.event,
        onDidCrash: crashed.event,
        isKept: true,
        start: async () => {
          started++;
          changed.fire({ kind: "starting" });
          return ready;
        },
        stop: async () => undefined,
        forgetData: async () => undefined,
      },
    });
    disposables = [registerConnections(on.app), registerEmbeddedChain(on.app), connections];
    production = connections.add({ name: "production", endpoints: [url], group: "", access: "full" }, "session");
  });
  afterEach(() => {
    for (const each of disposables) each.dispose();
    crashed.dispose();
    on.dispose();
  });

  const run = async (command: string): Promise<void> => {
    await host.commands.get(`chainside.${command}`)?.();
    await settled();
  };
  const active = (): string | undefined => connections.activeGroup?.connection.id;
  const signer = (): string | undefined =>
    connections.activeGroup && on.app.accounts.active(connections.activeGroup)?.label;

  it("is the embedded chain when there is no other", async () => {
    await run("startEmbeddedChain");
    expect([active(), signer()]).toEqual(["embedded", "dev0"]);
    expect(host.messages).toEqual([]);
  });

  it("stays the one that it was when the embedded chain starts and stops, and so does who signs", async () => {
    await connections.setActiveGroup((await production.connect())[0] as never);
    const before = [active(), signer()];
    await run("startEmbeddedChain");
    expect([active(), signer()]).toEqual(before);
    expect(host.messages).toEqual([expect.stringContaining("Commands still use the chain that you chose before")]);
    await run("stopEmbeddedChain");
    expect([active(), signer()]).toEqual(before);
    expect(host.messages).toHaveLength(1);
  });

  it("becomes the embedded chain at a press of the button", async () => {
    await connections.setActiveGroup((await production.connect())[0] as never);
    host.buttons = [/Use Embedded Chain/];
    await run("startEmbeddedChain");
    expect(active()).toBe("embedded");
  });

  it("is told of when the embedded chain in use goes, and does not change back by itself", async () => {
    await run("startEmbeddedChain");
    await production.connect();
    expect(active()).toBe("embedded");
    await run("stopEmbeddedChain");
    expect(active()).toBe("session:production");
    expect(host.messages).toEqual(["Embedded chain is no longer connected. Commands now use production · group0."]);
    await run("startEmbeddedChain");
    expect(active()).toBe("session:production");
  });

  it("stays the embedded chain over a reset, and when it is started again after it died", async () => {
    await run("startEmbeddedChain");
    await production.connect();
    const seen: (string | undefined)[] = [];
    disposables.push(connections.onDidChangeActiveGroup((group) => seen.push(group?.connection.id)));
    host.picks = [/Start over|Begin anew/];
    await run("resetEmbeddedChain");
    expect([active(), ...seen]).toEqual(["embedded", undefined, "embedded"]);
    expect(host.messages).toEqual([]);
    host.buttons = [/Start Again/];
    crashed.fire({ code: 1, words: "" });
    await expect.poll(active).toBe("embedded");
  });

  it("is offered a restart once when its settings change, and not when they are as they were", async () => {
    host.settings.set("chainside.embeddedChain.permissions", false);
    await run("startEmbeddedChain");
    started = 0;
    const offers = (): number => host.messages.filter((text) => text.includes("earlier settings")).length;
    host.set("chainside.embeddedChain.permissions", true);
    await settled();
    expect([offers(), started]).toEqual([1, 0]);
    host.set("chainside.embeddedChain.permissions", false);
    await settled();
    expect(offers()).toBe(1);
    host.buttons = [/Restart/];
    host.set("chainside.embeddedChain.executorVersion", 0);
    await expect.poll(() => started).toBe(1);
    await settled();
    expect([offers(), active()]).toEqual([2, "embedded"]);
    // how commands may use it counts at once
    host.set("chainside.embeddedChain.access", "readOnly");
    await settled();
    expect(offers()).toBe(2);
  });

  it("changes its cryptography at a command, and isn't spoken of once more", async () => {
    host.settings.set("chainside.embeddedChain.sm", false);
    await run("startEmbeddedChain");
    started = 0;
    host.picks = [/^SM/];
    await run("switchEmbeddedSuite");
    await expect.poll(() => started).toBe(1);
    expect(host.setting("chainside.embeddedChain.sm")).toBe(true);
    expect(host.messages.filter((text) => text.includes("earlier settings"))).toEqual([]);
    host.picks = [/^SM/];
    await run("switchEmbeddedSuite");
    await settled();
    expect(started).toBe(1);
  });

  it("isn't deleted by Enter alone", async () => {
    await run("startEmbeddedChain");
    started = 0;
    // the first line is what Enter takes
    host.picks = [/./];
    await run("resetEmbeddedChain");
    expect(started).toBe(0);
  });

  it("is no other chain while the chosen one is tried again", async () => {
    await run("startEmbeddedChain");
    await connections.setActiveGroup((await production.connect())[0] as never);
    production.keepTrying();
    endpoints.behaviour.set(url, "down");
    await production.fail({ kind: "transport" } as never);
    expect(active()).toBeUndefined();
    await run("startEmbeddedChain");
    expect(active()).toBeUndefined();
    endpoints.behaviour.set(url, "up");
    await production.connect();
    expect(active()).toBe("session:production");
    await production.disconnect();
    await run("startEmbeddedChain");
    expect(active()).toBe("embedded");
    expect(host.messages.at(-1)).toContain("production is no longer connected");
  });
});
