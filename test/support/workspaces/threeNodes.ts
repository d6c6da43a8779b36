import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const consensusId = (name: string): string => createHash("sha512").update(`pages ${name}`).digest("hex");

/** Three node folders: node0 and node1 accept each other alone, node2 accepts everybody and refuses node1. */
export function threeNodes(folder: string): void {
  const nodes = join(folder, "nodes/127.0.0.1");
  const own = readFileSync(join(nodes, "node0/conf/node.nodeid"), "utf8").trim();
  const write = (name: string, lists: string): void => {
    mkdirSync(join(nodes, name, "conf"), { recursive: true });
    writeFileSync(
      join(nodes, name, "config.ini"),
      `[p2p]\n    listen_port=30399\n    sm_ssl=false\n${lists}\n[rpc]\n    listen_port=20399\n[consensus]\n    min_seal_time=500\n`,
    );
    writeFileSync(join(nodes, name, "config.genesis"), "[chain]\n    group_id=group0\n");
  };
  write("node0", `[certificate_whitelist]\n    cal.0=${consensusId("node1")}`);
  write("node1", `[certificate_whitelist]\n    cal.0=${own}`);
  write("node2", `[certificate_blacklist]\n    crl.0=${consensusId("node1")}`);
  for (const name of ["node1", "node2"]) writeFileSync(join(nodes, name, "conf/node.nodeid"), `${consensusId(name)}\n`);
}
