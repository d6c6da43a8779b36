import { bytesToHexDigits } from "../../src/crypto/hex";
import type { Group } from "../../src/devchain/ledger/group";
import type { Network } from "../../src/devchain/nodes/network";
import { devChainSettings } from "../../src/devchain/options";
import { createNetwork, type DevChain, openPorts } from "../../src/devchain/startDevChain";
import { governanceBlocks, learnBlockHashes, normalise, withoutGovernanceGas } from "./normalise";
import type { Exchange, RecordedChain, RecordedFile } from "./recording";
import { replayFrames } from "./replayFrames";

export interface Difference {
  readonly name: string;
  readonly node: string;
  readonly ours: string;
}

export interface FileOutcome {
  readonly file: string;
  readonly equal: number;
  readonly total: number;
  readonly differences: readonly Difference[];
}

/** What the genesis text of a recorded chain says about its shape. */
function recordedShape(chain: RecordedChain): { network: () => Promise<Network> } {
  const plain = chain.text.replaceAll("\\", "");
  const extra = [...plain.matchAll(/"extraData": ?"0x(5b636861696e5d[0-9a-f]*)"/g)][0]?.[1];
  const genesis = extra ? Buffer.from(extra, "hex").toString() : "";
  const value = (key: string): string | undefined => new RegExp(`^${key}: ?(.*)$`, "m").exec(genesis)?.[1];
  const sealers = [...genesis.matchAll(/^node\.\d+:([0-9a-f]{128})/gm)].map((found) => found[1] ?? "");
  const known = shapes[chain.name.replace(/[-_].*$/, "")] ?? {};
  const own =
    /"nodeName\\*": ?\\*"([0-9a-f]{128})/.exec(chain.text)?.[1] ??
    /"consensusNodeList\\*":\[\{[^}]*?([0-9a-f]{128})/.exec(chain.text)?.[1];
  const listed = /"sealerList": ?\[((?:"0x[0-9a-f]{128}",? ?)+)\]/.exec(plain)?.[1]?.match(/[0-9a-f]{128}/g) ?? [];
  const nodeIds = [...(sealers.length > 0 ? sealers : listed)];
  if (nodeIds.length === 0 && known.sealers === undefined && own) nodeIds.push(own);
  // node 0 is the one that was asked
  if (own && nodeIds.includes(own)) nodeIds.unshift(...nodeIds.splice(nodeIds.indexOf(own), 1));
  const version = value("compatibility_version") ?? known.compatibilityVersion;
  const settings = devChainSettings({
    sealers: nodeIds.length || (known.sealers ?? 1),
    observers: 0,
    suite: (value("sm_crypto") ?? (known.sm ? "1" : "0")) === "1" ? "sm" : "standard",
    auth: value("isAuthCheck") === undefined ? (known.auth ?? false) : value("isAuthCheck") === "1",
    admin: (value("authAdminAccount") as `0x${string}` | undefined) ?? "0x308f3a68ae6b5a93ce91ff520c56632531f66018",
    executorVersion: known.executor ?? 1,
    web3Port: 0,
    ...(version ? { compatibilityVersion: version } : {}),
  });
  return { network: () => createNetwork(settings, nodeIds) };
}

interface KnownShape {
  sealers?: number;
  executor?: 0 | 1;
  auth?: boolean;
  sm?: boolean;
  compatibilityVersion?: string;
}

/** What the genesis text does not say, from the table that comes with the recordings. */
const shapes: Readonly<Record<string, KnownShape>> = {
  air4: { sealers: 4 },
  auth1: { auth: true },
  auth0: { auth: true, executor: 0 },
  old1: { executor: 0, compatibilityVersion: "3.6.0" },
  sm1: { sm: true },
  poison: {},
};

/** Transactions of recorded blocks with their position, to send what was sent at once in the order it was sealed. */
function sealedOrder(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const block of text.matchAll(/"transactions":\[((?:"0x[0-9a-f]{64}",?)+)\]/g)) {
    [...(block[1] ?? "").matchAll(/[0-9a-f]{64}/g)].forEach((hash, index) => {
      found.set(hash[0], index);
    });
  }
  // in full blocks each transaction shows its hash before its import time
  let index = 0;
  for (const part of text
    .replaceAll("\\", "")
    .matchAll(/"transactions": ?\[\{|"hash": ?"0x([0-9a-f]{64})", ?"importTime"/g)) {
    if (part[1] === undefined) index = 0;
    else if (!found.has(part[1])) found.set(part[1], index++);
  }
  return found;
}

/** How long to wait for an answer that must not come. */
const silenceMs = 250;

class Replay {
  readonly recorded = new Map<string, number>();
  readonly ours = new Map<string, number>();
  readonly filters = new Map<string, string>();
  readonly chain: DevChain;
  readonly group: Group;
  readonly order: Map<string, number>;
  readonly times = new Map<number, number>();
  readonly governance: ReadonlySet<number>;

  constructor(chain: DevChain, group: Group, text: string) {
    this.chain = chain;
    this.group = group;
    this.order = sealedOrder(text);
    learnBlockHashes(text, this.recorded);
    this.governance = governanceBlocks(text);
    for (const found of text.replaceAll("\\", "").matchAll(/"number": ?(\d+),.{0,2500}?"timestamp": ?(\d+)/g)) {
      this.times.set(Number(found[1]), Number(found[2]));
    }
    // blocks are made at the recorded times, because contracts see them
    group.clock = () => this.times.get(group.blocks.head + 1) ?? 0;
    group.on("block", (block) => this.ours.set(bytesToHexDigits(block.header.hash), block.header.number));
    this.ours.set(bytesToHexDigits(group.head.hash), 0);
  }

  /** Blocks that other recordings made in between are made without transactions. */
  async align(exchange: Exchange): Promise<void> {
    const method = /"method":"(\w+)"/.exec(exchange.body)?.[1];
    let number: number | undefined;
    if (method === "sendTransaction") {
      const found = /"result":\{"blockNumber":(\d+)/.exec(exchange.answer ?? "");
      if (found) number = Number(found[1]) - 1;
    } else if (method === "getBlockNumber")
      number = Number(/"result":(\d+)/.exec(exchange.answer ?? "")?.[1] ?? Number.NaN);
    else if (method === "call")
      number = Number(/"result":\{"blockNumber":(\d+)/.exec(exchange.answer ?? "")?.[1] ?? Number.NaN);
    else if (method === "eth_getTransactionReceipt") {
      // the transaction was sealed between the poll that found nothing and this one
      number = Number.parseInt(/"blockNumber":"0x([0-9a-f]+)"/.exec(exchange.answer ?? "")?.[1] ?? "", 16);
    } else if (method === "eth_sendRawTransaction") this.group.paused = true;
    else if (method === "getTotalTransactionCount") {
      number = Number(/"blockNumber":(\d+)/.exec(exchange.answer ?? "")?.[1] ?? Number.NaN);
    }
    if (this.group.paused && (number ?? 0) > this.group.blocks.head) {
      this.group.paused = false;
      await this.group.mine(1);
    }
    if (method === "sendTransaction") this.group.paused = false;
    if (number !== undefined && number > this.group.blocks.head) await this.group.mineTo(number);
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
  async send(exchange: Exchange): Promise<string | undefined> {
    if (exchange.answer !== undefined) return this.#send(exchange);
    const answer = this.#send(exchange).catch(() => undefined);
    const silence = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), silenceMs));
    if (!/out of gas/.test(exchange.name)) return Promise.race([answer, silence]);
    // the node worked on this one for a while; what follows was answered before its block was there
    this.group.paused = true;
    return undefined;
  }

  /** Records of a degraded chain tell in their peers which nodes were there. */
  async prepare(exchanges: readonly Exchange[], at: number): Promise<void> {
    const { name, fresh } = exchanges[at] as Exchange;
    if (fresh && this.group.blocks.head > 0) {
      await this.group.reset();
      this.ours.set(bytesToHexDigits(this.group.head.hash), 0);
    }
    if (/^after a restart of the node/.test(name)) this.group.restart();
    if (!/^(\d of 4|after restart|recovered|tx after)/.test(name)) return;
    const phase = (text: string): string => (/^\d of 4/.test(text) ? text.replace(/ get\w+$/, "") : "all");
    const after = exchanges
      .slice(at)
      .find((exchange) => exchange.body.includes('"getGroupPeers"') && phase(exchange.name) === phase(name));
    const up = new Set(/\[.*\]/.exec(after?.answer ?? "")?.[0].match(/[0-9a-f]{128}/g));
    if (up.size > 0) for (const { nodeId } of this.group.nodes) this.group.setDown(nodeId, !up.has(nodeId));
  }

  async #send(exchange: Exchange): Promise<string> {
    const native = /"method":"(?:eth_)?(newBlockFilter|newFilter|newPendingTransactionFilter)"/.test(exchange.body);
    const request: RequestInit = { method: exchange.method, headers: headersOf(exchange) };
    if (exchange.method !== "GET" && exchange.method !== "HEAD") {
      request.body = /send(Raw)?Transaction/.test(exchange.body) ? exchange.body : this.translate(exchange.body);
    }
    const base = isNative(exchange) ? this.chain.url : (this.chain.web3Url ?? this.chain.url);
    const response = await fetch(`${base}${new URL(exchange.url).pathname}`, request);
    const text = await response.text();
    if (native) {
      const theirs = /"result":"(0x[0-9a-f]+)"/.exec(exchange.answer ?? "")?.[1];
      const mine = /"result":"(0x[0-9a-f]+)"/.exec(text)?.[1];
      if (theirs && mine) {
        this.filters.set(theirs, mine);
        return text.replace(mine, theirs);
      }
    }
    return text;
  }

  compare(exchange: Exchange, answer: string | undefined): Difference | undefined {
    if (exchange.answer === undefined || answer === undefined) {
      if (exchange.answer === answer) return undefined;
      return { name: exchange.name, node: exchange.answer ?? "(no answer)", ours: answer ?? "(no answer)" };
    }
    const node = normalise(withoutGovernanceGas(exchange.answer, this.governance), this.recorded);
    const ours = normalise(withoutGovernanceGas(answer, this.governance), this.ours);
    if (node === ours || /"method":"getPbftView"/.test(exchange.body)) return undefined;
    return { name: `${exchange.name}: ${exchange.body.slice(0, 160)}`, ...shorten(node, ours) };
  }
}

/** Two long texts from a little before where they part. */
function shorten(node: string, ours: string): { node: string; ours: string } {
  let at = 0;
  while (at < node.length && node[at] === ours[at]) at++;
  const from = at > 80 ? at - 80 : 0;
  return { node: (from ? "…" : "") + node.slice(from), ours: (from ? "…" : "") + ours.slice(from) };
}

function headersOf(exchange: Exchange): Record<string, string> {
  const skipped = new Set(["content-length", "host", "connection", "transfer-encoding", "expect"]);
  return Object.fromEntries(Object.entries(exchange.headers).filter(([key]) => !skipped.has(key.toLowerCase())));
}

const isNative = (exchange: Exchange): boolean => !/:8545|:85\d\d\//.test(exchange.url);

async function replayFile(replay: Replay, file: RecordedFile): Promise<FileOutcome> {
  const differences: Difference[] = [];
  let total = 0;
  const exchanges = file.exchanges.filter(({ body }) => !/^\(\d+ bytes\)/.test(body));
  for (let i = 0; i < exchanges.length; ) {
    const first = exchanges[i] as Exchange;
    const batch = [first];
    while (first.together > 0 && exchanges[i + batch.length]?.together === first.together) {
      batch.push(exchanges[i + batch.length] as Exchange);
    }
    await replay.prepare(exchanges, i);
    i += batch.length;
    await replay.align(first);
    const answers = batch.length === 1 ? [await replay.send(first)] : await sendTogether(replay, batch);
    batch.forEach((exchange, index) => {
      total++;
      const difference = replay.compare(exchange, answers[index]);
      if (difference) differences.push(difference);
    });
  }
  return { file: file.name, equal: total - differences.length, total, differences };
}

async function replaySession(replay: Replay, file: RecordedFile): Promise<FileOutcome> {
  const prepare = async (text: string, answers: readonly string[]): Promise<string> => {
    const heights = answers.join("").matchAll(/"result":(\d+)\}|"group0":(\d+)|"result":\{"blockNumber":(\d+)/g);
    for (const found of heights) {
      const height = Number(found[1] ?? found[2] ?? Number(found[3]) - 1);
      if (height > replay.group.blocks.head) await replay.group.mineTo(height);
    }
    return /send(Raw)?Transaction/.test(text) ? text : replay.translate(text);
  };
  const { total, differences } = await replayFrames(replay.chain.url, file.frames, prepare, {
    node: (text) => normalise(text, replay.recorded),
    ours: (text) => normalise(text, replay.ours),
  });
  const shortened = differences.map(({ name, node, ours }) => ({ name, ...shorten(node, ours) }));
  return { file: file.name, equal: total - differences.length, total, differences: shortened };
}

/** What was sent at once is sent in the order in which the node sealed it, while sealing waits. */
async function sendTogether(replay: Replay, batch: readonly Exchange[]): Promise<(string | undefined)[]> {
  const rank = (exchange: Exchange): number =>
    replay.order.get(/"transactionHash":"0x([0-9a-f]{64})"/.exec(exchange.answer ?? "")?.[1] ?? "") ??
    (exchange.answer?.startsWith('{"error"') ? Number.MAX_SAFE_INTEGER : 0);
  replay.group.paused = true;
  const answers = new Map<Exchange, Promise<string | undefined>>();
  for (const exchange of [...batch].sort((a, b) => rank(a) - rank(b))) {
    answers.set(exchange, replay.send(exchange));
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  replay.group.paused = false;
  replay.group.schedule();
  return Promise.all(batch.map((exchange) => answers.get(exchange) ?? ""));
}

/** Replays the files of one recorded chain, in their order, on one embedded chain. */
export async function replayChain(chain: RecordedChain): Promise<FileOutcome[]> {
  const network = await recordedShape(chain).network();
  const group = network.groups.get("group0");
  if (!group) throw new Error("the chain has no group0");
  const served = await openPorts(network);
  try {
    const replay = new Replay(served, group, chain.text);
    const outcomes: FileOutcome[] = [];
    for (const file of chain.files) {
      outcomes.push(file.frames.length > 0 ? await replaySession(replay, file) : await replayFile(replay, file));
    }
    return outcomes;
  } finally {
    await served.close();
  }
}
