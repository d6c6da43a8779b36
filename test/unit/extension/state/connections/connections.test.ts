import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { NodeTransport } from "../../../../../src/chain/client/client";
import { readProfile, writeProfile } from "../../../../../src/chain/profile/checkedProfile";
import type { Access } from "../../../../../src/chain/profile/connectionSetting";
import { guardedTransport } from "../../../../../src/chain/profile/guardedTransport";
import { startDevChain } from "../../../../../src/devchain/startDevChain";
import { Connections } from "../../../../../src/extension/state/connections/connections";
import { FakeMemory, host } from "../../../../support/fakeVscode/fakeHost";

describe("a connection of the settings", () => {
  it("starts relative certificate paths at the workspace folder", () => {
    const tls = { ca: "sdk/ca.crt", cert: "sdk/sdk.crt", key: "/etc/sdk.key" };
    expect(readProfile({ name: "a", endpoints: ["https://h:1"], tls }, "/project")).toMatchObject({
      access: "confirm",
      tls: { ca: resolve("/project/sdk/ca.crt"), cert: resolve("/project/sdk/sdk.crt"), key: resolve("/etc/sdk.key") },
    });
  });

  it("is written so that a team can share it, and read the same again", () => {
    const key = resolve("/elsewhere/sdk.key");
    const tls = { ca: resolve("/project/sdk/ca.crt"), cert: resolve("/project/sdk/sdk.crt"), key };
    const profile = readProfile(
      { name: "a", endpoints: ["https://h:1"], group: "group1", tls, timeoutMs: 5 },
      "/project",
    );
    const written = writeProfile(profile, "/project");
    expect(written).toEqual({
      name: "a",
      endpoints: ["https://h:1"],
      access: "confirm",
      group: "group1",
      tls: { ca: "sdk/ca.crt", cert: "sdk/sdk.crt", key },
      timeoutMs: 5,
    });
    expect(readProfile(written, "/project")).toEqual(profile);
    expect(writeProfile(profile, undefined).tls).toEqual(tls);
  });

  it("asks before signing unless something else is said, also for a word that means nothing", () => {
    const access = "sometimes" as Access;
    expect(readProfile({ name: "a", endpoints: ["http://h:1"], access }, undefined).access).toBe("confirm");
  });

  it.each([
    [{ name: "", endpoints: ["http://h:1"] }, "profileInvalid"],
    [{ name: "a", endpoints: [] }, "profileInvalid"],
    [{ name: "a", endpoints: ["https://h:1"], tls: { ca: "ca.crt" } }, "profileTlsIncomplete"],
  ])("refuses %j", (setting, code) => {
    expect(() => readProfile(setting, undefined)).toThrow(expect.objectContaining({ kind: "usage", code }));
  });
});

describe("a window that closes", () => {
  it("leaves to the next one what was open", async () => {
    host.reset();
    const chain = await startDevChain({ sealers: 1, observers: 0 });
    host.settings.set("chainside.connections", [{ name: "team", endpoints: [chain.url] }]);
    const memory = new FakeMemory();
    const connections = new Connections(memory as never, (error) => {
      throw error;
    });
    connections.restore();
    await connections.get("settings:team")?.connect();
    expect(memory.get("chainside.openConnections")).toEqual(["settings:team"]);
    connections.dispose();
    expect(memory.get("chainside.openConnections")).toEqual(["settings:team"]);
    await chain.close();
    host.reset();
  });
});

describe("the guard below every view", () => {
  function recorded(access: Access): { transport: NodeTransport; sent: string[] } {
    const sent: string[] = [];
    const inner: NodeTransport = {
      label: "http://h:1",
      request: async (method) => {
        sent.push(method);
        return 1;
      },
      answer: async (method) => {
        sent.push(method);
        return { text: "", id: 1, endpoint: "http://h:1" };
      },
      close: async () => undefined,
    };
    return { transport: guardedTransport(inner, "production", () => access), sent };
  }

  it("lets nothing that writes through to a read-only chain", async () => {
    const { transport, sent } = recorded("readOnly");
    for (const method of ["sendTransaction", "eth_sendRawTransaction", "eth_sendTransaction"]) {
      await expect(transport.request(method, [])).rejects.toMatchObject({ code: "readOnlyConnection" });
      await expect(transport.answer(method, [])).rejects.toMatchObject({ code: "readOnlyConnection" });
    }
    await transport.request("getBlockNumber", []);
    await transport.answer("getBlockNumber", []);
    expect(sent).toEqual(["getBlockNumber", "getBlockNumber"]);
  });

  it("lets what only tells of an embedded chain through, and none of its powers", async () => {
    const { transport, sent } = recorded("readOnly");
    const telling = ["dev_traceTransaction", "dev_storage", "dev_recordTransaction", "dev_recordCall"];
    for (const method of telling) await transport.answer(method, []);
    expect(sent).toEqual(telling);
    await expect(transport.request("dev_mine", [])).rejects.toMatchObject({ code: "readOnlyConnection" });
  });

  it.each(["confirm", "full"] as const)("carries transactions with access %s", async (access) => {
    const { transport, sent } = recorded(access);
    await transport.request("sendTransaction", []);
    expect(sent).toEqual(["sendTransaction"]);
  });
});
