import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Says what the tool says when the node refuses to delete (it ends without an error all the same), and when it imports again. */
const tool = `#!/bin/bash
if [ "$1" = -r ]; then
  printf '\\rreimport block %s size: 10' "$2"
  echo
  echo "reimport from archive database success, block range [$2,$3)"
  exit 0
fi
echo "archive the blocks of range [$2,$3) into RocksDB"
printf '\\rwrite block 1 size: 10'
echo
echo "write to archive database, block range [$2,$3)"
echo "delete archived data from $2 to $3"
echo '{"result":{"status" : "error, busy"}}'
exit 0
`;

/** A node folder whose node archives, with an archive tool beside it. Its ports are this one and the next. */
export function nodeWithArchive(folder: string, port: number): void {
  const node = join(folder, "chain/node7");
  mkdirSync(node, { recursive: true });
  writeFileSync(
    join(node, "config.ini"),
    `[p2p]\n    listen_port=${port}\n    sm_ssl=false\n[rpc]\n    listen_port=${port + 1}\n[consensus]\n    min_seal_time=500\n[storage]\n    enable_archive=true\n    archive_ip=127.0.0.1\n    archive_port=8181\n`,
  );
  writeFileSync(join(node, "config.genesis"), "[chain]\n    group_id=group0\n");
  writeFileSync(join(folder, "chain/archiveTool"), tool);
  chmodSync(join(folder, "chain/archiveTool"), 0o755);
}
