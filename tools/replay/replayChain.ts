import { decodeSignedTransaction } from "../../src/chain/encoding/signedTransaction";
import { bytesToHexDigits, hexToBytes } from "../../src/crypto/bytes/hex";
import type { NodeIdentity } from "../../src/devchain/keys/seededKeys";
import type { Group } from "../../src/devchain/ledger/group";
import { receivedTransaction } from "../../src/devchain/ledger/poolAdmission";
import type { Network } from "../../src/devchain/nodes/network";
import { type DevChain, openPorts } from "../../src/devchain/startDevChain";
import { writeSystemConfig } from "../../src/devchain/state/systemTables";
import { upgradeFlags } from "../../src/facts/releases/chainFlags";
import { versionText } from "../../src/text/versions";
import { networkLike } from "./chainShape";
import { isKeptAlive, isRawTcp, replayKeptAlive, replayRawTcp } from "./connections";
import type { Difference } from "./difference";
import { envelopeOf, type HttpAnswer, sendExchange } from "./httpExchange";
import { governanceBlocks, learnBlockHashes, normalise, withoutGovernanceGas } from "./normalise";
import { reasonOf, saysAbsent } from "./reasons";
import type { Exchange, RecordedChain, RecordedFile } from "./recording";
import { replayFrames } from "./replayFrames";
import { owed, type ReportedState, reportedBy, reportedStates } from "./reportedState";
import { dueIn, type Sealed, sealedIn } from "./sealed";
import { type StandIn, sendInOwnWords, standInsBefore } from "./standIns";
import { isTlsSession, replayTls } from "./tlsSessions";

export interface FileOutcome {
  readonly file: string;
  readonly equal: number;
  readonly total: number;
  readonly differences: readonly Difference[];
}

const fileSystem = "000000000000000000000000000000000000100e";
/** Tables and shards appear in the file system. */
const makesFiles = /^0{36}(?:1002|1010)$/;

/** How long to wait for an answer that must not come. */
const silenceMs = 250;
/** How long to wait for one that must. */
const timeoutMs = 180_000;

const methodOf = (exchange: Exchange): string => /"method":"(\w+)"/.exec(exchange.body)?.[1] ?? "";

