import { text } from "../../text/catalogue";
import { isObject, type JsonObject, numberOf } from "../model/values";
import type { PortLook } from "./portLook";

/** Blocks in which a log is looked for. */
const maxLookedAt = 40;

/** A batch of nine, more than nodes take by themselves. */
async function batchFits(look: PortLook): Promise<boolean | undefined> {
  const batch = Array.from({ length: 9 }, (_, id) => ({
    jsonrpc: "2.0",
    id: id + 1,
    method: "net_listening",
    params: [],
  }));
  const headers = { "content-type": "application/json" };
  const response = await look.fetched({ method: "POST", headers, body: JSON.stringify(batch) });
  const answer: unknown = await response?.json().catch(() => undefined);
  return answer === undefined ? undefined : Array.isArray(answer) && answer.length === batch.length;
}

/** A log in one of the latest blocks, by which others are tried. */
export async function latestLog(look: PortLook): Promise<JsonObject | undefined> {
  const head = numberOf(await look.result("eth_blockNumber"));
  for (let number = head; number > Math.max(0, head - maxLookedAt); number--) {
    const block = await look.result("eth_getBlockByNumber", [`0x${number.toString(16)}`, false]);
    const hashes = isObject(block) && Array.isArray(block["transactions"]) ? block["transactions"] : [];
    for (const hash of hashes.slice(0, 3)) {
      const receipt = await look.result("eth_getTransactionReceipt", [hash]);
      const [log] = isObject(receipt) && Array.isArray(receipt["logs"]) ? receipt["logs"] : [];
      if (isObject(log)) return log;
    }
  }
  return undefined;
}

/** Whether a log in the eleventh block of a range is found; undefined where none could be looked for. */
async function longRange(look: PortLook, log: JsonObject | undefined): Promise<boolean | undefined> {
  const number = numberOf(log?.["blockNumber"]);
  if (!log || number < 10) return undefined;
  const { address, topics } = log;
  const range = { fromBlock: `0x${(number - 10).toString(16)}`, toBlock: `0x${number.toString(16)}` };
  const logs = await look.result("eth_getLogs", [{ ...range, address, topics }]);
  if (!Array.isArray(logs)) return undefined;
  return logs.some((each) => isObject(each) && each["transactionHash"] === log["transactionHash"]);
}

export async function limits(look: PortLook, log: JsonObject | undefined): Promise<void> {
  const [batch, range] = [await batchFits(look), await longRange(look, log)];
  look.facts.batch = batch ? 9 : 8;
  const seen =
    range === undefined
      ? batch
        ? text(
            "Batches of 9 are answered; the range of eth_getLogs couldn't be tried, as no event of the latest blocks is above block 9",
          )
        : text(
            "Batches of 9 are refused; the range of eth_getLogs couldn't be tried, as no event of the latest blocks is above block 9",
          )
      : range
        ? batch
          ? text("Batches of 9 are answered, and logs of 11 blocks are complete")
          : text("Batches of 9 are refused; logs of 11 blocks are complete")
        : batch
          ? text("Batches of 9 are answered; of a range, only the first 10 blocks are searched for logs")
          : text("Batches of 9 are refused; of a range, only the first 10 blocks are searched for logs");
  const differs = batch === false || range === false;
  look.found("limits", differs ? "differs" : range === undefined ? "unknown" : "fine", {
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

export async function logFilters(look: PortLook, log: JsonObject | undefined): Promise<void> {
  const whole = { fromBlock: "latest", toBlock: "latest", address: [], topics: [] };
  const wanted: string[] = [];
  for (const name of Object.keys(whole)) {
    const { [name as keyof typeof whole]: _left, ...rest } = whole;
    if ("error" in (await look.ask("eth_getLogs", [rest]))) wanted.push(name);
  }
  const hash = log?.["blockHash"];
  const byHash = hash === undefined ? undefined : await look.ask("eth_getLogs", [{ blockHash: hash }]);
  if (byHash && "error" in byHash) wanted.push("blockHash");
  if (wanted.length === 0) {
    look.found("logFilters", "fine", { seen: text("Filters may leave members out") });
    return;
  }
  look.found("logFilters", "differs", {
    seen: text("eth_getLogs is refused without {0}", wanted),
    consequence: text(
      "getLogs of viem, ethers, and web3.js fails with its defaults, and never works by a block's hash.",
    ),
    advice: text("Specify fromBlock, toBlock, address, and topics (ethers: topics: [null]), or use the proxy."),
  });
}
