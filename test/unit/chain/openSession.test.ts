import { describe, expect, it } from "vitest";
import { createClient, type Transport } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { nodeError } from "../../../src/errors/nodeError";

const nodeId = "ab".repeat(64);
const node = {
  name: "node0",
  nodeID: nodeId,
  type: 1,
  iniConfig: `{"binaryInfo":{"version":"3.16.4"},"isAuthCheck":true,"isWasm":false,"smCryptoType":true}\n`,
  protocol: { compatibilityVersion: 0x03100000 },
};
const info = { chainID: "chain0", groupID: "group0", genesisConfig: "{}\n", iniConfig: "", nodeList: [node] };

function transport(answers: Readonly<Record<string, unknown>>): Transport {
  return {
    label: "test",
    close: async () => undefined,
    request: async (method) => {
      const answer = answers[method];
      if (typeof answer === "number") throw await nodeError(answer, "");
      if (answer === undefined) throw await nodeError(-32601, "Method not found");
      return answer;
    },
  };
}
const open = (answers: Record<string, unknown>, group = "group0", name = "") =>
  openSession(createClient(transport(answers), group, name));
const groups = { code: 0, groupList: ["group0"], msg: "success" };

describe("opening a session", () => {
  it("takes suite, versions and permissions from the chain", async () => {
    expect(await open({ getGroupInfo: info, getSystemConfigByKey: 3008 })).toMatchObject({
      chainId: "chain0",
      groupId: "group0",
      suite: { name: "sm" },
      nodeVersion: "3.16.4",
      compatibilityVersion: "3.16.0",
      authEnabled: true,
      wasm: false,
    });
    const off = await open({ getGroupInfo: info, getSystemConfigByKey: { blockNumber: 1, value: "0" } });
    expect(off.authEnabled).toBe(false);
  });

  it("finds the only group by itself", async () => {
    const session = await open({ getGroupList: groups, getGroupInfo: info, getSystemConfigByKey: 3008 }, "");
    expect(session.client.group).toBe("group0");
  });

  it("names the groups and nodes that exist", async () => {
    await expect(open({ getGroupInfo: null, getGroupList: groups }, "grup0")).rejects.toMatchObject({
      code: "unknownGroup",
      message: expect.stringContaining("group0"),
    });
    await expect(open({ getGroupInfo: info }, "group0", "nodeX")).rejects.toMatchObject({
      code: "unknownNode",
      message: expect.stringContaining("node0"),
    });
  });

  it("tells the web3 port and other JSON-RPC servers apart", async () => {
    await expect(open({ web3_clientVersion: "FISCO-BCOS-Web3RPC/3.16" })).rejects.toMatchObject({ code: "web3Port" });
    const peers = [{ IPAndPort: "127.0.0.1:30300", NodeID: nodeId }];
    await expect(open({ getPeers: peers })).rejects.toMatchObject({ code: "olderNode" });
    await expect(open({})).rejects.toMatchObject({ code: "notANode" });
  });
});