/** The height of the chain when the node answered, where the answer tells it. */
function reportedHeight(exchange: Exchange): number | undefined {
  const answer = exchange.answer ?? "";
  const read = (pattern: RegExp, base = 10): number | undefined => {
    const found = pattern.exec(answer)?.[1];
    return found === undefined ? undefined : Number.parseInt(found, base);
  };
  switch (methodOf(exchange)) {
    case "sendTransaction": {
      const block = read(/"result":\{"blockNumber":(\d+)/);
      return block === undefined ? undefined : block - 1;
    }
    case "getBlockNumber":
      return read(/"result":(\d+)/);
    case "eth_blockNumber":
      return read(/"result":"0x([0-9a-f]+)"/, 16);
    case "eth_getTransactionReceipt":
      return read(/"blockNumber":"0x([0-9a-f]+)"/, 16);
    case "call":
    case "getTotalTransactionCount":
      return read(/"blockNumber":(\d+)/);
    case "getTransactionReceipt":
      return read(/"result":\{"blockNumber":(\d+)/);
    case "getSyncStatus":
    case "getConsensusStatus":
      return read(/\\"blockNumber\\":(\d+)/);
    default:
      return undefined;
  }
}

const withoutQuestion = (name: string): string => name.replace(/ get\w+$/, "");

/** How many nodes were connected, as the latest answer says. */
function connectedAt(exchanges: readonly Exchange[], at: number): number | undefined {
  const counts = exchanges
    .slice(0, at + 1)
    .map(({ answer }) => /\\"connectedNodeList\\":(\d+)/.exec(answer ?? "")?.[1]);
  const latest = counts.findLast((count) => count !== undefined);
  return latest === undefined ? undefined : Number(latest);
}

/**
 * Which nodes were there, where not always all of them were: as the list of the same moment says, or the nearest one of as many nodes as
 * were connected. Undefined where nothing tells of any that was away.
 */
function nodesUp(exchanges: readonly Exchange[], at: number): ReadonlySet<string> | undefined {
  const lists = exchanges.flatMap(({ body, answer, name }, index) => {
    const nodes = body.includes('"getGroupPeers"')
      ? (/\[.*\]/.exec(answer ?? "")?.[0].match(/[0-9a-f]{128}/g) ?? [])
      : [];
    return nodes.length > 0
      ? [{ away: Math.abs(index - at), isBefore: index <= at, moment: withoutQuestion(name), nodes }]
      : [];
  });
  if (new Set(lists.map(({ nodes }) => [...nodes].sort().join())).size < 2) return undefined;
  const moment = withoutQuestion(exchanges[at]?.name ?? "");
  const connected = connectedAt(exchanges, at);
  const nearest = lists.sort((a, b) => a.away - b.away);
  const found =
    nearest.find((list) => list.moment === moment) ??
    nearest.find(({ nodes }) => nodes.length === connected) ??
    nearest.find(({ isBefore }) => isBefore) ??
    nearest[0];
  return found && new Set(found.nodes);
}

/**
 * One embedded chain that lives through the recordings of a node. Blocks are made when the recording shows that there is a new one,
 * never before.
 */
class Replay {
  readonly recorded = new Map<string, number>();
  readonly ours = new Map<string, number>();
  readonly filters = new Map<string, string>();
  readonly network: Network;
  readonly chain: DevChain;
  readonly group: Group;
  readonly sealed: Sealed;
  readonly times = new Map<number, number>();
  /** Data versions that recorded blocks carry. */
  readonly versions = new Map<number, number>();
  readonly governance: ReadonlySet<number>;
  /** Blocks with transactions to built-in contracts that the embedded chain lacks. */
  readonly absentBlocks = new Set<number>();
  /** Blocks that recordings made which are not there, or that only stand in for theirs. */
  readonly strangeBlocks = new Set<number>();

  readonly #unpermitted = new Set<string>();

  constructor(network: Network, chain: DevChain, group: Group, text: string) {
    this.network = network;
    this.chain = chain;
    this.group = group;
    this.sealed = sealedIn(text);
    learnBlockHashes(text, this.recorded);
    this.governance = governanceBlocks(text);
    for (const found of text.replaceAll("\\", "").matchAll(/"number": ?(\d+),.{0,2500}?"timestamp": ?(\d+)/g)) {
      this.times.set(Number(found[1]), Number(found[2]));
    }
    // a node seals what waits, and runs it, in an order of its own, which only its blocks tell
    const take = group.pool.take.bind(group.pool);
    group.pool.take = (limit) => {
      const number = group.blocks.head + 1;
      return dueIn(this.sealed, take(Number.MAX_SAFE_INTEGER), number, group.isGone).slice(0, limit);
    };
    for (const [, number, version] of text
      .replaceAll("\\", "")
      .matchAll(/"number": ?(\d+),"parentInfo".{0,12000}?"version": ?(\d+)\}/g)) {
      this.versions.set(Number(number), Number(version));
    }
    // blocks are made at the recorded times, because contracts see them
    group.clock = () => this.times.get(group.blocks.head + 1) ?? 0;
    group.on("block", ({ header, receipts }) => {
      if (receipts.some(({ output }) => saysAbsent(bytesToHexDigits(output)))) this.absentBlocks.add(header.number);
    });
    group.on("block", (block) => this.ours.set(bytesToHexDigits(block.header.hash), block.header.number));
    // block 0 has two hashes; requests name the one by which the chain goes (docs/protocol/json-rpc.md, "Block 0")
    for (const { hash } of [group.blocks.block(0).header, group.head]) this.ours.set(bytesToHexDigits(hash), 0);
    group.paused = true;
  }

  /** Who signs what only the governor may do, and everybody's first account elsewhere: 40 digits. */
  get sender(): string {
    const { auth, admin } = this.group.settings;
    if (auth) return (admin ?? "").slice(2);
    const { suite } = this.group;
    return suite.address(suite.publicKey(new Uint8Array(32).fill(1))).slice(2);
  }

  /** Lets the chain grow to a height that the recording tells: first with what waits, then with empty blocks. */
  async growTo(height: number): Promise<void> {
    const { group } = this;
    while (height > group.blocks.head) {
      const next = group.blocks.head + 1;
      if (!group.stalled && group.pool.take(1).length > 0) await group.mine(1);
      if (group.blocks.head >= next) continue;
      this.strangeBlocks.add(next);
      if (next === height) await this.#rise(height);
      await group.mineTo(next);
      if (group.blocks.head < next) await this.#bringBack(next);
    }
  }

  /** The recording tells a block that ours can't make: enough nodes were there again. */
  async #bringBack(next: number): Promise<void> {
    const { group } = this;
    for (const { nodeId } of group.members.nodes) group.members.setDown(nodeId, false);
    if (group.stalled) await group.restart();
    await group.mineTo(next);
    if (group.blocks.head < next) throw new Error(`no block ${next} is made`);
  }

  /** The height at which a file begins: what is told of the state there is written in its last block. */
  async beginAt(height: number, reported: ReportedState): Promise<void> {
    const { group } = this;
    const changes = owed(group, reported, height);
    if (height <= group.blocks.head || changes.length === 0) return this.growTo(height);
    await this.growTo(height - 1);
    this.strangeBlocks.add(height);
    await group.change(() => {
      for (const change of changes) change();
    });
  }

  #versionAfter(height: number): number {
    return this.versions.get(height + 1) ?? this.versions.get(height + 2) ?? 0;
  }

  /** Whether the blocks behind the height carry a newer data version than the head. */
  risesAt(height: number): boolean {
    return this.#versionAfter(height) > this.group.head.version;
  }

  /** A block that a missing recording has made may have raised the data version: the next ones tell. */
  async #rise(height: number): Promise<void> {
    const { group } = this;
    const present = group.head.version;
    if (!this.risesAt(height) || group.head.number >= height) return;
    const next = this.#versionAfter(height);
    await group.change(() => {
      const value = versionText(next);
      writeSystemConfig(group.store, "compatibility_version", { value, enableNumber: height });
      for (const flag of upgradeFlags(present, next, group.settings.nodeVersion))
        writeSystemConfig(group.store, flag, { value: "1", enableNumber: 0 });
    });
  }

  /** The request in our chain's hashes. */
  translate(body: string): string {
    const byNumber = new Map([...this.ours].map(([hash, number]) => [number, hash]));
    let text = body.replace(/[0-9a-f]{64}/g, (found) => {
      const number = this.recorded.get(found);
      return (number === undefined ? undefined : byNumber.get(number)) ?? found;
    });
    for (const [theirs, mine] of this.filters) text = text.replaceAll(`"${theirs}"`, `"${mine}"`);
    return text;
  }

  /** What the node never answers must stay unanswered; it waits no longer than it takes to see that. */
  async send(exchange: Exchange): Promise<HttpAnswer | undefined> {
    if (exchange.answer !== undefined) return this.#send(exchange, timeoutMs).catch(() => undefined);
    this.#neverSealed(exchange);
    const silence = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), silenceMs));
    return Promise.race([this.#send(exchange, timeoutMs).catch(() => undefined), silence]);
  }

  /** What the node took, never answered and never sealed waits here, too. */
  #neverSealed({ name, body }: Exchange): void {
    const signed = /"method":"sendTransaction".*"0x([0-9a-f]+)"/i.exec(body)?.[1];
    if (signed === undefined || /out of gas/.test(name)) return;
    const hash = bytesToHexDigits(receivedTransaction(this.group.suite, hexToBytes(signed)).hash);
    if (!this.sealed.blocks.has(hash)) this.sealed.blocks.set(hash, 0);
  }

  /** Sends one exchange at its time. */
  async play(exchange: Exchange): Promise<HttpAnswer | undefined> {
    await this.growTo(reportedHeight(exchange) ?? 0);
    // refused because those that were sent before it were in a block already
    const comesLate = methodOf(exchange) === "eth_sendRawTransaction" && exchange.answer?.includes("NonceCheckFail");
    if (comesLate && this.group.pool.size > 0) await this.group.mine(1);
    // a node that worked on a transaction for too long answered the next questions before its block was there
    const late = exchange.answer === undefined && /out of gas/.test(exchange.name);
    if (methodOf(exchange) !== "sendTransaction" || late) return this.send(exchange);
    this.#sealing(true);
    const answer = await this.send(exchange);
    this.#sealing(false);
    return answer;
  }

  /** What was sent at once is sent in the order in which the node sealed it, while sealing waits. */
  async playTogether(batch: readonly Exchange[]): Promise<(HttpAnswer | undefined)[]> {
    await this.growTo(reportedHeight(batch[0] as Exchange) ?? 0);
    // refused because its nonce was in a block already: it came later than the one it repeats
    const late = batch.filter(({ answer }) => answer?.startsWith('{"error":{"code":10000'));
    const rank = (exchange: Exchange): number =>
      this.sealed.places.get(/"transactionHash":"0x([0-9a-f]{64})"/.exec(exchange.answer ?? "")?.[1] ?? "") ??
      (exchange.answer?.startsWith('{"error"') ? Number.MAX_SAFE_INTEGER : 0);
    const answers = new Map<Exchange, Promise<HttpAnswer | undefined>>();
    const inTime = batch.filter((exchange) => !late.includes(exchange)).sort((a, b) => rank(a) - rank(b));
    for (const exchange of inTime) {
      answers.set(exchange, this.send(exchange));
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    this.#sealing(true);
    await Promise.all(answers.values());
    for (const exchange of late) answers.set(exchange, this.send(exchange));
    const all = await Promise.all(batch.map((exchange) => answers.get(exchange)));
    this.#sealing(false);
    return all;
  }

  #sealing(on: boolean): void {
    this.group.paused = !on;
    if (on) this.group.schedule();
  }

  /** Lets a WebSocket session seal what it sends. */
  async whileSealing<T>(work: () => Promise<T>): Promise<T> {
    this.#sealing(true);
    try {
      return await work();
    } finally {
      this.#sealing(false);
    }
  }

  /** Records tell in their peers which nodes were there; some begin on a chain made anew. */
  async prepare(exchanges: readonly Exchange[], at: number): Promise<void> {
    const { name, fresh } = exchanges[at] as Exchange;
    if (fresh && this.group.blocks.head > 0) {
      await this.group.reset();
      this.group.paused = true;
      this.ours.set(bytesToHexDigits(this.group.head.hash), 0);
    }
    if (/^after a restart of the node|after the restart(?! of node0)/.test(name)) await this.group.restart();
    // the node that is asked comes back with an empty pool, while the others stand as they stood
    const isBack = /after the restart of node0/;
    if (isBack.test(name) && !isBack.test(exchanges[at - 1]?.name ?? "")) this.group.pool.clear();
    const up = nodesUp(exchanges, at);
    if (!up) return;
    const { members } = this.group;
    for (const { nodeId } of members.nodes) members.setDown(nodeId, !up.has(nodeId));
    this.group.schedule();
  }

  /** The height that the chain had then, where the answer tells it, or the block of the raw transaction that was sent. */
  #headAt(exchange: Exchange): number | undefined {
    const method = methodOf(exchange);
    if (method === "eth_sendRawTransaction") {
      const block = this.sealed.blocks.get(/"result":"0x([0-9a-f]{64})"/.exec(exchange.answer ?? "")?.[1] ?? "");
      return block ? block - 1 : undefined;
    }
    // a receipt tells that of an older block
    return /Receipt$/.test(method) ? undefined : reportedHeight(exchange);
  }

  /**
   * Where a question tells what ours does not say, and a block of a missing recording lies between it and the next that is known: that
   * block made the difference, and is there already.
   */
  async catchUp(exchanges: readonly Exchange[], at: number): Promise<void> {
    const next = exchanges.findIndex((exchange, index) => index >= at && this.#headAt(exchange) !== undefined);
    const height = next < 0 ? undefined : this.#headAt(exchanges[next] as Exchange);
    if (height === undefined || height <= this.group.blocks.head) return;
    if (owed(this.group, reportedBy(exchanges.slice(at, at + 1)), height).length === 0) return;
    await this.beginAt(height, reportedBy(exchanges.slice(at, next)));
  }

  async #send(exchange: Exchange, limitMs: number): Promise<HttpAnswer> {
    const filter = /"method":"(?:eth_)?(newBlockFilter|newFilter|newPendingTransactionFilter)"/.test(exchange.body);
    const text = /send(Raw)?Transaction/.test(exchange.body) ? exchange.body : this.translate(exchange.body);
    const base = isNative(exchange) ? this.chain.url : (this.chain.web3Url ?? this.chain.url);
    const answer = await sendExchange(exchange, base, text, limitMs);
    const theirs = filter ? /"result":"(0x[0-9a-f]+)"/.exec(exchange.answer ?? "")?.[1] : undefined;
    const mine = /"result":"(0x[0-9a-f]+)"/.exec(answer.body)?.[1];
    if (theirs === undefined || mine === undefined) return answer;
    this.filters.set(theirs, mine);
    return { ...answer, body: answer.body.replace(mine, theirs) };
  }

  /** Whether a block that stands in for an unknown one has a transaction to the address, or it isn't known what it had. */
  #isTouched(address: string): boolean {
    const { blocks } = this.group;
    return [...this.strangeBlocks].some(
      (number) =>
        number <= blocks.head &&
        (blocks.block(number).transactions.length === 0 ||
          blocks.block(number).transactions.some(({ signed }) => {
            const { to } = decodeSignedTransaction(signed).data;
            const sentTo = to.replace(/^0x/, "").toLowerCase();
            return sentTo === address || (address === fileSystem && makesFiles.test(sentTo));
          })),
    );
  }

  compare(exchange: Exchange, answer: HttpAnswer | undefined): Difference | undefined {
    const name = `${exchange.name}: ${exchange.body.slice(0, 160)}`;
    if (exchange.answer === undefined || answer === undefined) {
      if (exchange.answer === answer?.body) return undefined;
      return { name, node: exchange.answer ?? "(no answer)", ours: answer?.body ?? "(no answer)" };
    }
    const [head, ownHead] = [envelopeOf(exchange), envelopeOf(answer)];
    if (head !== ownHead) return { name, node: head, ours: ownHead };
    const node = normalise(withoutGovernanceGas(exchange.answer, this.governance), this.recorded);
    const ours = normalise(withoutGovernanceGas(answer.body, this.governance), this.ours);
    if (node === ours || methodOf(exchange) === "getPbftView") return undefined;
    const reason = reasonOf({
      exchange,
      node,
      ours,
      strangeBlocks: this.strangeBlocks,
      sent: (hash) => this.group.blocks.locate(hexToBytes(hash)) !== undefined,
      isTouched: (address) => this.#isTouched(address),
      absentBlocks: this.absentBlocks,
      unpermitted: this.#unpermitted,
    });
    return { name, ...shorten(node, ours), reason };
  }
}

