import type { NodeTransport } from "../../chain/client/client";
import { zeroAddress, zeroHash } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { explainError } from "../../errors/dictionary";
import { text } from "../../text/catalogue";
import { shortened } from "../../text/shortText";
import { isObject, type JsonObject, numberOf } from "../model/values";
import { errorCodes, Web3Error } from "../model/web3Error";
import type { Web3Node } from "../model/web3Node";
import { web3Port } from "../node/web3Port";
import type { Web3Diagnosis, Web3Facts, Web3Finding, Web3Point } from "./web3Finding";
import { lookAtWebSocket } from "./webSocketLook";

export interface Web3DiagnosisOptions {
  /** To the port. */
  readonly transport: NodeTransport;
  readonly url: string;
  readonly timeoutMs: number;
  /** Of the chain, where the FISCO BCOS interface told it: `3.16.0`. */
  readonly dataVersion?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Code that ends at once, one that reverts, and one that writes a slot that is empty. */
const code = { ends: "0x00", reverts: "0x60006000fd", writes: "0x600160005500" } as const;
/** Returns 1: in the place of an account's code. */
const returnsOne = "0x600160005260206000f3";
const emptyAccount = "0x000000000000000000000000000000000000dead";
/** Blocks in which a log is looked for. */
const maxLookedAt = 40;
/** What writing an empty slot takes more under the data version 3.17.0, at least (docs/protocol/release-3.17.md). */
const dearWrite = 15_000;

const deployers: Readonly<Record<string, string>> = {
  "CREATE2 deployer": "0x4e59b44847b379578588920ca78fbf26c0b4956c",
  CreateX: "0xba5ed099633d3b313e4d5f7bdc1305d3c28ba5ed",
  Multicall3: "0xca11bde05977b3631167028862be2a173976ca11",
};

/** Methods that tools ask for, with parameters that change nothing, and what needs them. */
const methods: readonly (readonly [method: string, params: readonly unknown[], what: string])[] = [
  ["eth_getProof", [zeroAddress, [], "latest"], "eth_getProof"],
  ["eth_createAccessList", [{ to: zeroAddress }, "latest"], "eth_createAccessList"],
  ["debug_traceTransaction", [zeroHash, { tracer: "callTracer" }], "debug_*"],
  ["trace_block", ["0x0"], "trace_*"],
  ["eth_getBlockReceipts", ["0x0"], "eth_getBlockReceipts"],
  ["txpool_status", [], "txpool_*"],
  ["ots_getApiLevel", [], "ots_*"],
];

type Answer = { readonly result: unknown } | { readonly error: Web3Error };

class Web3Look {
  readonly #node: Web3Node;
  readonly #options: Web3DiagnosisOptions;
  readonly findings: Web3Finding[] = [];
  facts: { -readonly [Key in keyof Web3Facts]: Web3Facts[Key] };

  constructor(options: Web3DiagnosisOptions) {
    this.#options = options;
    this.#node = web3Port(options.transport);
    this.facts = {
      url: options.url,
      version: "",
      chainId: 0,
      isProxy: false,
      hasFeeHistory: false,
      batch: 1,
      gasLimitHolds: false,
    };
  }

  #found(point: Web3Point, state: Web3Finding["state"], finding: Omit<Web3Finding, "point" | "state">): void {
    this.findings.push({ point, state, ...finding });
  }

  async #ask(method: string, params: readonly unknown[] = []): Promise<Answer> {
    this.#options.signal?.throwIfAborted();
    try {
      return { result: await this.#node.request(method, params, this.#options.signal) };
    } catch (error) {
      if (error instanceof Web3Error) return { error };
      throw error;
    }
  }

