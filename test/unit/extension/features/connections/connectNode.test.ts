import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { registerConnections } from "../../../../../src/extension/features/connections/registerConnections";
import { markTrusted } from "../../../../../src/extension/kit/commands/commands";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";

describe("Connect on the line of a node folder", () => {
  let on: ExtensionApp;
  let root: string;
  const done: string[] = [];
  beforeAll(async () => {
    on = await extensionApp();
    root = mkdtempSync(join(tmpdir(), "chainside-connect-"));
    for (const [name, port] of [
      ["node0", 20200],
      ["node1", 20201],
    ] as const) {
      mkdirSync(join(root, "127.0.0.1", name), { recursive: true });
      const config = `[rpc]\nlisten_port=${port}\nenable_ssl=false\n`;
      writeFileSync(join(root, "127.0.0.1", name, "config.ini"), config);
      writeFileSync(join(root, "127.0.0.1", name, "config.genesis"), "[chain]\ngroup_id=group0\n");
    }
  });
  afterAll(() => {
    on.dispose();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(() => {
    host.reset();
    done.length = 0;
  });

  /** Runs the command on the folder of a node, with one connection that is there. */
  async function connect(
    name: string,
    rpcPort: number,
    known: { url: string; state: string },
    text?: string,
  ): Promise<void> {
    const connectionOf = (label: string, endpoints: readonly string[], state: string): object => ({
      name: label,
      profile: { endpoints },
      state: { kind: state },
      groups: [on.group],
      connect: async () => {
        done.push(`connect ${label}`);
        return [on.group];
      },
      disconnect: async () => undefined,
    });
    const app = {
      ...on.app,
      connections: {
        ...on.app.connections,
        all: [connectionOf("known", [known.url], known.state)],
        get: (id: string) => (id === "settings:known" ? connectionOf("known", [known.url], known.state) : undefined),
        onDidFallBack: () => ({ dispose: () => undefined }),
        setActiveGroup: async () => void done.push("active"),
        add: (profile: { name: string; endpoints: string[]; access: string }) => {
          done.push(`add ${profile.endpoints.join(" ")} ${profile.access}`);
          return connectionOf(profile.name, profile.endpoints, "disconnected");
        },
      },
    };
    const registered = registerConnections(app as never);
    const uri = Uri.file(join(root, "127.0.0.1", name));
    await host.commands.get("chainside.connect")?.(
      markTrusted(
        text === undefined
          ? { kind: "nodeFolder", folder: { uri, name, rpcPort, host: "127.0.0.1" } }
          : { kind: "text", text },
      ),
    );
    registered.dispose();
  }

  it("takes the connection that leads there, connected or not", async () => {
    await connect("node1", 20201, { url: "http://localhost:20201", state: "connected" });
    expect(done).toEqual(["active"]);
    expect(host.messages).toEqual(["known is connected: it leads to node1."]);
    done.length = 0;
    await connect("node1", 20201, { url: "http://127.0.0.1:20201", state: "disconnected" });
    expect(done).toEqual(["connect known", "active"]);
  });

  it("takes the connection that a page is of, and starts the embedded chain where that is it", async () => {
    const known = { url: "http://127.0.0.1:1", state: "disconnected" };
    await connect("node1", 20201, known, "settings:known");
    expect(done).toEqual(["connect known", "active"]);
    await connect("node1", 20201, known, "embedded");
    expect(host.executed.at(-1)).toEqual(["chainside.startEmbeddedChain"]);
  });

  it("makes one of the files, with all nodes of the chain, the clicked one first", async () => {
    host.texts = ["mine"];
    await connect("node1", 20201, { url: "http://10.9.9.9:20201", state: "connected" });
    expect(done).toEqual(["add http://127.0.0.1:20201 http://127.0.0.1:20200 confirm", "connect mine", "active"]);
  });
});
