import * as v from "valibot";
import { clientError } from "../../errors/clientError";
import { chainFlag } from "../../facts/releases/chainFlags";
import { checkedAs, isKnownRelease } from "../../facts/releases/releases";
import { say, t, text } from "../../text/catalogue";
import { asking } from "../kit/define";
import { anInteger, aText, optional, texts } from "../model/fields";
import type { RehearsedChain } from "../model/rehearsal";
import { type CaseDifference, compareRuns, differingFiles } from "./compareRuns";
import { flagsOf } from "./runbook";
import { readUpgradeFacts, releaseGiven, toField } from "./upgradeFacts";

const noun = "upgrade";

const flagShape = v.object({ flag: v.string(), effect: v.nullable(v.string()) });

/** Between which rules was compared. */
const rulesShape = {
  to: v.string(),
  /** The known release by whose facts this one is imitated. */
  checkedAs: v.string(),
  known: v.boolean(),
  program: v.string(),
  dataVersion: v.string(),
};

const caseShape = v.object({
  kind: v.picklist(["test", "step"]),
  file: v.string(),
  name: v.string(),
  differences: v.array(
    v.object({
      member: v.picklist(["outcome", "reason", "gas", "events"]),
      today: v.string(),
      later: v.string(),
    }),
  ),
});

const shown = ({ differences, ...rest }: CaseDifference): v.InferOutput<typeof caseShape> => ({
  ...rest,
  differences: differences.map((each) => ({ ...each })),
});

/** Tests of contracts and scenarios of the folder under the rules of today and of the release. */
export const tryRelease = asking({
  noun,
  verb: "try",
  word: "tryUpgrade",
  summary: text(
    "Runs the contract tests and scenarios of the folder on embedded chains of today's release and of the later one, and says what would behave differently.",
  ),
  fields: {
    ...toField,
    files: optional(texts(text("Test files, scenarios, and folders; all of the folder when absent"))),
  },
  needs: "rehearsal",
  result: v.object({
    ...rulesShape,
    /** Tests and steps that ran under both. */
    compared: v.number(),
    differing: v.array(caseShape),
    /** They differ from one run to the next under the same rules: nothing is said of these members. */
    varying: v.array(caseShape),
    /** Tests and steps whose file itself says on which release they run. */
    ownChain: v.number(),
    /** Files that weren't compared, with the reason. */
    problems: v.array(v.object({ file: v.string(), message: v.string() })),
    flags: v.array(flagShape),
  }),
  holds: ({ differing, compared, problems, varying }) =>
    differing.length > 0 ? false : compared === 0 || problems.length > 0 || varying.length > 0 ? "unknown" : true,
  run: async (context, { to: given, files = [] }, rehearsal) => {
    const { session, signal } = context;
    const to = releaseGiven(given);
    const facts = await readUpgradeFacts(context, { to });
    const program = session.nodeVersion.replace(/^v/i, "");
    const today: RehearsedChain = {
      suite: session.suite.name,
      auth: facts.authEnabled,
      executorVersion: facts.executor === 0 ? 0 : 1,
      nodeVersion: program,
      compatibilityVersion: facts.dataVersion,
      features: facts.flagsOn,
    };
    const later: RehearsedChain = { ...today, nodeVersion: to, compatibilityVersion: to };
    const one = await rehearsal.run(today, files, today, signal);
    if (one.cases.length === 0 && one.problems.length === 0) throw clientError("noTestsFound");
    const other = await rehearsal.run(later, files, today, signal);
    const unlike = differingFiles(one, other);
    const again = unlike.length > 0 ? await rehearsal.run(today, unlike, today, signal) : undefined;
    const { compared, differing, varying, ownChain } = compareRuns(one, other, again);
    const problems = new Map(
      [...one.problems, ...other.problems].map((each) => [`${each.file}\0${each.message}`, each]),
    );
    return {
      to,
      checkedAs: checkedAs(to),
      known: isKnownRelease(to),
      program,
      dataVersion: facts.dataVersion,
      compared,
      differing: differing.map(shown),
      varying: varying.map(shown),
      ownChain,
      problems: [...problems.values()].map((each) => ({ ...each })),
      flags: flagsOf(facts).map(({ flag, effect }) => ({ flag, effect: effect ?? null })),
    };
  },
});

