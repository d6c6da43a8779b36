import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Workbench } from "./workbench";

/** Says what the tool says when the node refuses to delete, and ends without an error as the tool does. */
const tool = `#!/bin/bash
echo "archive the blocks of range [$2,$3) into RocksDB"
printf '\\rwrite block 1 size: 10'
echo
echo "write to archive database, block range [$2,$3)"
echo "delete archived data from $2 to $3"
echo '{"result":{"status" : "error, busy"}}'
exit 0
`;

function nodeWithArchive(folder: string): void {
  const node = join(folder, "chain/node7");
  mkdirSync(node, { recursive: true });
  writeFileSync(
    join(node, "config.ini"),
    "[p2p]\n    listen_port=41977\n    sm_ssl=false\n[rpc]\n    listen_port=41978\n[consensus]\n    min_seal_time=500\n[storage]\n    enable_archive=true\n    archive_ip=127.0.0.1\n    archive_port=8181\n",
  );
  writeFileSync(join(node, "config.genesis"), "[chain]\n    group_id=group0\n");
  writeFileSync(join(folder, "chain/archiveTool"), tool);
  chmodSync(join(folder, "chain/archiveTool"), 0o755);
}

describe("archiving blocks", () => {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({ prepare: nodeWithArchive });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    // Nobody waits for the chain here: a command that needs one does.
    for (const height of [1, 2, 3, 4]) {
      await workbench.command("FISCO BCOS: Deploy Contract");
      await workbench.pick("HelloWorld");
      await workbench.status(new RegExp(`group0 #${height} `)).waitFor();
    }
    await workbench.dismissNotifications();
  });
  afterAll(async () => workbench?.close());

  it("shows the exact command line first, and tells that nothing was deleted though the tool ended well", async () => {
    await workbench.command("FISCO BCOS: Archive Blocks");
    await workbench.pick("node7");
    await workbench.pick("the node keeps running");
    await workbench.answer(/Nothing is archived yet.*from 1 on, up to and without 3.*First block/, "1");
    await workbench.answer("Block after the last one", "3");
    await workbench.pick("RocksDB");
    await workbench.answer("Folder of the archive", "./archive");
    await workbench.quickInput.getByText("Path of the archive tool").first().waitFor();
    await workbench.page.keyboard.press("Enter");
    const dialog = workbench.page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    expect(await dialog.innerText()).toMatch(/archiveTool -a 1 3 -p \.\/archive -e 127\.0\.0\.1:8181/);
    await workbench.picture("archive-command");
    await dialog.locator(".monaco-button", { hasText: "Run" }).click();
    await workbench.notification(/were written to the archive, but node7 did not delete them/).waitFor();
    await workbench.picture("archive-outcome");
  });
});
