/** A made-up identity: `digits` hex digits that differ for each number. */
export function madeUpId(number: number, digits: 128 | 512): string {
  const seed = (number * 2654435761 + 12345) >>> 0;
  return Array.from({ length: digits / 8 }, (_, index) =>
    (((seed ^ (index * 40503)) * 2246822519 + number) >>> 0).toString(16).padStart(8, "0"),
  ).join("");
}

/** A config.ini of a node with an RSA TLS network; `lists` stands in for both list sections. */
export function nodeConfig(lists: string): string {
  return `[p2p]
    listen_ip=0.0.0.0
    listen_port=30300
    sm_ssl=false
    nodes_path=./
    nodes_file=nodes.json

${lists}
[rpc]
    listen_ip=127.0.0.1
    listen_port=20200
    sm_ssl=false
    enable_ssl=true

[cert]
    ca_path=./conf
    ca_cert=ca.crt
    node_key=ssl.key
    node_cert=ssl.crt

[security]
    private_key_path=conf/node.pem

[storage]
    data_path=data
`;
}

function genesis(sealers: readonly string[]): string {
  return `[chain]
    sm_crypto=false
    group_id=group0
    chain_id=chain0

[consensus]
    consensus_type=pbft
${sealers.map((id, index) => `    node.${index}=${id}: 1`).join("\n")}

[version]
    compatibility_version=3.16.0

[tx]
    gas_limit=3000000000

[executor]
    is_auth_check=false
    auth_admin_account=0x3b5c6f1ee0d0e1d0c9b1c5dfb1b6cb4e4ee7bd0e
    is_serial_execute=true
`;
}

/** The files of node folders `node0`, `node1`, … below `nodes/127.0.0.1`, each with its identities; node 3 is no sealer. */
export function nodeFolders(count: number, lists: (node: number) => string): Record<string, string> {
  const files: Record<string, string> = {};
  const sealers = Array.from({ length: Math.min(count, 3) }, (_, index) => madeUpId(index, 128));
  for (let node = 0; node < count; node++) {
    const folder = `nodes/127.0.0.1/node${node}`;
    files[`${folder}/config.ini`] = nodeConfig(lists(node));
    files[`${folder}/config.genesis`] = genesis(sealers);
    files[`${folder}/nodes.json`] = '{"nodes":["127.0.0.1:30300"]}';
    files[`${folder}/conf/node.nodeid`] = `${madeUpId(node, 128)}\n`;
    files[`${folder}/conf/ssl.nodeid`] = `${madeUpId(node, 512)}\n`;
    files[`${folder}/conf/ca.crt`] = "made up\n";
  }
  return files;
}
