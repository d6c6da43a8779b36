import { beforeAll, describe, expect, it } from "vitest";
import { requireWritableNode } from "../../../../src/extension/flows/nodes/requireWritableNode";
import type { NodeFolder } from "../../../../src/extension/state/nodeFolders/nodeFolder";
import { type ExtensionApp, extensionApp } from "../../../support/extensionApp";

const folder = (more: Partial<NodeFolder>): NodeFolder => ({ node: { name: "node0" }, ...more }) as NodeFolder;

describe("changing what a node keeps", () => {
  let on: ExtensionApp;
  beforeAll(async () => {
    on = await extensionApp();
    return () => on.dispose();
  });

  it("is refused where a read-only connection shows that node, by its port or by its ID", async () => {
    const [own] = on.chain.network.nodes;
    const byId = folder({ node: { name: "node0", consensusId: own?.nodeId ?? "" } });
    const byPort = folder({ rpcPort: 20200 });
    const named = { ...on.app, connections: { ...on.app.connections, all: [connectionAt("http://127.0.0.1:20200")] } };
    on.access = "confirm";
    await requireWritableNode(on.app, byId);
    on.access = "readOnly";
    await expect(requireWritableNode(on.app, byId)).rejects.toMatchObject({ code: "readOnlyConnection" });
    await expect(requireWritableNode(named as never, byPort)).rejects.toMatchObject({ code: "readOnlyConnection" });
  });

  it("is the user's own affair on another node", async () => {
    on.access = "readOnly";
    const named = { ...on.app, connections: { ...on.app.connections, all: [connectionAt("http://10.1.2.3:20200")] } };
    const other = folder({ rpcPort: 20200, node: { name: "node9", consensusId: "ab".repeat(64) } });
    await requireWritableNode(named as never, other);
  });
});

const connectionAt = (url: string): object => ({
  name: "production",
  access: "readOnly",
  profile: { endpoints: [url, "not an address"] },
});