  async #result(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const answer = await this.#ask(method, params);
    return "result" in answer ? answer.result : undefined;
  }

  /** A request of its own making to the same port; undefined where it gives nothing. */
  async #fetched(init: RequestInit): Promise<Response | undefined> {
    const { url, timeoutMs } = this.#options;
    return fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
  }

  /** @returns whether it is one @throws ChainError where nothing answers */
  async port(): Promise<boolean> {
    const answer = await this.#ask("web3_clientVersion");
    if ("result" in answer && typeof answer.result === "string") {
      this.facts.version = shortened(answer.result, 120);
      this.facts.isProxy = await this.#isProxy();
      const seen = this.facts.isProxy
        ? text("The proxy for Ethereum's tools answers, in front of {0}", this.facts.version)
        : text("A web3 port answers: {0}", this.facts.version);
      const isNode = this.facts.version.startsWith("FISCO-BCOS");
      this.#found("port", isNode ? "fine" : "unknown", { seen });
      return true;
    }
    const groups = await this.#result("getGroupList");
    const isNative = isObject(groups) && Array.isArray(groups["groupList"]);
    this.#found("port", "failed", {
      seen: isNative
        ? text("The FISCO BCOS interface of a node answers, not its web3 port")
        : text("What answers is neither a web3 port nor a node"),
      consequence: text("No tool of Ethereum works with this address."),
      advice: text(
        "Use listen_port in section [web3_rpc] of config.ini, with enable=true, or put the proxy in front: chainside web3-proxy.",
      ),
    });
    return false;
  }

  async #isProxy(): Promise<boolean> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "net_version", params: [] });
    const headers = { "content-type": "application/json" };
    const response = await this.#fetched({ method: "POST", headers, body });
    return response?.headers.has("chainside-made-up") ?? false;
  }

  async chainId(): Promise<void> {
    const id = numberOf(await this.#result("eth_chainId"));
    this.facts.chainId = id;
    const version = String(await this.#result("net_version"));
    const isUsual = id === 20_200;
    const isHex = /^0x/.test(version);
    if (id === 0) {
      this.#found("chainId", "differs", {
        seen: text("The chain has no chain ID for Ethereum's tools"),
        consequence: text("Wallets don't add a chain with the ID 0, and signatures name no chain."),
        advice: text("Set web3_chain_id in the system configuration."),
      });
      return;
    }
    const differs = isUsual || isHex;
    this.#found("chainId", differs ? "differs" : "fine", {
      seen: isHex
        ? text("Chain ID {0}; net_version is {1}, not decimal", id, version)
        : text("Chain ID {0}; net_version {1}", id, version),
      ...(isUsual
        ? {
            consequence: text(
              "Every chain has the ID 20200 unless it's configured: tools mistake deployments and nonces of one chain for those of another.",
            ),
            advice: text(
              "Set a different web3_chain_id for each chain, and delete .openzeppelin/unknown-20200.json and ignition/deployments when you change chains.",
            ),
          }
        : isHex
          ? { consequence: text("Tools that read net_version as decimal take another number.") }
          : {}),
    });
  }

  async #estimate(data: string): Promise<Answer> {
    return this.#ask("eth_estimateGas", [{ from: emptyAccount, data }, "latest"]);
  }

  async executor(): Promise<void> {
    const answer = await this.#estimate(code.ends);
    if ("result" in answer) {
      this.#found("executor", "fine", { seen: text("A deployment can be estimated") });
      return;
    }
    const isClassic = answer.error.message.includes("Call address is empty");
    this.#found("executor", isClassic ? "differs" : "unknown", {
      seen: isClassic
        ? text("A deployment can't be estimated: the chain has the classic executor (executor_version 0)")
        : text("A deployment can't be estimated: {0}", shortened(answer.error.message, 200)),
      consequence: text(
        "Hardhat, Foundry, and ethers can't deploy: contracts get other addresses than they work out, and receipts lack what they read.",
      ),
      advice: text("Use a chain with executor_version 1, which new chains have."),
    });
  }

  async dataVersion(): Promise<void> {
    const { dataVersion } = this.#options;
    const [plain, writing] = [await this.#estimate(code.ends), await this.#estimate(code.writes)];
    const more =
      "result" in plain && "result" in writing ? numberOf(writing.result) - numberOf(plain.result) : undefined;
    // the least that tools ask hides the difference behind a proxy
    const isTold = more !== undefined && (more >= dearWrite || (more > 0 && !this.facts.isProxy));
    const isKnown = dataVersion !== undefined || isTold;
    const isNew =
      dataVersion === undefined ? (more ?? 0) >= dearWrite : /^3\.(?:1[7-9]|[2-9]\d)\./.test(`${dataVersion}.`);
    this.facts.gasLimitHolds = isNew || !isKnown;
    if (!isKnown) {
      this.#found("dataVersion", "unknown", {
        seen: text("Whether the data version is 3.17.0 or newer can't be seen here"),
        consequence: text("From 3.17.0 on the gas limit of a transaction holds, and estimates are exact."),
      });
      return;
    }
    if (!isNew) {
      this.#found("dataVersion", "fine", {
        seen: text("The data version is older than 3.17.0: gas limits of Ethereum transactions don't hold"),
      });
      return;
    }
    this.#found("dataVersion", this.facts.isProxy ? "fine" : "differs", {
      seen: text("The data version is 3.17.0 or newer: gas limits of Ethereum transactions hold"),
      consequence: text(
        "Estimates are what one run used, too little for nested calls (OpenZeppelin's upgradeProxy), and forge's own estimates are below the chain's prices.",
      ),
      advice: text(
        "Add room: gasMultiplier 1.3 in Hardhat, --gas-estimate-multiplier 300 for forge script; the proxy adds it to estimates.",
      ),
    });
  }

  async fees(): Promise<void> {
    const price = await this.#result("eth_gasPrice");
    const isFree = typeof price === "string" && /^0x0*$/.test(price);
    this.#found("fees", "fine", {
      seen: isFree ? text("Gas is free") : text("Gas costs {0}", shortened(String(price), 40)),
      ...(isFree
        ? {
            consequence: text(
              "Nodes of 3.16 still refuse an account without any balance (insufficient funds); those of 3.17 take it.",
            ),
          }
        : { consequence: text("An account without a balance can't send anything.") }),
    });
  }

  async feeHistory(): Promise<void> {
    const answer = await this.#ask("eth_feeHistory", ["0x1", "latest", []]);
    this.facts.hasFeeHistory = "result" in answer;
    if (this.facts.hasFeeHistory) this.#found("feeHistory", "fine", { seen: text("eth_feeHistory answers") });
    else
      this.#found("feeHistory", "differs", {
        seen: text("eth_feeHistory is missing"),
        consequence: text("cast send, forge create, and forge script stop."),
        advice: text("Use --legacy, or put the proxy in front: chainside web3-proxy."),
      });
  }

  /** A batch of nine, more than nodes take by themselves. */
  async #batchFits(): Promise<boolean | undefined> {
    const batch = Array.from({ length: 9 }, (_, id) => ({
      jsonrpc: "2.0",
      id: id + 1,
      method: "net_listening",
      params: [],
    }));
    const headers = { "content-type": "application/json" };
    const response = await this.#fetched({ method: "POST", headers, body: JSON.stringify(batch) });
    const answer: unknown = await response?.json().catch(() => undefined);
    return answer === undefined ? undefined : Array.isArray(answer) && answer.length === batch.length;
  }

  /** A log in one of the latest blocks, by which others are tried. */
  async event(): Promise<JsonObject | undefined> {
    const head = numberOf(await this.#result("eth_blockNumber"));
    for (let number = head; number > Math.max(0, head - maxLookedAt); number--) {
      const block = await this.#result("eth_getBlockByNumber", [`0x${number.toString(16)}`, false]);
      const hashes = isObject(block) && Array.isArray(block["transactions"]) ? block["transactions"] : [];
      for (const hash of hashes.slice(0, 3)) {
        const receipt = await this.#result("eth_getTransactionReceipt", [hash]);
        const [log] = isObject(receipt) && Array.isArray(receipt["logs"]) ? receipt["logs"] : [];
        if (isObject(log)) return log;
      }
    }
    return undefined;
  }

  /** Whether a log in the eleventh block of a range is found; undefined where none could be looked for. */
  async #longRange(log: JsonObject | undefined): Promise<boolean | undefined> {
    const number = numberOf(log?.["blockNumber"]);
    if (!log || number < 10) return undefined;
    const { address, topics } = log;
    const range = { fromBlock: `0x${(number - 10).toString(16)}`, toBlock: `0x${number.toString(16)}` };
    const logs = await this.#result("eth_getLogs", [{ ...range, address, topics }]);
    if (!Array.isArray(logs)) return undefined;
    return logs.some((each) => isObject(each) && each["transactionHash"] === log["transactionHash"]);
  }

  async limits(log: JsonObject | undefined): Promise<void> {
    const [batch, range] = [await this.#batchFits(), await this.#longRange(log)];
    this.facts.batch = batch ? 9 : 8;
    const seen =
      range === undefined
        ? batch
          ? text("Batches of 9 are answered; the range of eth_getLogs couldn't be tried, as there is no event")
          : text("Batches of 9 are refused; the range of eth_getLogs couldn't be tried, as there is no event")
        : range
          ? batch
            ? text("Batches of 9 are answered, and logs of 11 blocks are complete")
            : text("Batches of 9 are refused; logs of 11 blocks are complete")
          : batch
            ? text("Batches of 9 are answered; of a range, only the first 10 blocks are searched for logs")
            : text("Batches of 9 are refused; of a range, only the first 10 blocks are searched for logs");
    const differs = batch === false || range === false;
    this.#found("limits", differs ? "differs" : range === undefined ? "unknown" : "fine", {
      seen,
      ...(differs
        ? {
            consequence: text(
              "ethers asks up to 100 at once and stops; events of longer ranges are missing without a word.",
            ),
            advice: text(
              "batchMaxCount: 8 in ethers, batchSize: 8 in viem, ranges of 10 blocks; or batch_request_size_limit and filter_max_process_block in [web3_rpc], or the proxy.",
            ),
          }
        : {}),
    });
  }

  async logFilters(log: JsonObject | undefined): Promise<void> {
    const whole = { fromBlock: "latest", toBlock: "latest", address: [], topics: [] };
    const wanted: string[] = [];
    for (const name of Object.keys(whole)) {
      const { [name as keyof typeof whole]: _left, ...rest } = whole;
      if ("error" in (await this.#ask("eth_getLogs", [rest]))) wanted.push(name);
    }
    const hash = log?.["blockHash"];
    const byHash = hash === undefined ? undefined : await this.#ask("eth_getLogs", [{ blockHash: hash }]);
    if (byHash && "error" in byHash) wanted.push("blockHash");
    if (wanted.length === 0) {
      this.#found("logFilters", "fine", { seen: text("Filters may leave members out") });
      return;
    }
    this.#found("logFilters", "differs", {
      seen: text("eth_getLogs is refused without {0}", wanted),
      consequence: text(
        "getLogs of viem, ethers, and web3.js fails with its defaults, and never works by a block's hash.",
      ),
      advice: text("Specify fromBlock, toBlock, address, and topics (ethers: topics: [null]), or use the proxy."),
    });
  }

  async reverts(): Promise<void> {
    const answer = await this.#estimate(code.reverts);
    if ("result" in answer) {
      this.#found("reverts", "unknown", {
        seen: text("A deployment that reverts was estimated: its error can't be seen"),
      });
      return;
    }
    const { code: number, message } = answer.error;
    const isKnown = number === errorCodes.reverted && message.startsWith("execution reverted");
    this.#found("reverts", isKnown ? "fine" : number > 0 ? "differs" : "unknown", {
      seen: isKnown
        ? text('A revert has the code 3 and the words "execution reverted"')
        : text("A revert has the code {0} and the words {1}", number, JSON.stringify(shortened(message, 80))),
      ...(isKnown
        ? {}
        : {
            consequence: text(
              "viem, ethers, wagmi, web3.js, Hardhat, and MetaMask show no reason, no custom error, and no panic.",
            ),
            advice: text("Read the data of the error (e.info.error.data in ethers), or use the proxy."),
          }),
    });
  }

  async pastState(log: JsonObject | undefined): Promise<void> {
    const address = log?.["address"];
    const past = address === undefined ? undefined : await this.#ask("eth_getCode", [address, "0x0"]);
    const ignores = past && "result" in past ? past.result !== "0x" : past && false;
    const overridden = await this.#ask("eth_call", [
      { to: emptyAccount, data: "0x" },
      "latest",
      { [emptyAccount]: { code: returnsOne } },
    ]);
    const overrides = "result" in overridden && /1$/.test(String(overridden.result));
    const advice = text(
      "Ask for the latest block only, or put the proxy with the FISCO BCOS address (--url) in front.",
    );
    if (ignores === undefined)
      this.#found("pastState", overrides ? "fine" : "differs", {
        seen: overrides
          ? text("State overrides work; whether older state is told couldn't be seen, as there is no event")
          : text("State overrides are ignored; whether older state is told couldn't be seen, as there is no event"),
        ...(overrides ? {} : { advice }),
      });
    else if (ignores)
      this.#found("pastState", "differs", {
        seen: text("Any block is answered with the state of now, and state overrides are ignored, both without a word"),
        consequence: text(
          "Balances, storage, and calls at an older block are wrong: explorers and archives can't use it.",
        ),
        advice,
      });
    else
      this.#found("pastState", overrides ? "fine" : "differs", {
        seen: overrides
          ? text("Older state is told or refused, and state overrides work")
          : text("Older state is told or refused; state overrides don't work"),
        ...(overrides ? {} : { advice }),
      });
  }

  async webSocket(): Promise<void> {
    const look = await lookAtWebSocket(this.#options.url, this.#options.timeoutMs);
    if (!look) {
      this.#found("webSocket", "differs", {
        seen: text("There is no WebSocket on the port"),
        consequence: text("Tools have to poll."),
        advice: text("Use http:// in tools; nodes have a WebSocket from 3.16 on."),
      });
      return;
    }
    const { binary, newHeads, logs } = look;
    const fine = !binary && newHeads && logs;
    this.#found("webSocket", fine ? "fine" : "differs", {
      seen: fine
        ? text("The WebSocket answers in text, with subscriptions to blocks and logs")
        : binary
          ? logs
            ? text("The WebSocket answers in binary frames, with subscriptions to logs")
            : text("The WebSocket answers in binary frames, without subscriptions to logs")
          : text("The WebSocket answers in text, but not all subscriptions work"),
      ...(fine
        ? {}
        : {
            consequence: text("web3.js ends over it, and events over WebSocket never come."),
            advice: text("Poll over http://, or use the WebSocket of the proxy."),
          }),
    });
  }

  async methods(): Promise<void> {
    const missing: string[] = [];
    for (const [method, params, what] of methods) {
      const answer = await this.#ask(method, params);
      if ("error" in answer && answer.error.code === errorCodes.methodNotFound) missing.push(what);
    }
    if (missing.length === 0) {
      this.#found("methods", "fine", { seen: text("Proofs, access lists, traces, and receipts of blocks are there") });
      return;
    }
    const others = missing.filter((each) => !["eth_getProof", "trace_*", "ots_*"].includes(each));
    this.#found("methods", others.length === 0 ? "fine" : "differs", {
      seen: text("These are missing: {0}", missing),
      consequence: text("No proofs, and no Otterscan; without debug_* no traces, without txpool_* nothing that waits."),
      ...(others.length === 0 ? {} : { advice: text("The proxy has access lists, traces, and receipts of blocks.") }),
    });
  }

  async keys(): Promise<void> {
    const accounts = await this.#result("eth_accounts");
    const signed = await this.#ask("eth_sign", [zeroAddress, "0x00"]);
    const pretends = "result" in signed;
    const hasNone = Array.isArray(accounts) && accounts.length === 0;
    this.#found("keys", pretends ? "differs" : "fine", {
      seen: pretends
        ? text("The port pretends to sign: eth_sign and eth_sendTransaction answer with zeros and do nothing")
        : hasNone
          ? text("The port holds no key and says so")
          : text("The port holds keys"),
      ...(pretends
        ? {
            consequence: text("A tool without a key of its own gets a hash of zeros and waits forever."),
            advice: text("Configure a private key or a wallet in each tool; the node has no key."),
          }
        : {}),
    });
  }

  async pages(): Promise<void> {
    const origin = "https://example.com";
    const headers = {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    };
    const response = await this.#fetched({ method: "OPTIONS", headers });
    const allowed = response?.headers.get("access-control-allow-origin");
    const isOpen = allowed === "*" || allowed === origin;
    this.#found("pages", "fine", {
      seen: isOpen ? text("Pages of any origin may ask (CORS)") : text("Pages of other origins may not ask (CORS)"),
      consequence: isOpen
        ? text("Any page in a browser that reaches the port can read from it and send signed transactions.")
        : text("dApps in a browser reach the chain through a wallet alone."),
      advice: isOpen
        ? text("Name the origins in cors_allowed_origins of [web3_rpc].")
        : text("Name the origin: --allow-origin, or cors_allowed_origins in [web3_rpc]."),
    });
  }

  async deployers(): Promise<void> {
    const there: string[] = [];
    for (const [name, address] of Object.entries(deployers)) {
      const found = await this.#result("eth_getCode", [address, "latest"]);
      if (typeof found === "string" && found.length > 2) there.push(name);
    }
    const missing = Object.keys(deployers).filter((name) => !there.includes(name));
    if (missing.length === 0)
      this.#found("deployers", "fine", { seen: text("These contracts stand at their usual addresses: {0}", there) });
    else
      this.#found("deployers", "differs", {
        seen: text("These contracts aren't at their usual addresses: {0}", missing),
        consequence: text(
          "Deterministic deployments (CREATE2) of forge and Ignition, and multicalls of viem, don't work.",
        ),
        advice: text("Deploy them once; the CREATE2 deployer by its transaction without a chain ID, which nodes take."),
      });
  }

  /** What no port shows. */
  order(): void {
    const { isProxy } = this.facts;
    this.#found("order", isProxy ? "fine" : "differs", {
      seen: isProxy
        ? text(
            "The proxy passes an account's transactions on in the order of their nonces, each when the one before is in a block",
          )
        : text("A block runs the transactions of one sender in any order, and a hash doesn't promise a receipt"),
      consequence: text("In contracts, block.timestamp is in milliseconds; the port shows seconds."),
      ...(isProxy ? {} : { advice: text("Wait for each receipt (forge script --slow), or put the proxy in front.") }),
    });
  }
}

