import { ChainError } from "../../errors/chainError";
import { explainError } from "../../errors/dictionary";
import { chainId, dataVersion, deterministicDeployers, executor, feeHistory, fees } from "./chainPoints";
import { answersWeb3, orderOfTransactions, pages, webSocket } from "./connectionPoints";
import { heldKeys, missingMethods, pastState, reverts } from "./executionPoints";
import { latestLog, limits, logFilters } from "./logPoints";
import { PortLook, type Web3DiagnosisOptions } from "./portLook";
import type { Web3Diagnosis, Web3Finding, Web3Point } from "./web3Finding";

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
  const look = new PortLook(options);
  const done = (): Web3Diagnosis => ({
    url: options.url,
    facts: look.facts,
    findings: look.findings,
    ok: look.findings.every(({ state }) => state === "fine" || state === "unknown"),
  });
  try {
    if (!(await answersWeb3(look))) return done();
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    look.findings.push(await unreachable(error));
    return done();
  }
  const log = await latestLog(look).catch(() => undefined);
  const points: readonly (readonly [Web3Point, () => Promise<void> | void])[] = [
    ["chainId", () => chainId(look)],
    ["executor", () => executor(look)],
    ["dataVersion", () => dataVersion(look)],
    ["fees", () => fees(look)],
    ["feeHistory", () => feeHistory(look)],
    ["limits", () => limits(look, log)],
    ["logFilters", () => logFilters(look, log)],
    ["reverts", () => reverts(look)],
    ["pastState", () => pastState(look, log)],
    ["webSocket", () => webSocket(look)],
    ["methods", () => missingMethods(look)],
    ["keys", () => heldKeys(look)],
    ["pages", () => pages(look)],
    ["deployers", () => deterministicDeployers(look)],
    ["order", () => orderOfTransactions(look)],
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
