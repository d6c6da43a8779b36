import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { AbiCoder } from "ethers";
import { type WebSocket, WebSocketServer } from "ws";
import { decodeFrame, encodeFrame, packetType } from "../../src/chain/frame/frame";
import { readBody } from "./fakeNode";
import { listening } from "./listening";

/** How much there is to see. */
export interface ChainSize {
  groups: number;
  blocks: number;
  bfsEntries: number;
  peers: number;
  sealers: number;
  /** Of the nodes behind the sealers, so many wait to seal. */
  candidates?: number;
}

const hex = (text: string, bytes: number): string => {
  const digest = createHash("sha512").update(text).digest("hex");
  return digest.slice(0, bytes * 2).padEnd(bytes * 2, "0");
};
const version = 0x03100000;
const blockTimeMs = 1000;
const firstBlockMs = Date.UTC(2025, 0, 1);

/** A node that makes every answer up when it is asked: the shapes of a 3.16 node, as much of everything as is wanted. */
export class GeneratedNode {
  /** Requests so far, by method, and when the last answer left. */
  readonly requests = new Map<string, number>();
  lastAnswerMs = 0;
  /** Transactions in the pool. */
  pending = 0;
  readonly #extra = new Map<string, number>();
  readonly nodeIds: readonly string[];
  readonly #gateways: object[];
  readonly #entries: [string, string, string[]][];
  readonly #answers = new Map<string, string>();
  readonly #sockets: WebSocketServer;