/** Two long texts from a little before where they part. */
function shorten(node: string, ours: string): { node: string; ours: string } {
  let at = 0;
  while (at < node.length && node[at] === ours[at]) at++;
  const from = at > 80 ? at - 80 : 0;
  return { node: (from ? "…" : "") + node.slice(from), ours: (from ? "…" : "") + ours.slice(from) };
}

const isNative = (exchange: Exchange): boolean => !/:85\d\d(?:\/|$)/.test(exchange.url);

/** Sends what a recording of another chain sent at this point, without comparing anything, until the chain has the height. */
async function standIn(replay: Replay, { file, asItIs }: StandIn, height: number): Promise<void> {
  const { group } = replay;
  const exchanges = file.exchanges.filter(({ body }) => body.includes('"sendTransaction"'));
  for (let i = 0; i < exchanges.length && group.blocks.head < height; ) {
    const first = exchanges[i] as Exchange;
    const batch = [first];
    while (first.together > 0 && exchanges[i + batch.length]?.together === first.together) {
      batch.push(exchanges[i + batch.length] as Exchange);
    }
    i += batch.length;
    const before = group.blocks.head;
    if (!asItIs) {
      for (const each of batch) {
        await replay.whileSealing(() => sendInOwnWords(group, each, replay.sender));
      }
    } else if (batch.length === 1) await replay.play({ ...first, answer: "" }).catch(() => undefined);
    else await replay.playTogether(batch.map((exchange) => ({ ...exchange, answer: "" }))).catch(() => undefined);
    for (let next = before + 1; next <= group.blocks.head; next++) replay.strangeBlocks.add(next);
  }
}

