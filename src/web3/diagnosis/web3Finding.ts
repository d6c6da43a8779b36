import { type LocalizableText, text } from "../../text/catalogue";

/** The points that are looked at, in this order (docs/ethereum-tools.md, "Diagnosis"). */
const web3Points = [
  "port",
  "chainId",
  "executor",
  "dataVersion",
  "fees",
  "feeHistory",
  "limits",
  "logFilters",
  "reverts",
  "pastState",
  "webSocket",
  "methods",
  "keys",
  "pages",
  "deployers",
  "order",
] as const;

export type Web3Point = (typeof web3Points)[number];

/** What was found at one point. */
export interface Web3Finding {
  readonly point: Web3Point;
  /** `fine`: as tools expect it; `differs`: some tools stumble; `unknown`: it couldn't be seen; `failed`: nothing works. */
  readonly state: "fine" | "differs" | "unknown" | "failed";
  /** What was seen. */
  readonly seen: LocalizableText;
  /** What that means for tools; undefined where it means nothing. */
  readonly consequence?: LocalizableText;
  /** What to do about it. */
  readonly advice?: LocalizableText;
}

/** What the points have in common, and what configurations are made of. */
export interface Web3Facts {
  readonly url: string;
  /** `web3_clientVersion`; empty where it didn't answer. */
  readonly version: string;
  readonly chainId: number;
  /** It stands in front of a node and mends what differs: `chainside web3-proxy`. */
  readonly isProxy: boolean;
  readonly hasFeeHistory: boolean;
  /** How many requests a batch may have, as far as was tried. */
  readonly batch: number;
  readonly gasLimitHolds: boolean;
}

export interface Web3Diagnosis {
  readonly url: string;
  readonly facts: Web3Facts;
  readonly findings: readonly Web3Finding[];
  /** Nothing is of another form than tools expect, as far as was seen. */
  readonly ok: boolean;
}

/** What the points of a diagnosis are called. */
export const pointTitles: Readonly<Record<Web3Point, LocalizableText>> = {
  port: text("Port"),
  chainId: text("Chain ID"),
  executor: text("Deployments"),
  dataVersion: text("Gas limits"),
  fees: text("Gas price"),
  feeHistory: text("Fee history"),
  limits: text("Batches and ranges"),
  logFilters: text("Log filters"),
  reverts: text("Revert reasons"),
  pastState: text("Older state"),
  webSocket: text("WebSocket"),
  methods: text("Missing methods"),
  keys: text("Keys"),
  pages: text("Web pages"),
  deployers: text("Known contracts"),
  order: text("Order and time"),
};

/** What was found, in a word. */
export const stateWords: Readonly<Record<Web3Finding["state"], LocalizableText>> = {
  fine: text("as expected"),
  differs: text("differs"),
  unknown: text("unknown"),
  failed: text("fails"),
};