/** How many blocks are compared by default. */
const usualBlocks = 100;

/** Why a program of the release refuses a transaction before it is executed. */
const refusalText = (reason: "to" | "version"): string =>
  reason === "to"
    ? t("The pool refuses its recipient, which isn't an address of 40 hex digits.")
    : t("Its version is above 2, which stops the chain.");

/** What makes the difference: a flag, or what an upgrade brings beside them. */
function causeText(cause: string): string {
  if (cause === "program") return t("the program");
  return cause === "dataVersion" ? t("the data version itself") : cause;
}

/** The latest blocks under the rules of today and of the release. */
export const replayBlocks = asking({
  noun,
  verb: "replay",
  word: "replayUpgrade",
  summary: text(
    "Re-executes the latest blocks under the rules of today and of a later release, and names the transactions that would end differently.",
  ),
  fields: {
    ...toField,
    blocks: optional(anInteger(text("How many of the latest blocks are compared"), { from: 1, to: 20_000 })),
    rebuild: optional(
      anInteger(text("Maximum number of blocks to re-execute for the state before them"), { from: 1, to: 10_000_000 }),
    ),
    web3: optional(aText(text("URL of the node's Ethereum port, for chains of more blocks than that"))),
  },
  needs: "rehearsal",
  result: v.object({
    ...rulesShape,
    first: v.number(),
    last: v.number(),
    /** `rebuilt`: from all blocks until then. `fetched`: from what the node has now. */
    state: v.picklist(["rebuilt", "fetched"]),
    transactions: v.number(),
    /** Those that come out the same, and under the rules of today as on the chain. */
    same: v.number(),
    differing: v.array(
      v.object({
        block: v.number(),
        hash: v.string(),
        differences: v.array(v.object({ member: v.string(), today: v.string(), later: v.string() })),
        /** Flags; `program`, `dataVersion`. Empty where it wasn't found out. */
        causes: v.array(v.string()),
        /** In words, with what the flags change. */
        because: v.array(v.string()),
        /** An earlier transaction of its block ends differently, too: this one may only follow from it. */
        follows: v.boolean(),
      }),
    ),
    /** The new program refuses them before they are executed. */
    refused: v.array(v.object({ block: v.number(), hash: v.string(), because: v.string() })),
    /** Under the rules of today they don't come out as on the chain: nothing is said of them. */
    incomparable: v.array(v.object({ block: v.number(), hash: v.string(), members: v.array(v.string()) })),
    /** How many of these lists are left out. */
    unnamed: v.number(),
    doubts: v.array(v.string()),
    flags: v.array(flagShape),
  }),
  holds: ({ differing, refused, incomparable, unnamed, doubts }) => {
    if (differing.length > 0 || refused.length > 0) return false;
    return incomparable.length > 0 || unnamed > 0 || doubts.length > 0 ? "unknown" : true;
  },
  run: async ({ signal }, { to: given, blocks = usualBlocks, rebuild, web3 }, rehearsal) => {
    const to = releaseGiven(given);
    const found = await rehearsal.replay({ to, blocks, rebuild, web3 }, signal);
    const effectOf = (flag: string): string | undefined => {
      const effect = chainFlag(flag)?.effect;
      return effect && say(effect);
    };
    return {
      to,
      checkedAs: checkedAs(to),
      known: isKnownRelease(to),
      program: found.program,
      dataVersion: found.dataVersion,
      first: found.first,
      last: found.last,
      state: found.state,
      transactions: found.transactions,
      same: found.same,
      differing: found.changed.map(({ block, hash, differences, causes, follows }) => ({
        block,
        hash,
        differences: differences.map(({ member, receipt, here }) => ({ member, today: receipt, later: here })),
        causes: [...causes],
        because: causes.map((cause) => effectOf(cause) ?? causeText(cause)),
        follows,
      })),
      refused: found.refused.map(({ block, hash, reason }) => ({ block, hash, because: refusalText(reason) })),
      incomparable: found.incomparable.map(({ members, ...each }) => ({ ...each, members: [...members] })),
      unnamed: found.unnamed,
      doubts: [...found.doubts],
      flags: found.flags.map((flag) => ({ flag, effect: effectOf(flag) ?? null })),
    };
  },
});