async function replayExchanges(replay: Replay, file: RecordedFile): Promise<(Difference | undefined)[]> {
  const outcomes: (Difference | undefined)[] = [];
  const exchanges = file.exchanges.filter(({ body }) => !/^\(\d+ bytes\)/.test(body));
  for (let i = 0; i < exchanges.length; ) {
    const first = exchanges[i] as Exchange;
    const batch = [first];
    while (first.together > 0 && exchanges[i + batch.length]?.together === first.together) {
      batch.push(exchanges[i + batch.length] as Exchange);
    }
    await replay.prepare(exchanges, i);
    await replay.catchUp(exchanges, i);
    i += batch.length;
    const answers = batch.length === 1 ? [await replay.play(first)] : await replay.playTogether(batch);
    outcomes.push(...batch.map((exchange, index) => replay.compare(exchange, answers[index])));
  }
  return outcomes;
}

async function replaySession(replay: Replay, file: RecordedFile): Promise<(Difference | undefined)[]> {
  const prepare = async (text: string, answers: readonly string[]): Promise<string> => {
    const heights = answers.join("").matchAll(/"result":(\d+)\}|"group0":(\d+)|"result":\{"blockNumber":(\d+)/g);
    for (const found of heights) await replay.growTo(Number(found[1] ?? found[2] ?? Number(found[3]) - 1));
    return /send(Raw)?Transaction/.test(text) ? text : replay.translate(text);
  };
  // what was there before the session must not be told in it
  const received = file.frames.filter(({ dir }) => dir === "in").map(({ payloadText }) => payloadText ?? "");
  await replay.growTo(Number(/"group0":(\d+)/.exec(received.join("\n"))?.[1] ?? 0));
  const outcomes = await replay.whileSealing(() =>
    replayFrames(replay.chain.url, file.frames, prepare, {
      node: (text) => normalise(text, replay.recorded),
      ours: (text) => normalise(text, replay.ours),
    }),
  );
  return outcomes.map((found) => found && { name: found.name, ...shorten(found.node, found.ours) });
}

