/** Hashes that cannot be equal, by the number of their block. */
export type BlockHashes = ReadonlyMap<string, number>;

const hash64 = "[0-9a-f]{64}";

/** Learns which hash belongs to which block from everything a chain said. */
export function learnBlockHashes(text: string, into: Map<string, number>): void {
  const plain = text.replaceAll("\\", "");
  const learn = (pattern: RegExp, hash: number, number: number): void => {
    for (const found of plain.matchAll(pattern)) into.set(found[hash] ?? "", Number(found[number]));
  };
  learn(new RegExp(`"blockHash": ?"0x(${hash64})", ?"blockNumber": ?(\\d+)`, "g"), 1, 2);
  learn(new RegExp(`"gasUsed": ?"\\d+", ?"hash": ?"0x(${hash64})", ?"number": ?(\\d+)`, "g"), 1, 2);
  learn(new RegExp(`"blockNumber":(\\d+),"changeCycle".{0,3000}?"hash":"(${hash64})"`, "g"), 2, 1);
  learn(new RegExp(`"blockNumber":(\\d+),"genesisHash":"${hash64}".{0,200}?"latestHash":"(${hash64})"`, "g"), 2, 1);
  const web3 = new RegExp(
    `"hash":"0x(${hash64})","logsBloom":.{0,900}?"number":"0x([0-9a-f]+)".{0,200}?"parentHash":"0x(${hash64})"`,
    "g",
  );
  for (const found of plain.matchAll(web3)) {
    const number = Number.parseInt(found[2] ?? "", 16);
    into.set(found[1] ?? "", number);
    if (number > 0) into.set(found[3] ?? "", number - 1);
  }
  for (const found of plain.matchAll(
    new RegExp(`"blockHash": ?"0x(${hash64})", ?"blockNumber": ?"0x([0-9a-f]+)"`, "g"),
  )) {
    into.set(found[1] ?? "", Number.parseInt(found[2] ?? "", 16));
  }
  for (const found of plain.matchAll(new RegExp(`"genesisHash":"(${hash64})"`, "g"))) into.set(found[1] ?? "", 0);
}

const rules: readonly (readonly [RegExp, string])[] = [
  [/("stateRoot":)"0x[0-9a-f]{64}"/g, '$1"…"'],
  [/("(?:timestamp|importTime)":)\d+/g, "$1…"],
  [/("signatureList":)\[[^\]]*\]/g, "$1[…]"],
  [/("sealer":)\d+/g, "$1…"],
  [/(\\?"(?:view|leaderIndex|changeCycle|connectedNodeList)\\?":)\d+/g, "$1…"],
  [/(\\?"timeout\\?":)(?:true|false)/g, "$1…"],
  [/("p2pNodeID":)"(?:[^"\\]|\\.)*"/g, '$1"…"'],
  [/("(?:miner|size)":)"[^"]*"/g, '$1"…"'],
  [/("result":)"0x[0-9a-f]{40}"/g, '$1"…"'],
  [/("timestamp":)"0x[0-9a-f]+"/g, '$1"…"'],
  [/("endPoint":)"[^"]*"/g, '$1"…"'],
  [/(\\"(?:buildTime|gitCommitHash)\\":)\\"[^"]*\\"/g, "$1…"],
  // the place in the node's source where an exception was thrown changes from build to build
  [/\/(?:build|usr)\/[^"]*?\\n(Dynamic exception type)/g, "$1"],
  // a build without a commit says 0
  [/(Linux\/g\+\+\/)[0-9a-f]*"/g, '$1"'],
  [/("signature":)"0x[0-9a-f]{128}"/g, '$1"…"'],
];

const committee = "0x0000000000000000000000000000000000010001";

/** Blocks with transactions to the committee: its code is our own, so its gas and what is hashed over it differ. */
export function governanceBlocks(text: string): Set<number> {
  const plain = text.replaceAll("\\", "");
  const receipts = plain.matchAll(
    /"result": ?\{"blockNumber":(\d+),"checksum[^{}]*?"gasUsed".{0,20000}?"to":"(0x[0-9a-f]{40})?"/g,
  );
  const found = new Set<number>();
  for (const receipt of receipts) if (receipt[2] === committee) found.add(Number(receipt[1]));
  return found;
}

/** Takes the gas of governance out of a receipt or a block. */
export function withoutGovernanceGas(answer: string, blocks: ReadonlySet<number>): string {
  const number = Number(/"number":(\d+),"parentInfo"/.exec(answer)?.[1] ?? Number.NaN);
  if (!answer.includes(`"to":"${committee}"`) && !blocks.has(number)) return answer;
  return answer
    .replace(/("gasUsed":)"\d+"/, '$1"…"')
    .replace(/("gasUsed":"…","hash":)"0x[0-9a-f]*"/, '$1"…"')
    .replace(/("receiptsRoot":)"0x[0-9a-f]{64}"/, '$1"…"')
    .replace(/("(?:receiptProof|txReceiptProof)":)\[[^\]]*\]/g, "$1[…]");
}

/** Peers by their node IDs: a node lists them by their TLS identities. */
const inOwnOrder = (peers: string): string =>
  peers
    .split(/,(?=\{(?:"endPoint"|"groupNodeIDInfo"))/)
    .sort((a, b) => (/[0-9a-f]{128}/.exec(a)?.[0] ?? "").localeCompare(/[0-9a-f]{128}/.exec(b)?.[0] ?? ""))
    .join(",");

/** An answer with everything replaced that cannot be equal on another chain: keys, their hashes, times, the state root. */
export function normalise(answer: string, blocks: BlockHashes): string {
  let text = answer.replace(/[0-9a-f]{64}/g, (found) => {
    const number = blocks.get(found);
    return number === undefined ? found : `<hash of block ${number}>`;
  });
  for (const [pattern, replacement] of rules) text = text.replace(pattern, replacement);
  text = text.replace(/"peers":\[(\{"endPoint".*\})\]/, (_, peers: string) => `"peers":[${inOwnOrder(peers)}]`);
  if (/^\{"error":\{"code":-32[67]00/.test(text)) text = text.replace(/"id":\d+,"jsonrpc":""/, '"id":…,"jsonrpc":""');
  return text;
}
