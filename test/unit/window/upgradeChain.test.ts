import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../src/chain/client/client";
import { getSealerList } from "../../../src/chain/rpc/members";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { tlsMaterial } from "../../../src/devchain/tls/tlsMaterial";
import { sha256Of } from "../../../src/processes/nodes/nodeProgram";
import { dayMs } from "../../../src/time/units";
import { dev } from "../../support/devMethods";
import { endFakeNodes } from "../../support/fakeNodes";
import { freePorts } from "../../support/ports";
import { writeProgram, writeSwappableNode } from "../../support/swappableNodes";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

async function sealersOf({ url }: DevChain): Promise<string[]> {
  const transport = createHttpTransport({ url });
  try {
    return (await getSealerList(createClient(transport, "group0"))).map(({ nodeID }) => nodeID);
  } finally {
    await transport.close();
  }
}

for (const words of [
  {
    locale: "en",
    connect: "Connect",
    command: "Upgrade Chain",
    release: /Enter the release to which the chain goes\. Its data version is 3\.16\.0/,
    quorum: "A block needs 3 of the weight 4: 1 sealers may be stopped at once.",
    mixed: /The nodes run different programs/,
    backup: /1\. Back up a node/,
    backedUp: "I Have a Backup",
    data: /Raise the data version from 3\.16\.0 to 3\.17\.1/,
    locked: /Locked until every node says 3\.17\.1/,
    swap: /2\. Install the program 3\.17\.1 on .*, all at once/,
    swapQuestion: "Stop nodes and run the program 3.17.1 on them?",
    swapButton: "Stop and Swap",
    swapped: /Swapped: .*node/,
    runbook: "Show Runbook",
    page: /^# Upgrade to 3\.17\.1/,
    replay: "Execute the Latest Blocks Again Under 3.17.1",
    blocks: /how many of the latest blocks/,
    nothing: /Nothing that was tried differs under 3\.17\.1/,
    account: "Create Account",
    accountName: "Enter a name for the account",
    raised: /Every node says 3\.17\.1, and so does the data version/,
    renew: "Renew Certificates",
    days: /Enter how many days the certificates of node0 are to hold/,
    renewQuestion: "Renew certificates of node0?",
    renewButton: "Renew",
    renewed: /Renewed\. .*restart node0 one by one/,
  },
  {
    locale: "zh-cn",
    connect: "连接",
    command: "升级链",
    release: /输入要升级到的版本。当前数据版本为 3\.16\.0/,
    quorum: "总权重 4 中出块需要 3：最多可同时停止 1 个共识节点。",
    mixed: /节点运行的程序/,
    backup: /1\. 备份一个节点/,
    backedUp: "已完成备份",
    data: /3\.16\.0.*3\.17\.1/,
    locked: /所有节点都报告 3\.17\.1 之前不可执行/,
    swap: /2\. .*同时更换程序 3\.17\.1/,
    swapQuestion: "停止节点并改用程序 3.17.1？",
    swapButton: "停止并更换",
    swapped: /已更换：.*node/,
    runbook: "显示操作手册",
    page: /^# 升级到 3\.17\.1/,
    replay: "按 3.17.1 的规则重新执行最近的区块",
    blocks: /要重新执行的最近区块数/,
    nothing: /按 3\.17\.1 的规则试验，没有发现差异/,
    account: "创建账户",
    accountName: "输入账户名称",
    raised: /所有节点和数据版本都已是 3\.17\.1/,
    renew: "证书续期",
    days: /输入 node0 的证书有效天数/,
    renewQuestion: "为 node0 的证书续期？",
    renewButton: "续期",
    renewed: /已续期.*node0/,
  },
] as const) {
  describe(`the checklist of an upgrade (${words.locale})`, () => {
    let chain: DevChain;
    let single: DevChain;
    let workbench: FakeWindow;
    let outside: string;
    const host = (): string => join(workbench.folder, "nodes/127.0.0.1");

    beforeAll(async () => {
      outside = mkdtempSync(join(tmpdir(), "chainside-upgrade-"));
      // the asked node says 3.17.1 already; the folders of the three others still ran 3.16.4
      const options = {
        port: 0,
        observers: 0,
        openDev: true,
        nodeVersion: "3.17.1",
        compatibilityVersion: "3.16.0",
      } as const;
      chain = await startDevChain({ ...options, sealers: 4 });
      single = await startDevChain({ ...options, sealers: 1 });
      const [, ...others] = await sealersOf(chain);
      const first = await freePorts(3);
      await tlsMaterial(join(outside, "tls"));
      writeProgram(join(outside, "new"), "3.17.1");
      workbench = openWindow({
        locale: words.locale,
        settings: {
          "chainside.connections": [
            { name: "four", endpoints: [chain.url], access: "full" },
            { name: "one", endpoints: [single.url], access: "full" },
          ],
        },
        prepare: (folder) => {
          rmSync(join(folder, "nodes"), { recursive: true });
          const nodes = join(folder, "nodes/127.0.0.1");
          mkdirSync(nodes, { recursive: true });
          writeProgram(join(nodes, "fisco-bcos"), "3.16.4");
          for (const [index, id] of others.entries()) {
            const path = join(nodes, `node${index}`);
            writeSwappableNode(path, id, first + index);
            writeFileSync(
              join(path, "config.genesis"),
              "[chain]\n    group_id=group0\n[consensus]\n    consensus_type=pbft\n",
            );
          }
          renameSync(join(outside, "tls/ca"), join(folder, "nodes/ca"));
          for (const file of ["ca.crt", "ssl.crt", "ssl.key"])
            renameSync(join(outside, "tls/node0", file), join(nodes, "node0/conf", file));
          const config = join(nodes, "node0/config.ini");
          writeFileSync(config, `${readFileSync(config, "utf8")}[cert]\n    ca_path=./conf\n`);
        },
      });
      for (const index of [0, 1, 2]) execFileSync("bash", [join(host(), `node${index}/start.sh`)]);
      await workbench.view("FISCO BCOS");
    });
    afterAll(async () => {
      if (workbench) endFakeNodes(workbench.folder);
      await workbench?.close();
      await Promise.all([chain.close(), single.close()]);
      rmSync(outside, { recursive: true, force: true });
    });

    it("shows steps, blockers, nodes and how many may be stopped, and keeps the data version locked", async () => {
      await workbench.command(words.connect, "four");
      await workbench.status(/group0 #0/).waitFor();
      await workbench.command(words.command);
      await workbench.answer(words.release, "3.17.1");
      await workbench.says(words.quorum);
      const shown = workbench.questions.text;
      expect(shown).toMatch(words.mixed);
      expect(shown).toMatch(/node0[^\n]*3\.16\.4/);
      await workbench.pick(words.data);
      await workbench.notification(words.locked).waitFor();
      await workbench.dismissNotifications();
    });

    it("takes a person's word for the backup, and swaps programs only when the hash was agreed to", async () => {
      await workbench.pick(words.backup);
      await workbench.dialog().press(words.backedUp);
      await expect.poll(() => workbench.questions.text).toMatch(/\$\(pass-filled\) 1\. /);
      workbench.paths.push(join(outside, "new"));
      await workbench.pick(words.swap);
      const question = workbench.dialog(words.swapQuestion);
      expect((await question.get()).text).toContain(await sha256Of(join(outside, "new")));
      expect(readFileSync(join(host(), "fisco-bcos"), "utf8")).toContain("3.16.4");
      // blocks come meanwhile, which show that a node makes them again
      const mining = setInterval(() => void dev(chain.port, "dev_mine", 1), 300);
      await question.press(words.swapButton);
      await workbench.notification(words.swapped).waitFor();
      clearInterval(mining);
      expect(readFileSync(join(host(), "fisco-bcos"), "utf8")).toContain("3.17.1");
      // three of four are only known by what their folders print: no proof for the data version
      await workbench.pick(words.data);
      await workbench.notification(words.locked).waitFor();
      await workbench.dismissNotifications();
    });

    it("opens the runbook as a page", async () => {
      await workbench.pick(words.runbook);
      await expect.poll(() => workbench.editorText()).toMatch(words.page);
    });

    it("executes the latest blocks again under the release, and says how that ended", async () => {
      await workbench.command(words.command);
      await workbench.pick(words.replay);
      await workbench.answer(words.blocks, "5");
      await workbench.notification(words.nothing).waitFor();
      await workbench.dismissNotifications();
    });

    it("raises the data version once every node says the release itself", async () => {
      await workbench.command(words.connect, "one");
      await workbench.status(/one.*group0|group0 #0/).waitFor();
      await workbench.command(words.account);
      await workbench.answer(words.accountName, "operator");
      await workbench.status(/operator/).waitFor();
      await workbench.command(words.command);
      await workbench.answer(words.release, "3.17.1");
      await workbench.pick(words.backup);
      await workbench.dialog().press(words.backedUp);
      await expect.poll(() => workbench.questions.text).toMatch(/\$\(pass-filled\) 2\. /);
      await workbench.pick(words.data);
      await workbench.signNamed(/3\.17\.1/);
      await workbench.says(words.raised);
      workbench.escape();
    });

    it("renews the certificates of a node folder, once that is agreed to", async () => {
      const end = (): number =>
        Date.parse(new X509Certificate(readFileSync(join(host(), "node0/conf/ssl.crt"))).validTo);
      const before = end();
      await workbench.command(words.renew, "node0");
      await workbench.answer(words.days, "90");
      const question = workbench.dialog(words.renewQuestion);
      await question.waitFor();
      expect(end()).toBe(before);
      await question.press(words.renewButton);
      await workbench.notification(words.renewed).waitFor();
      expect(Math.round((end() - Date.now()) / dayMs)).toBe(90);
    });
  });
}