  private constructor(
    readonly url: string,
    readonly server: Server,
    readonly name: string,
    readonly size: ChainSize,
    readonly speaksWebSocket: boolean,
  ) {
    this.nodeIds = Array.from({ length: size.peers }, (_, n) => hex(`${name} node ${n}`, 64)).sort();
    this.#gateways = this.nodeIds.slice(1).map((id, n) => ({
      endPoint: `10.0.${n >> 8}.${n & 255}:30300`,
      groupNodeIDInfo: [{ group: "group0", nodeIDList: [id] }],
      p2pNodeID: hex(`${name} gateway ${n}`, 64),
    }));
    this.#entries = Array.from({ length: size.bfsEntries }, (_, n) => [
      `contract${String(n).padStart(5, "0")}`,
      n % 3 === 0 ? "directory" : "link",
      [],
    ]);
    this.#sockets = new WebSocketServer({ noServer: true });
    server.on("request", (request, response) => {
      void readBody(request).then((body) => {
        response.setHeader("content-type", "application/json").end(this.#answer(body));
        this.lastAnswerMs = Date.now();
      });
    });
    server.on("upgrade", (request, socket, head) => {
      if (!speaksWebSocket) return void socket.destroy();
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#serve(opened));
    });
  }

  static async start(name: string, size: ChainSize, speaksWebSocket: boolean): Promise<GeneratedNode> {
    const server = createServer({ keepAlive: true });
    return new GeneratedNode(`http://127.0.0.1:${await listening(server)}`, server, name, size, speaksWebSocket);
  }

  get asked(): number {
    return [...this.requests.values()].reduce((sum, count) => sum + count, 0);
  }

  height(group: string): number {
    return this.size.blocks + (this.#extra.get(group) ?? 0);
  }

  /** Makes a block of a group and tells everybody who listens. */
  mine(group: string): void {
    this.#extra.set(group, (this.#extra.get(group) ?? 0) + 1);
    const payload = Buffer.from(JSON.stringify({ blockNumber: this.height(group), group, nodeName: "localNode" }));
    for (const socket of this.#sockets.clients)
      socket.send(encodeFrame({ type: packetType.blockNotify, status: 0, seq: "", payload }));
  }

  #serve(socket: WebSocket): void {
    socket.on("error", () => undefined);
    socket.on("message", (data: Buffer) => {
      const { type, seq, payload } = decodeFrame(data);
      if (type === packetType.rpcRequest) {
        const body = Buffer.from(this.#answer(Buffer.from(payload).toString()));
        return socket.send(encodeFrame({ type: 0, status: 0, seq, payload: body }));
      }
      if (type !== packetType.handshake) return;
      const groups = Array.from({ length: this.size.groups }, (_, n) => `group${n}`);
      const answer = {
        protocolVersion: 2,
        groupInfoList: groups.map((group) => this.#groupInfo(group)),
        groupBlockNumber: groups.map((group) => ({ [group]: this.height(group) })),
      };
      socket.send(encodeFrame({ type, status: 0, seq, payload: Buffer.from(JSON.stringify(answer)) }));
    });
  }

  #answer(body: string): string {
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] };
    this.requests.set(method, (this.requests.get(method) ?? 0) + 1);
    // What does not change is written once: the server shares its processors with what is measured.
    const lasting = /^get(Peers|GroupPeers|SealerList|ObserverList|GroupInfo|GroupInfoList|GroupList)$/.test(method);
    const key = `${method} ${JSON.stringify(params)}`;
    let text = lasting ? this.#answers.get(key) : undefined;
    if (text === undefined) {
      text = JSON.stringify(this.#result(method, params));
      if (lasting) this.#answers.set(key, text);
    }
    return text.startsWith('{"error":')
      ? `${text.slice(0, -1)},"id":${id},"jsonrpc":"2.0"}`
      : `{"id":${id},"jsonrpc":"2.0","result":${text}}`;
  }

  #result(method: string, params: unknown[]): unknown {
    const [group = ""] = params as string[];
    const third = params[2];
    const ids = this.nodeIds;
    const { sealers, groups } = this.size;
    const height = this.height(group);
    switch (method) {
      case "getGroupList":
        return { code: 0, groupList: Array.from({ length: groups }, (_, n) => `group${n}`), msg: "success" };
      case "getGroupInfo":
        return this.#groupInfo(group);
      case "getGroupInfoList":
        return Array.from({ length: groups }, (_, n) => this.#groupInfo(`group${n}`));
      case "getBlockNumber":
        return height;
      case "getBlockHashByNumber":
        return this.#hash(group, Number(third));
      case "getBlockByNumber":
        return this.#block(group, Number(third), params[3] !== false);
      case "getSealerList":
        return ids.slice(0, sealers).map((nodeID) => ({ nodeID, termWeight: 0, weight: 1 }));
      case "getObserverList":
        return ids.slice(sealers);
      case "getNodeListByType":
        return third === "consensus_candidate_sealer"
          ? ids
              .slice(sealers, sealers + (this.size.candidates ?? 0))
              .map((nodeID) => ({ nodeID, termWeight: 1, weight: 1 }))
          : [];
      case "getGroupPeers":
        return ids;
      case "getPeers":
        return {
          endPoint: "0.0.0.0:30300",
          groupNodeIDInfo: [{ group: "group0", nodeIDList: [ids[0]] }],
          p2pNodeID: hex(this.name, 64),
          peers: this.#gateways,
        };
      case "getPbftView":
        return 7;
      case "getPendingTxSize":
        return this.pending;
      case "getTotalTransactionCount":
        return { blockNumber: height, failedTransactionCount: 0, transactionCount: height };
      case "getSystemConfigByKey":
        if (third === "tx_count_limit") return { blockNumber: 0, value: "1000" };
        return { error: { code: 3008, message: `Entry: ${String(third)} does not exists!` } };
      case "getSyncStatus":
        return this.#syncStatus(group);
      case "getConsensusStatus":
        return this.#consensusStatus(group);
      case "call":
        return { blockNumber: height, output: this.#listing(String(params[3])), status: 0 };
      default:
        return { error: { code: -32601, message: "The method does not exist/is not available." } };
    }
  }

  #hash(group: string, number: number): string {
    return `0x${hex(`${this.name} ${group} ${number}`, 32)}`;
  }

  #block(group: string, number: number, onlyHeader: boolean): object {
    if (number > this.height(group)) return { error: { code: 3006, message: "Get block failed with errors!" } };
    return {
      consensusWeights: [1],
      extraData: "0x",
      gasUsed: "24363",
      hash: this.#hash(group, number),
      number,
      parentInfo: number === 0 ? [] : [{ blockHash: this.#hash(group, number - 1), blockNumber: number - 1 }],
      receiptsRoot: `0x${hex(`receipts ${number}`, 32)}`,
      sealer: 0,
      sealerList: [`0x${this.nodeIds[0]}`],
      signatureList: [],
      stateRoot: `0x${hex(`state ${number}`, 32)}`,
      timestamp: firstBlockMs + number * blockTimeMs,
      ...(onlyHeader ? {} : { transactions: number === 0 ? [] : [`0x${hex(`transaction ${number}`, 32)}`] }),
      txsRoot: `0x${hex(`transactions ${number}`, 32)}`,
      version,
    };
  }

  #groupInfo(group: string): object {
    const [nodeID = ""] = this.nodeIds;
    const ini = { binaryInfo: { version: "3.16.4" }, chainID: "chain0", groupID: group, isAuthCheck: false };
    return {
      chainID: "chain0",
      genesisConfig: "",
      groupID: group,
      iniConfig: "",
      nodeList: [
        {
          featureKeys: [],
          iniConfig: JSON.stringify({ ...ini, isWasm: false, nodeID, nodeName: nodeID, smCryptoType: false }),
          microService: false,
          name: nodeID,
          nodeID,
          protocol: { compatibilityVersion: version, maxSupportedVersion: 2, minSupportedVersion: 0 },
          serviceInfo: [],
          supportConfigs: [],
          type: 0,
        },
      ],
    };
  }

  #syncStatus(group: string): string {
    const height = this.height(group);
    const latest = this.#hash(group, height).slice(2);
    const genesisHash = this.#hash(group, 0).slice(2);
    const member = (nodeID: string | undefined): object => ({
      archivedBlockNumber: 0,
      blockNumber: height,
      genesisHash,
      latestHash: latest,
      nodeID,
    });
    return JSON.stringify({
      ...member(this.nodeIds[0]),
      isSyncing: false,
      knownHighestNumber: height,
      knownLatestHash: latest,
      peers: this.nodeIds.slice(1).map(member),
    });
  }

  #consensusStatus(group: string): string {
    const { sealers } = this.size;
    return JSON.stringify({
      blockNumber: this.height(group),
      changeCycle: 0,
      connectedNodeList: sealers,
      consensusNodeList: this.nodeIds
        .slice(0, sealers)
        .map((nodeID, index) => ({ index, nodeID, termWeight: 0, weight: 1 })),
      consensusNodesNum: sealers,
      hash: this.#hash(group, this.height(group)).slice(2),
      index: 0,
      isConsensusNode: true,
      leaderIndex: 0,
      maxFaultyQuorum: Math.floor((sealers - 1) / 3),
      minRequiredQuorum: sealers - Math.floor((sealers - 1) / 3),
      nodeID: this.nodeIds[0],
      timeout: false,
      view: 7,
    });
  }

  /** The answer of BFS `list(string,uint256,uint256)`. */
  #listing(data: string): string {
    const coder = AbiCoder.defaultAbiCoder();
    const [path, offset, limit] = coder.decode(["string", "uint256", "uint256"], `0x${data.slice(10)}`);
    const roots = ["apps", "sys", "tables", "usr"].map((name) => [name, "directory", []]);
    const all = path === "/" ? roots : path === "/apps" ? this.#entries : [];
    const page = all.slice(Number(offset), Number(offset) + Number(limit));
    return coder.encode(["int256", "tuple(string,string,string[])[]"], [0, page]);
  }

  close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    return new Promise((done) => {
      this.server.close(() => done());
      this.server.closeAllConnections();
    });
  }
}
