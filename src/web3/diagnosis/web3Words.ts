import { type LocalizableText, text } from "../../text/catalogue";
import type { Web3Finding, Web3Point } from "./web3Finding";

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
