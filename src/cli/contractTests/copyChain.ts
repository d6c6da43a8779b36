import type { ChainSession } from "../../chain/session";
import type { StartState } from "../../contractTests/chain/startState";
import type { ChainChoice } from "../../contractTests/testProject";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { readChainRules } from "../../devchain/execution/chainRules";
import type { ForkVerdict } from "../../fork/fork";
import type { ForkProgress } from "../../fork/forkContext";
import type { RebuiltState } from "../../fork/replayHistory";
import { t } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { clientOf, withTransport } from "../connection/connect";
import { WrongCommandLine } from "../options/commandLine";
import { showStatus } from "../output/print";
import { CommandTrouble } from "../output/showError";
import type { CopiedChain } from "./testOptions";

/** A chain's state for tests, and how sure it is. */
export interface ChainCopy {
  readonly suite: CryptoSuiteName;
  /** What sources are compiled for. */
  readonly chain: ChainChoice;
  readonly start: StartState;
  readonly verdict: ForkVerdict;
  /** The verdict in words. */
  readonly lines: readonly string[];
}

function verdictText({ blockNumber, doubts, replayed }: ForkVerdict): string[] {
  if (doubts.length > 0)
    return [t("Tests run on the state of block {0}, but that it's the chain's isn't proven:", blockNumber), ...doubts];
  return [
    t(
      "Tests run on the state of block {0}. All {1} transactions re-executed equal their receipts.",
      blockNumber,
      replayed,
    ),
  ];
}

const cancun = "feature_evm_cancun";

/** A rebuilt state as tests take it, and what sources are compiled for on it. */
function startStateOf(
  { nodeVersion }: ChainSession,
  { store, facts, hashes, admin }: RebuiltState,
): { readonly start: StartState; readonly chain: ChainChoice } {
  const rules = readChainRules(store, facts.number + 1);
  const { compatibilityVersion, executorVersion, authEnabled } = rules;
  return {
    chain: { compatibilityVersion, executorVersion, features: rules.feature(cancun) ? [cancun] : [] },
    start: {
      nodeVersion,
      compatibilityVersion,
      executorVersion,
      auth: authEnabled,
      governor: admin.replace(/^0x/, "").toLowerCase().padStart(40, "0"),
      blockNumber: facts.number,
      timestampMs: facts.timestampMs,
      hashes,
      rows: [...store.rows()],
    },
  };
}

/**
 * Copies the state of a chain by executing its blocks again on this machine. Nothing is sent to the chain.
 * @param tell hears once what is done, before it begins
 * @throws WrongCommandLine for a suite that isn't the chain's, CommandTrouble where the state can't be had, ChainError of the node.
 */
export async function copyChain(
  { connection, block, blocks }: CopiedChain,
  suite: CryptoSuiteName | undefined,
  tell: (line: string) => void,
): Promise<ChainCopy> {
  const [{ planState }, { CannotFork }] = await Promise.all([
    import("../../fork/chainState"),
    import("../../fork/forkContext"),
  ]);
  const report = ({ doing, done, total }: ForkProgress): void => showStatus(labelled(doing, `${done}/${total}`));
  try {
    return await withTransport(connection, async (transport) => {
      const plan = await planState({
        client: clientOf(connection, transport),
        block,
        limits: blocks === undefined ? {} : { blocks },
        report,
      });
      const { session, blockNumber } = plan;
      if (suite !== undefined && suite !== session.suite.name) {
        const [asked, is] = [suite, session.suite.name];
        throw new WrongCommandLine(t("--suite {0} doesn't match: the chain of --url is {1}", asked, is));
      }
      tell(
        t(
          "Tests run on a copy of the chain's state. To build that state, the chain's {0} blocks are re-executed first. Nothing is sent to the chain.",
          blockNumber,
        ),
      );
      const rebuilt = await plan.carryOut();
      const { verdict } = rebuilt;
      return { suite: session.suite.name, ...startStateOf(session, rebuilt), verdict, lines: verdictText(verdict) };
    });
  } catch (error) {
    if (!(error instanceof CannotFork)) throw error;
    const advice = t("Scenarios run on the chain itself: chainside run SCENARIO --url {0}", connection.url);
    throw new CommandTrouble("cannotFork", `${error.message}\n${advice}`);
  } finally {
    showStatus("");
  }
}