/** A port that can't be reached at all. */
async function unreachable(error: ChainError): Promise<Web3Finding> {
  const { meaning, advice } = await explainError(error);
  return {
    point: "port",
    state: "failed",
    seen: { text: "{0}", args: [meaning] },
    advice: { text: "{0}", args: [advice] },
  };
}

/**
 * Looks at a web3 port by requests that change nothing, and says of each point what it means for tools and what to do. One point that fails
 * doesn't end it.
 * @throws what the signal was aborted with
 */
export async function diagnoseWeb3(options: Web3DiagnosisOptions): Promise<Web3Diagnosis> {
  const look = new Web3Look(options);
  const done = (): Web3Diagnosis => ({
    url: options.url,
    facts: look.facts,
    findings: look.findings,
    ok: look.findings.every(({ state }) => state === "fine" || state === "unknown"),
  });
  try {
    if (!(await look.port())) return done();
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    look.findings.push(await unreachable(error));
    return done();
  }
  const log = await look.event().catch(() => undefined);
  const points: readonly (readonly [Web3Point, () => Promise<void> | void])[] = [
    ["chainId", () => look.chainId()],
    ["executor", () => look.executor()],
    ["dataVersion", () => look.dataVersion()],
    ["fees", () => look.fees()],
    ["feeHistory", () => look.feeHistory()],
    ["limits", () => look.limits(log)],
    ["logFilters", () => look.logFilters(log)],
    ["reverts", () => look.reverts()],
    ["pastState", () => look.pastState(log)],
    ["webSocket", () => look.webSocket()],
    ["methods", () => look.methods()],
    ["keys", () => look.keys()],
    ["pages", () => look.pages()],
    ["deployers", () => look.deployers()],
    ["order", () => look.order()],
  ];
  for (const [point, work] of points) {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ChainError) || options.signal?.aborted) throw error;
      look.findings.push({ ...(await unreachable(error)), point, state: "unknown" });
    }
  }
  return done();
}