/** The node that the recording asked answers as the first of ours for as long as it is played. */
async function asRecordedNode<T>(replay: Replay, file: RecordedFile, work: () => Promise<T>): Promise<T> {
  const own = /"nodeName\\*": ?\\*"([0-9a-f]{128})/.exec(JSON.stringify(file.records))?.[1];
  const nodes = replay.network.nodes as NodeIdentity[];
  const at = nodes.findIndex(({ nodeId }) => nodeId === own);
  const swap = (): void => {
    const [first, other] = [nodes[0], nodes[at]];
    if (first && other) [nodes[0], nodes[at]] = [other, first];
  };
  if (at > 0) swap();
  try {
    return await work();
  } finally {
    if (at > 0) swap();
  }
}

async function replayFile(replay: Replay, file: RecordedFile): Promise<FileOutcome> {
  const { records } = file;
  const { port } = replay.chain;
  let outcomes: (Difference | undefined)[];
  if (file.frames.length > 0) outcomes = await replaySession(replay, file);
  else if (records.every(isRawTcp)) {
    outcomes = [];
    for (const record of records) outcomes.push(await replayRawTcp(port, record));
  } else if (records.every(isKeptAlive)) {
    outcomes = await replayKeptAlive(port, records, (height) => replay.growTo(height));
  } else if (records.every(isTlsSession)) {
    const message = /\{\\"id\\":1,\\"jsonrpc\\":\\"2.0\\",\\"result\\":(\d+)\}/.exec(JSON.stringify(records))?.[1];
    await replay.growTo(Number(message ?? 0));
    outcomes = await replayTls(replay.network, records);
  } else outcomes = await replayExchanges(replay, file);
  const differences = outcomes.filter((found) => found !== undefined);
  return { file: file.name, equal: outcomes.length - differences.length, total: outcomes.length, differences };
}

