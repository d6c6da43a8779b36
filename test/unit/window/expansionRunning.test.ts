import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { getObserverList } from "../../../src/chain/rpc/members";
import { removeNode } from "../../../src/chain/services/consensus/memberChanges";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { endFakeNodes, writeNodeScripts } from "../../support/fakeNodes";
import { host, tlsId, writeNodeFolders } from "../../support/nodeFolders";
import { freePorts } from "../../support/ports";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

for (const words of [
  {
    locale: "en",
    command: "Add Node to Chain",
    third: "Add its ID to the whitelist",
    refused: "node0 doesn't accept the new node.",
    stale: "node0 runs with the lists it had before. node1 runs with the lists it had before.",
    fifth: "Reload the lists on every running node",
    reload: "Run start.sh",
    stopped: "The new node isn't running.",
    sixth: "Start the new node",
    outside: "The new node isn't a member of the group.",
    seventh: "Add it to the group",
    observer: "Add It as an Observer",
    done: "All seven steps are done.",
    start: "FISCO BCOS: Start Embedded Chain",
  },
  {
    locale: "zh-cn",
    command: "扩容节点",
    third: /3\. /,
    refused: /node0 不接受新节点/,
    stale: "node0 仍在使用修改前的名单运行。 node1 仍在使用修改前的名单运行。",
    fifth: "在所有运行中的节点上重新加载名单",
    reload: "运行 start.sh",
    stopped: /新节点.*运行/,
    sixth: /6\. /,
    outside: /新节点.*成员/,
    seventh: "将它加入群组",
    observer: "添加为观察节点",
    done: "七个步骤均已完成。",
    start: "启动内置链",
  },
] as const) {
  describe(`the checklist of adding a node to running ones (${words.locale})`, () => {
    let workbench: FakeWindow;
    let outside: string;
    let port: number;
    const folder = (node: number): string => join(workbench.folder, host, `node${node}`);
    const config = (node: number): string => readFileSync(join(folder(node), "config.ini"), "utf8");
    const stepsDone = (): number => workbench.questions.text.match(/\$\(pass-filled\)/g)?.length ?? 0;

    beforeAll(async () => {
      outside = mkdtempSync(join(tmpdir(), "chainside-expansion-"));
      port = await freePorts(4);
      workbench = openWindow({
        locale: words.locale,
        settings: { "chainside.embeddedChain.port": port + 3 },
        prepare: (workspace) => {
          rmSync(join(workspace, "nodes"), { recursive: true });
          writeNodeFolders(workspace);
          for (const node of [0, 1, 2]) {
            const at = join(workspace, host, `node${node}`);
            const text = readFileSync(join(at, "config.ini"), "utf8").replace(
              /listen_port=\d+/,
              `listen_port=${port + node}`,
            );
            writeFileSync(
              join(at, "config.ini"),
              node === 2 ? text.slice(0, text.indexOf("[certificate_whitelist]")) : text,
            );
            writeFileSync(join(at, "nodes.json"), '{"nodes":[]}');
            writeNodeScripts(at, outside);
            if (node < 2) spawnSync("bash", ["start.sh"], { cwd: at, stdio: "ignore" });
          }
        },
      });
    });
    afterAll(async () => {
      if (workbench) endFakeNodes(workbench.folder);
      await workbench?.close();
      rmSync(outside, { recursive: true, force: true });
    });

    it("changes the lists of all, and says which running nodes haven't read them", async () => {
      await workbench.command(words.command, "1. ", "node2");
      await workbench.says(words.refused);
      expect(stepsDone()).toBe(2);
      await workbench.pick(words.third);
      for (const node of [0, 1, 2]) await expect.poll(() => config(node)).toContain(tlsId(2));
      await workbench.says(words.stale);
    });

    it("offers the reload of the running nodes, one after the other", async () => {
      await workbench.pick(words.fifth);
      for (const node of [0, 1]) {
        expect(existsSync(join(folder(node), "signals.txt"))).toBe(false);
        await workbench.dialog(`node${node}`).press(words.reload);
        await expect.poll(() => existsSync(join(folder(node), "signals.txt"))).toBe(true);
      }
      await workbench.says(words.stopped);
      expect(stepsDone()).toBe(5);
    });

    it("goes on there after the window was reloaded, and starts the new node", async () => {
      await workbench.reload();
      await workbench.command(words.command);
      await workbench.says(words.stopped);
      expect(stepsDone()).toBe(5);
      await workbench.pick(words.sixth);
      await workbench.says(words.outside);
      expect(stepsDone()).toBe(6);
      expect(existsSync(join(folder(2), "node.pid"))).toBe(true);
      workbench.escape();
    });

    it("adds it to the group of the chain, and is done", async () => {
      await workbench.view("FISCO BCOS");
      await workbench.command(words.start);
      await workbench.row("group0").waitFor();
      // The new node is one of the chain's own that left the group: it is connected, and no member.
      const session = await openSession(
        createClient(createHttpTransport({ url: `http://127.0.0.1:${port + 3}`, timeoutMs: 30_000 }), "group0"),
      );
      const [nodeId = ""] = await getObserverList(session.client);
      await removeNode(session, privateKeySigner(session.suite, randomBytes(32)), { nodeId });
      writeFileSync(join(folder(2), "conf/node.nodeid"), `${nodeId}\n`);
      await workbench.command(words.command);
      await workbench.says(words.outside);
      await workbench.pick(words.seventh);
      await workbench.pick(words.observer);
      await expect.poll(() => getObserverList(session.client)).toContain(nodeId);
      await workbench.says(words.done);
      expect(stepsDone()).toBe(7);
    });
  });
}
