import { precompiledAt } from "../../chain/abi/precompiledContracts";
import { lookUpBlock, lookUpTransaction } from "../../chain/archive/archiveFallback";
import type { RequestOptions } from "../../chain/client/client";
import { isStopped, judgeHealth } from "../../chain/health/groupHealth";
import { troublesOf, wellText } from "../../chain/health/groupTroubles";
import { moreOf, storyOf } from "../../chain/health/story";
import { codeOf, proxyFinding } from "../../chain/proxy/contractProxy";
import { recognizeProxy } from "../../chain/proxy/recognizeProxy";
import { type Block, getBlockByHash, getBlockByNumber, getBlockNumber, proposerOf } from "../../chain/rpc/blocks";
import { getCode } from "../../chain/rpc/contractCode";
import { getGroupPeers } from "../../chain/rpc/groups";
import { getConsensusStatus, getSyncStatus } from "../../chain/rpc/nodeStatus";
import { getPendingTxSize, getTotalTransactionCount } from "../../chain/rpc/transactions";
import { resolveTarget } from "../../chain/services/bfs/readLink";
import { getGroupMembers } from "../../chain/services/consensus/groupMembers";
import { checkBlock } from "../../chain/verification/checkBlock";
import { type Address, isAddress, isHash } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { unknownToNode } from "../../errors/nodeError";
import { t } from "../../text/catalogue";
import { versionText } from "../../text/versions";
import type {
  AddressPage,
  BlockLine,
  BlockPage,
  BlocksPage,
  ExplorerAnswer,
  ExplorerQuestion,
  NodeLine,
  Overview,
} from "../../webview/explorer/messages";
import { orderNotes } from "../records/nonceText";
import { transactionLines } from "../records/transactionLines";
import { type ExplorerContext, namedLine, pageVerdict } from "./explorerContext";
import { historyView } from "./historyView";
import { transactionPage } from "./transactionPage";

const recentBlocks = 40;

/** `archivedBelow`: the first block whose transactions the node still has. */
function blockLine(block: Block, archivedBelow: number, { nodeName }: Pick<ExplorerContext, "nodeName">): BlockLine {
  const sealer = proposerOf(block) ?? "";
  const sealerName = sealer === "" ? undefined : nodeName(sealer);
  return {
    number: block.number,
    hash: block.hash,
    timestampMs: block.timestamp,
    transactions: block.transactions.length,
    gasUsed: block.gasUsed,
    archived: block.transactions.length > 0 && block.number < archivedBelow,
    sealer,
    ...(sealerName === undefined ? {} : { sealerName }),
  };
}

/** Blocks `from` and below, newest first. */
async function blockLines(
  context: ExplorerContext,
  from: number,
  count: number,
  options: RequestOptions,
): Promise<BlockLine[]> {
  const { session, archivedBelow } = context;
  const numbers = Array.from({ length: Math.min(count, from + 1) }, (_, index) => from - index);
  const [archived, ...blocks] = await Promise.all([
    archivedBelow(),
    ...numbers.map((number) => getBlockByNumber(session.client, number, "hashes", options)),
  ]);
  return blocks.map((block) => blockLine(block, archived, context));
}

