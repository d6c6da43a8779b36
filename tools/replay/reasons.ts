import type { Exchange } from "./recording";

/** Why an answer cannot be the node's, in the words of docs/checks.md. */
export const reasons = {
  unknownTransaction: "the transaction was sent by a recording that nobody has: its nonce, so its hash, is not known",
  unknownPermission: "who may deploy was decided by a proposal of a recording that nobody has",
  cutRequest: "the recording keeps only the beginning of the request",
  unknownHash: "the hash of a block that no answer tells the hash of",
  onePool: "the pool of one node that was restarted, or of one moment under load: here all nodes have one pool",
  unknownBlock: "a block of such transactions: only its transactions, the roots over them and their gas differ",
  unknownState:
    "a call that reads what such transactions wrote (the last of twenty sent at once, a time, a random name): status and length are the node's",
  foreignClientCertificate:
    "a client certificate of another chain: Node.js ends the connection, but cannot send TLS alert 48 (no certificate at all: alert 40, as a node)",
  absentContract: "ring and group signatures, Paillier, discrete ZKP: not in the embedded chain, which says so",
  unknownCount: "a count of all transactions, where recordings are missing",
} as const;

const absentWords = Buffer.from("is not in the embedded chain").toString("hex");

/** Whether an answer holds the words of a built-in contract that the embedded chain lacks. */
export const saysAbsent = (text: string): boolean => text.includes(absentWords);

export type Reason = keyof typeof reasons;

interface Found {
  readonly exchange: Exchange;
  /** Both answers after normalisation. */
  readonly node: string;
  readonly ours: string;
  /** Blocks that were made by recordings which are not there. */
  readonly strangeBlocks: ReadonlySet<number>;
  /** Hashes of all transactions that this replay has sent. */
  readonly sent: (hash: string) => boolean;
  /** Whether such a block has called the contract at the address. */
  readonly isTouched: (address: string) => boolean;
  /** Blocks with transactions to contracts that the embedded chain lacks. */
  readonly absentBlocks: ReadonlySet<number>;
  /** Transactions and blocks in which only the missing permission to deploy made the difference: hashes, and numbers as text. */
  readonly unpermitted: Set<string>;
}

/** A block without what its transactions decide. */
const withoutTransactions = (block: string): string =>
  block
    .replace(/"transactions":\[.*\](?=,"(?:txsRoot|version)")/, '"transactions":[…]')
    .replace(/"transactions":\[.*\](?=,"transactionsRoot")/, '"transactions":[…]')
    .replace(/("(?:txsRoot|receiptsRoot|transactionsRoot)":)"0x[0-9a-f]{64}"/g, '$1"…"')
    .replace(/("gasUsed":)"(?:0x[0-9a-f]+|\d+)"/, '$1"…"');

const permissionText = Buffer.from("permission denied").toString("hex");