/** Replays the files of one recorded chain, in their order, on one embedded chain. */
export async function replayChain(chain: RecordedChain): Promise<FileOutcome[]> {
  const network = await networkLike(chain);
  const group = network.groups.get("group0");
  if (!group) throw new Error("the chain has no group0");
  const served = await openPorts(network);
  try {
    const replay = new Replay(network, served, group, chain.text);
    const outcomes: FileOutcome[] = [];
    const reported = reportedStates(chain.files);
    for (const [index, file] of chain.files.entries()) {
      const heights = file.exchanges.map(reportedHeight).filter((height) => height !== undefined);
      const sends = file.exchanges.some(
        ({ body, answer }) => /"(?:eth_)?send(?:Raw)?Transaction"/.test(body) && !answer?.startsWith('{"error"'),
      );
      const begins = sends || file.frames.length > 0 ? (heights[0] ?? 0) : Math.max(0, ...heights);
      if (begins > group.blocks.head && !file.exchanges.some(({ fresh }) => fresh)) {
        for (const other of standInsBefore(chain, index)) await standIn(replay, other, begins - 1);
        if (!replay.risesAt(begins)) await replay.beginAt(begins, reported[index] as ReportedState);
      }
      const outcome = await asRecordedNode(replay, file, () => replayFile(replay, file));
      if (chain.compared.has(file)) outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    await served.close();
  }
}