/** The group at a glance, from answers of one node: what others report is as that node heard it, and judged as everywhere. */
export async function overview(context: ExplorerContext, options: RequestOptions): Promise<Overview> {
  const { client } = context.session;
  const asked = performance.now();
  const [height, totals, pending, consensus, sync, members, reachable] = await Promise.all([
    getBlockNumber(client, options),
    getTotalTransactionCount(client, options),
    getPendingTxSize(client, options),
    getConsensusStatus(client, options),
    getSyncStatus(client, options),
    getGroupMembers(context.session, options),
    getGroupPeers(client, options),
  ]);
  const observers = members.flatMap(({ nodeId, role }) => (role === "observer" ? [nodeId] : []));
  const answers = {
    consensus,
    sync,
    groupPeers: reachable,
    observers,
    waiting: pending,
    answerMs: performance.now() - asked,
  };
  const recent = (await blockLines(context, height, recentBlocks, options)).reverse();
  const lastBlockMs = recent.at(-1)?.timestampMs ?? 0;
  // the newest come last, and stay
  const lastSealedMs = Object.fromEntries(recent.map(({ sealer, timestampMs }) => [sealer, timestampMs]));
  const look = { ...judgeHealth(answers), ...(lastBlockMs > 0 ? { lastBlockMs } : {}), lastSealedMs };
  const health = context.judged(look);
  const troubles = [...troublesOf(health, context.nodeName), ...context.endpointTroubles()];
  const heights = new Map(sync.peers.map((peer) => [peer.nodeID, peer.blockNumber]));
  heights.set(sync.nodeID, sync.blockNumber);
  const connected = new Set(reachable);
  const leader = consensus.consensusNodeList.find((node) => node.index === consensus.leaderIndex)?.nodeID;
  const line = (nodeId: string, role: NodeLine["role"], weight?: number): NodeLine => {
    const known = heights.get(nodeId);
    const name = context.nodeName(nodeId);
    return {
      nodeId,
      ...(name === undefined ? {} : { name }),
      role,
      ...(weight === undefined ? {} : { weight }),
      ...(known === undefined ? {} : { height: Number(known) }),
      reachable: connected.has(nodeId) || nodeId === sync.nodeID,
      leader: nodeId === leader,
      self: nodeId === sync.nodeID,
    };
  };
  const listed = new Set(members.map(({ nodeId }) => nodeId));
  return {
    kind: "overview",
    height,
    transactions: Number(totals.transactionCount),
    failed: Number(totals.failedTransactionCount),
    pending,
    view: Number(consensus.view),
    state: isStopped(health) ? "stopped" : health.changingView ? "changing" : "working",
    story: { ...storyOf(troubles, wellText(health)), more: moreOf(troubles) },
    maxFaulty: Number(consensus.maxFaultyQuorum),
    nodes: [
      ...members.map(({ nodeId, role, weight }) => line(nodeId, role, weight === undefined ? weight : Number(weight))),
      ...reachable.filter((nodeId) => !listed.has(nodeId)).map((nodeId) => line(nodeId, "other")),
    ],
    recent,
  };
}

/** So many of a block's transactions are shown, and asked for, at a time. */
const shownAtOnce = 25;

/** @param asked by its number, or by its hash where that was searched for; `first`: the first of its transactions that is shown */
async function blockPage(
  context: ExplorerContext,
  asked: { readonly number: number; readonly hash?: string; readonly first?: number },
  options: RequestOptions,
): Promise<BlockPage> {
  const { session, archive, archivedBelow, trust } = context;
  const [{ block, verdict }, archived] = await Promise.all([
    checkBlock(session, asked.hash ?? asked.number, { ...options, archive, trust: await trust() }),
    archivedBelow(),
  ]);
  const first = Math.max(0, Math.min(asked.first ?? 0, block.transactions.length - 1));
  const lines = await transactionLines(context, block.transactions.slice(first, first + shownAtOnce), options);
  const timed = lines.map((line) => ({ ...line, block: block.number, timeMs: block.timestamp }));
  context.seen(timed);
  // the order of a large block isn't worth all its transactions
  const isSmall = block.transactions.length > 1 && block.transactions.length <= shownAtOnce;
  const whole = isSmall ? (await lookUpBlock(session, block.number, { ...options, archive })).transactions : [];
  return {
    kind: "block",
    block: blockLine(block, archived, context),
    ...(archive === undefined ? {} : { archive }),
    parentHash: block.parentInfo[0]?.blockHash ?? "",
    stateRoot: block.stateRoot,
    transactionsRoot: block.txsRoot,
    receiptsRoot: block.receiptsRoot,
    version: block.version === 0 ? "" : versionText(block.version),
    transactions: timed.map((line) => namedLine(context, line)),
    orderNotes: orderNotes(whole, (sender) => context.nameOf(sender) ?? sender),
    firstShown: first,
    atOnce: shownAtOnce,
    verdicts: [pageVerdict("block", verdict)],
  };
}