/** Whether the permission to deploy that only one side has makes the difference, or has made the transaction differ. */
function lacksPermission({ node, ours, unpermitted, strangeBlocks }: Found, asked: string | undefined): boolean {
  if (strangeBlocks.size === 0) return false;
  const number = /"number":(\d+),"parentInfo"/.exec(node)?.[1];
  if (unpermitted.has(asked ?? "") || unpermitted.has(number ?? "")) return true;
  // what catches the refusal of a contract that it makes says nothing of it
  const way = `${/"from":"(\w+)"/.exec(node)?.[1]} ${/"to":"(\w+)"/.exec(node)?.[1]}`;
  const isKnown = unpermitted.has(way);
  if (!isKnown && node.includes(permissionText) === ours.includes(permissionText)) return false;
  const hash = /"transactionHash":"0x([0-9a-f]{64})"/.exec(node)?.[1];
  const block = /"result":\{"blockNumber":(\d+)/.exec(node)?.[1];
  if (hash !== undefined && block !== undefined) unpermitted.add(hash).add(block).add(way);
  return true;
}

const committeeDigits = "0000000000000000000000000000000000010001";
/** Their answers rest on all that was made before: folders, and permissions. */
const restsOnAll = /^0{36}(?:100e|1005)$/;

/** Both answers without the hashes of blocks that only ours knows. */
function onlyHashesDiffer(node: string, ours: string): boolean {
  const parts = ours.split(/<hash of block \d+>/);
  if (parts.length < 2) return false;
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join("(?:[0-9a-f]{64}|<hash of block \\d+>)")}$`).test(node);
}

const withoutOutput = (call: string): string =>
  call.replace(
    /"(output|result)":"0x([0-9a-f]*)"/,
    (_, name, output: string) => `"${name}":"(${output.length / 2} bytes)"`,
  );

const withoutWholeOutput = (call: string): string => call.replace(/"(output|result)":"0x[0-9a-f]*"/, '"$1":"…"');

/**
 * Why an answer cannot be the node's; undefined for an unexplained difference. Every explanation wants a block that was made by
 * recordings which are not there, and that nothing else differs than what those decide: on a chain whose recordings are all there nothing
 * is explained.
 */
export function reasonOf(found: Found): Reason | undefined {
  const { exchange, node, ours, strangeBlocks, sent, isTouched, absentBlocks } = found;
  if (/…\(\d+ characters\)$/.test(exchange.body)) return "cutRequest";
  if (onlyHashesDiffer(node, ours)) return "unknownHash";
  const method = /"method":"(?:eth_)?(\w+)"/.exec(exchange.body)?.[1] ?? "";
  if (method === "getPendingTxSize" && /restart|\d of 4|recovered/.test(exchange.name)) return "onePool";
  const asked = /"params":\[(?:"\w*","\w*",)?"(?:0x)?([0-9a-f]{64})"/i.exec(exchange.body)?.[1]?.toLowerCase();
  if (saysAbsent(ours)) return "absentContract";
  const blockNumber = Number(/"number":(\d+)/.exec(node)?.[1] ?? Number.NaN);
  if (absentBlocks.has(blockNumber) && withoutTransactions(node) === withoutTransactions(ours)) return "absentContract";
  if (lacksPermission(found, asked)) return "unknownPermission";
  // proposals are counted through
  const proposes = strangeBlocks.size > 0 && node.includes(`"to":"0x${committeeDigits}"`);
  if (proposes && withoutOutput(node) === withoutOutput(ours)) return "unknownState";
  if (method === "getTotalTransactionCount" && strangeBlocks.size > 0) return "unknownCount";
  if (method.startsWith("getBlockBy")) {
    const number = Number(/"number":"?(0x[0-9a-f]+|\d+)/.exec(node)?.[1] ?? Number.NaN);
    const equal = strangeBlocks.has(number) && withoutTransactions(node) === withoutTransactions(ours);
    return equal ? "unknownBlock" : undefined;
  }
  if (method === "getTransaction" || method === "getTransactionReceipt") {
    const hash = /"(?:0x)?([0-9a-f]{64})"/i.exec(exchange.body)?.[1]?.toLowerCase();
    const unknown =
      hash !== undefined && !sent(hash) && strangeBlocks.size > 0 && ours.startsWith('{"error":{"code":3008');
    return unknown && node.includes('"result":{') ? "unknownTransaction" : undefined;
  }
  const to = /"(?:params":\[(?:"\w*","\w*",)?|to":)"(?:0x)?([0-9a-f]{40})"/i.exec(exchange.body)?.[1]?.toLowerCase();
  if (!/^(?:call|getStorageAt)$/.test(method) || to === undefined || strangeBlocks.size === 0) return undefined;
  if (restsOnAll.test(to)) return withoutWholeOutput(node) === withoutWholeOutput(ours) ? "unknownState" : undefined;
  return isTouched(to) && withoutOutput(node) === withoutOutput(ours) ? "unknownState" : undefined;
}
