import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { host, tlsId, writeNodeFolders } from "../../support/nodeFolders";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

for (const words of [
  {
    locale: "en",
    command: "Add Node to Chain",
    first: "Add the node with build_chain.sh",
    third: "Add its ID to the whitelist of every existing node",
    sixth: "Start the new node",
    refused: "node0 doesn't accept the new node.",
    stopped: "The new node isn't running.",
  },
  {
    locale: "zh-cn",
    command: "扩容节点",
    first: /1\. .*build_chain\.sh/,
    third: /3\. /,
    sixth: /6\. /,
    refused: /node0.*新节点/,
    stopped: /新节点.*运行/,
  },
] as const) {
  describe(`the checklist of adding a node (${words.locale})`, () => {
    let workbench: FakeWindow;
    const done = (): number => workbench.questions.text.match(/\$\(pass-filled\)/g)?.length ?? 0;
    const config = (node: number): string => join(workbench.folder, host, `node${node}/config.ini`);
    beforeAll(async () => {
      workbench = openWindow(words.locale === "en" ? {} : { locale: words.locale });
      rmSync(join(workbench.folder, "nodes"), { recursive: true });
      writeNodeFolders(workbench.folder);
      // The new node knows no one yet, and lacks the chain's files.
      const text = readFileSync(config(2), "utf8");
      writeFileSync(config(2), text.slice(0, text.indexOf("[certificate_whitelist]")));
      rmSync(join(workbench.folder, host, "node2/config.genesis"));
      for (const node of [0, 1]) writeFileSync(join(workbench.folder, host, `node${node}/nodes.json`), '{"nodes":[]}');
    });
    afterAll(async () => workbench?.close());

    it("asks for the folder first, and finds out by itself what is done", async () => {
      await workbench.command(words.command, words.first, "node2");
      await workbench.says(words.refused);
      expect(done()).toBe(2);
    });

    it("edits the files of all nodes", async () => {
      await workbench.pick(words.third);
      for (const node of [0, 1, 2]) {
        await expect.poll(() => readFileSync(config(node), "utf8")).toContain(tlsId(2));
      }
      for (const node of [0, 1]) expect(readFileSync(config(2), "utf8")).toContain(tlsId(node));
      expect(existsSync(join(workbench.folder, host, "node2/config.genesis"))).toBe(true);
    });

    it("goes on where it was when it is opened again", async () => {
      await workbench.says(words.stopped);
      workbench.escape();
      await workbench.command(words.command);
      await workbench.says(words.sixth);
      expect(workbench.questions.text).toMatch(/\$\(arrow-circle-right\) 6\. /);
      expect(done()).toBe(5);
    });
  });
}
