import * as v from "valibot";
import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { checkedAs, isKnownRelease } from "../../facts/releases/releases";
import { text } from "../../text/catalogue";
import { setConfigOperation } from "../config/config";
import { asking } from "../kit/define";
import { optional, texts, type ValuesOf } from "../model/fields";
import type { Operation, OperationContext } from "../model/operation";
import { replayBlocks, tryRelease } from "./rehearse";
import { flagsOf, lockedBy, quorumText, runbookOf } from "./runbook";
import { readUpgradeFacts, releaseGiven, toField, type UpgradeFacts } from "./upgradeFacts";
import { type UpgradeFinding, upgradeFindings } from "./upgradeFindings";
import { sealersToSpare } from "./upgradeOrder";

const noun = "upgrade";

const fields = {
  ...toField,
  folder: optional(texts(text("Folders of its nodes on this machine"))),
};

type Given = ValuesOf<typeof fields>;

const severity = v.picklist(["blocker", "warning", "unknown"]);

const finding = v.object({
  code: v.string(),
  severity,
  nodes: v.array(v.string()),
  message: v.string(),
  advice: v.string(),
});

/** @throws ChainError usage `configNotVersion` for what names no release of 3.x; as `readUpgradeFacts` */
async function factsFor(context: OperationContext, given: Given): Promise<UpgradeFacts> {
  return readUpgradeFacts(context, { to: releaseGiven(given.to), folders: given.folder });
}

const blockersOf = (findings: readonly UpgradeFinding[]): readonly UpgradeFinding[] =>
  findings.filter((each) => each.severity === "blocker");

const shown = ({ nodes, ...rest }: UpgradeFinding): v.InferOutput<typeof finding> => ({ ...rest, nodes: [...nodes] });

const check = asking({
  noun,
  verb: "check",
  word: "checkUpgrade",
  summary: text("Whether the nodes of the group are fit for a later release, and what has to be settled before."),
  fields,
  result: v.object({
    to: v.string(),
    /** The known release by whose facts this one is judged. */
    checkedAs: v.string(),
    known: v.boolean(),
    dataVersion: v.string(),
    /** Null where the chain doesn't say. */
    executor: v.nullable(v.number()),
    permissions: v.boolean(),
    /** No blocker was found. What couldn't be looked at is none. */
    ready: v.boolean(),
    /** How many sealers may be stopped at once while blocks go on. */
    sealersToSpare: v.number(),
    findings: v.array(finding),
    nodes: v.array(
      v.object({
        name: v.string(),
        role: v.string(),
        weight: v.number(),
        /** Null where it isn't known. */
        program: v.nullable(v.string()),
        /** `folder`: what its last start printed. */
        versionFrom: v.nullable(v.picklist(["node", "folder"])),
        reachable: v.boolean(),
        /** Blocks; null where it isn't known. */
        behind: v.nullable(v.number()),
      }),
    ),
    /** IDs of the nodes by their names. */
    nodeIds: v.record(v.string(), v.string()),
    flagsOn: v.array(v.string()),
  }),
  holds: ({ ready }) => ready,
  run: async (context, given) => {
    const facts = await factsFor(context, given);
    const findings = upgradeFindings(facts);
    return {
      to: facts.to,
      checkedAs: checkedAs(facts.to),
      known: isKnownRelease(facts.to),
      dataVersion: facts.dataVersion,
      executor: facts.executor ?? null,
      permissions: facts.authEnabled,
      ready: blockersOf(findings).length === 0,
      sealersToSpare: sealersToSpare(facts),
      findings: findings.map(shown),
      nodes: facts.nodes.map(({ name, role, weight, program, versionFrom, reachable, behind }) => ({
        name,
        role: role ?? "",
        weight,
        program: program ?? null,
        versionFrom: versionFrom ?? null,
        reachable,
        behind: behind ?? null,
      })),
      nodeIds: Object.fromEntries(facts.nodes.map(({ name, nodeId }) => [name, nodeId])),
      flagsOn: [...facts.flagsOn],
    };
  },
});

const plan = asking({
  noun,
  verb: "plan",
  word: "planUpgrade",
  summary: text(
    "The steps of an upgrade to a later release in their order: programs node by node, then the data version.",
  ),
  fields,
  result: v.object({
    to: v.string(),
    dataVersion: v.string(),
    quorum: v.string(),
    /** Blockers and warnings of `upgrade check`. */
    findings: v.array(finding),
    steps: v.array(
      v.object({
        step: v.number(),
        kind: v.picklist(["backup", "program", "check", "dataVersion", "proposal", "after"]),
        title: v.string(),
        nodes: v.array(v.string()),
        chainStands: v.boolean(),
        locked: v.boolean(),
        does: v.array(v.string()),
      }),
    ),
    /** Flags that the data version switches on for good, with what each changes where that is known. */
    flags: v.array(
      v.object({ flag: v.string(), effect: v.nullable(v.string()), concernsExecutor: v.nullable(v.boolean()) }),
    ),
  }),
  run: async (context, given) => {
    const facts = await factsFor(context, given);
    return {
      to: facts.to,
      dataVersion: facts.dataVersion,
      quorum: quorumText(facts),
      findings: upgradeFindings(facts)
        .filter((each) => each.severity !== "unknown")
        .map(shown),
      steps: runbookOf(facts).map(({ nodes, does, ...rest }, at) => ({
        ...{ step: at + 1, ...rest },
        nodes: [...nodes],
        does: [...does],
      })),
      flags: flagsOf(facts).map(({ flag, effect, concernsExecutor }) => ({
        flag,
        effect: effect ?? null,
        concernsExecutor: concernsExecutor ?? null,
      })),
    };
  },
});

/**
 * The last step is `config set compatibility_version` with its question, its weight and its proposal. It is refused while the check finds
 * a blocker, or a node that doesn't say the release.
 */
const step: Operation<typeof fields> = {
  noun,
  verb: "step",
  word: "stepUpgrade",
  summary: text("Raises the data version to that of the release, once nothing blocks and every node runs its program."),
  fields,
  effect: "signs",
  idempotent: true,
  result: setConfigOperation.result,
  prepare: (context, given) => {
    const raised = setConfigOperation.prepare(context, {
      key: "compatibility_version",
      value: given.to.trim().replace(/^v/i, ""),
    });
    let looked = false;
    const refusal = async (): Promise<ChainError | undefined> => {
      looked = true;
      const facts = await factsFor(context, given);
      const reasons = blockersOf(upgradeFindings(facts)).map(({ message }) => message);
      const waiting = lockedBy(facts).map(({ name }) => name);
      if (reasons.length === 0 && waiting.length === 0) return undefined;
      return clientError("upgradeBlocked", { to: facts.to, reasons, waiting });
    };
    return {
      ...raised,
      preview: async () => {
        const blocked = await refusal();
        const preview = await raised.preview();
        return blocked ? { ...preview, blocked } : preview;
      },
      run: async (signer, options) => {
        // where no person was shown what it comes to, as in a scenario, none forced it either
        const blocked = looked ? undefined : await refusal();
        if (blocked) throw blocked;
        return raised.run(signer, options);
      },
    };
  },
};

/** The way of a chain to a later release. */
export const upgradeOperations = [check, plan, tryRelease, replayBlocks, step] as const;
