import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const host = "nodes/127.0.0.1";
export const hex = (start: string, digits: number): string => start.padEnd(digits, "3c5a");
const consensusId = (node: number): string => hex(`a${node}c0`, 128);
export const tlsId = (node: number): string => hex(`d${node}e0`, 512);

const admin = `0x${hex("ad", 40)}`;

/** Three node folders with RSA TLS identities; each whitelist names the first two nodes. */
export function writeNodeFolders(folder: string): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const sealers = [0, 1].map((node) => `    node.${node}=${consensusId(node)}: 1`).join("\n");
  for (const node of [0, 1, 2]) {
    const list = [0, 1].map((index) => `    cal.${index}=${tlsId(index)}`).join("\n");
    write(
      `${host}/node${node}/config.ini`,
      `[p2p]\n    listen_port=3030${node}\n    sm_ssl=false\n\n[certificate_whitelist]\n${list}\n`,
    );
    write(
      `${host}/node${node}/config.genesis`,
      `[consensus]\n    consensus_type=pbft\n${sealers}\n\n[version]\n    compatibility_version=3.16.0\n\n[executor]\n    is_auth_check=false\n    auth_admin_account=${admin}\n`,
    );
    write(`${host}/node${node}/conf/node.nodeid`, `${consensusId(node)}\n`);
    write(`${host}/node${node}/conf/ssl.nodeid`, `${tlsId(node)}\n`);
  }
}

/** The same, where node0 accepts node1 alone, the others have no list, and whose start.sh does nothing. */
export function writeOneSidedNodes(folder: string): void {
  writeNodeFolders(folder);
  for (const node of [0, 1, 2]) {
    const path = join(folder, host, `node${node}/config.ini`);
    const text = readFileSync(path, "utf8");
    const list = node === 0 ? `[certificate_whitelist]\n    cal.0=${tlsId(1)}\n` : "";
    writeFileSync(path, text.slice(0, text.indexOf("[certificate_whitelist]")) + list);
    writeFileSync(join(folder, host, `node${node}/start.sh`), "exit 0\n");
  }
}
