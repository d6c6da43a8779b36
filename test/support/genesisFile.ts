// The file behind a chain, from the text that its block 0 carries.

/** The config.genesis of a chain: what its genesis block's text says, in another order and with a builder's remarks. */
export function genesisFileOf(text: string): string {
  const chain = /chainID: (\S+)/.exec(text)?.[1];
  const nodes = [...text.matchAll(/node\.\d+:([0-9a-f]+),(\d+)/g)].reverse();
  const version = /compatibility_version:(\S+)/.exec(text)?.[1];
  return [
    "[executor]",
    "    is_serial_execute=true",
    `    auth_admin_account=${/authAdminAccount:(\S*)/.exec(text)?.[1]}`,
    "[chain]",
    "    ; use SM crypto or not",
    `    sm_crypto=${text.includes("sm_crypto:1")}`,
    "    group_id=group0",
    `    chain_id=${chain}`,
    "[consensus]",
    "    consensus_type=pbft",
    "    leader_period=7",
    ...nodes.map(([, id, weight], i) => `    node.${i + 3}=${id?.toUpperCase()}: ${weight}`),
    "[version]",
    `    compatibility_version=${version}`,
    "[tx]",
    "    gas_limit=3000000000",
    "",
  ].join("\n");
}