async function addressPage(context: ExplorerContext, address: string, options: RequestOptions): Promise<AddressPage> {
  const { session, nameOf, known } = context;
  const [code, contract, history] = await Promise.all([
    getCode(session.client, address, options),
    context.contract(address),
    historyView(context, address),
  ]);
  const name = nameOf(address) ?? contract?.name;
  const { client, suite } = session;
  const what = precompiledAt(address) ? "builtin" : code.length > 2 ? "contract" : "account";
  const isUnread = what === "contract" && !contract?.proxy;
  const reading = isUnread ? await recognizeProxy(client, suite, address as Address, { ...options, code }) : undefined;
  const proxy = contract?.proxy ?? (reading?.kind === "proxy" ? reading.proxy : undefined);
  const codeBytes = Math.max(0, (code.length - 2) / 2);
  return {
    kind: "address",
    address,
    what,
    functions: contract?.abi.functions.map((each) => each.signature) ?? [],
    events: contract?.abi.events.map((each) => each.signature) ?? [],
    known: known(address).map((line) => namedLine(context, line)),
    history,
    ...(name ? { name } : {}),
    ...(proxy ? { proxy: { found: proxyFinding(proxy), implementations: [...codeOf(proxy)] } } : {}),
    ...(reading?.kind === "unreadable"
      ? { proxy: { found: t("the chain doesn't show whose code it runs"), implementations: [] } }
      : {}),
    ...(codeBytes > 0 ? { codeBytes } : {}),
  };
}

async function blocksPage(
  context: ExplorerContext,
  question: Extract<ExplorerQuestion, { kind: "blocks" }>,
  options: RequestOptions,
): Promise<BlocksPage> {
  const height = await getBlockNumber(context.session.client, options);
  const from = Math.min(height, question.before === undefined ? height : question.before - 1);
  const blocks = from < 0 ? [] : await blockLines(context, from, Math.min(question.count, 100), options);
  return { kind: "blocks", blocks, newer: from < height, more: (blocks.at(-1)?.number ?? 0) > 0 };
}

/** What a 32-byte hash names: a transaction, or else a block. */
async function byHash(
  { session, archive }: ExplorerContext,
  hash: string,
  options: RequestOptions,
): Promise<ExplorerQuestion> {
  const found = await lookUpTransaction(session, hash, { ...options, archive }).catch(unknownToNode);
  if (found) return { kind: "transaction", hash };
  const block = await getBlockByHash(session.client, hash, "header", options).catch(unknownToNode);
  if (!block) throw clientError("nothingWithThatHash", { hash });
  return { kind: "block", number: block.number, hash };
}

async function find(context: ExplorerContext, text: string, options: RequestOptions): Promise<ExplorerQuestion> {
  if (/^#?\d{1,15}$/.test(text)) return { kind: "block", number: Number(text.replace("#", "")) };
  if (isHash(text)) return byHash(context, text, options);
  if (isAddress(text)) return { kind: "address", address: text.toLowerCase() };
  // A link leads where it does now, whatever it led to before.
  const address = text.startsWith("/")
    ? await resolveTarget(context.session, text, options)
    : context.addressNamed(text);
  if (address !== undefined) return { kind: "address", address };
  throw clientError("notSearchable", { text });
}

/** What a searched text names; what no node finds, an index may. */
async function findPage(context: ExplorerContext, text: string, options: RequestOptions): Promise<ExplorerAnswer> {
  try {
    return await answerQuestion(context, await find(context, text, options), options);
  } catch (error) {
    const isUnknown =
      error instanceof ChainError && ["notSearchable", "nothingWithThatHash"].includes(String(error.code));
    if (!isUnknown || !context.history) throw error;
    const lines = await context.history.find(text);
    const [only] = lines;
    if (only === undefined || lines.length > 1) return { kind: "found", text, lines: [...lines] };
    if (only.kind === "block") return answerQuestion(context, { kind: "block", number: Number(only.key) }, options);
    if (only.kind === "address") return answerQuestion(context, { kind: "address", address: only.key }, options);
    return answerQuestion(context, { kind: "transaction", hash: only.key }, options);
  }
}

/** Everything the explorer's page may ask. @throws ChainError */
export async function answerQuestion(
  context: ExplorerContext,
  question: ExplorerQuestion,
  options: RequestOptions,
): Promise<ExplorerAnswer> {
  switch (question.kind) {
    case "overview":
      return overview(context, options);
    case "blocks":
      return blocksPage(context, question, options);
    case "block":
      return blockPage(context, question, options);
    case "transaction":
      return transactionPage(context, question.hash, options);
    case "address":
      return addressPage(context, question.address, options);
    case "find":
      return findPage(context, question.text, options);
  }
}
