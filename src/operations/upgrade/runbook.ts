import { chainFlag, upgradeFlags } from "../../facts/releases/chainFlags";
import { say, t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { shellLine } from "../../text/shellLine";
import { compareVersions, versionNumber } from "../../text/versions";
import type { UpgradeFacts, UpgradeNode } from "./upgradeFacts";
import { hasRelease } from "./upgradeFindings";
import { batchesOf, needsProgram, sealersToSpare } from "./upgradeOrder";

/** A flag that rising to a data version switches on. */
interface FlagSwitchedOn {
  readonly flag: string;
  /** What it changes for contracts, gas and clients; undefined where it isn't known. */
  readonly effect: string | undefined;
  /** Whether it changes something under the executor of this chain; undefined where that isn't known. */
  readonly concernsExecutor: boolean | undefined;
}

export interface RunbookStep {
  readonly kind: "backup" | "program" | "check" | "dataVersion" | "proposal" | "after";
  readonly title: string;
  readonly nodes: readonly string[];
  /** No block is made while it lasts. */
  readonly chainStands: boolean;
  /** May not be done yet. */
  readonly locked: boolean;
  /** What to do, in order: sentences and lines for a terminal. */
  readonly does: readonly string[];
}

/** Flags that the last step switches on, by the facts of the releases (src/facts/releases). */
export function flagsOf({ dataVersion, to, executor, flagsOn }: UpgradeFacts): FlagSwitchedOn[] {
  return upgradeFlags(versionNumber(dataVersion), versionNumber(to), to)
    .filter((flag) => !flagsOn.includes(flag))
    .map((flag) => {
      const { effect, executors } = chainFlag(flag) ?? {};
      const concerns = executors?.some((each) => each === executor);
      return {
        flag,
        effect: effect && say(effect),
        concernsExecutor: executor === undefined ? undefined : concerns,
      };
    });
}

/**
 * Nodes that don't say the release themselves yet: as long as there are some, the data version stays. What a folder's last start printed
 * doesn't prove what runs.
 */
export const lockedBy = ({ nodes, to }: UpgradeFacts): readonly UpgradeNode[] =>
  nodes.filter((node) => node.versionFrom !== "node" || needsProgram(node, hasRelease(to)));

const namesOf = (nodes: readonly UpgradeNode[]): string => listed(nodes.map(({ name }) => name));

/** Lines for a terminal where the folder of the node is here. */
function scriptLine({ folder }: UpgradeNode, script: string): string[] {
  const line = folder?.scripts ? shellLine(["bash", `${folder.path}/${script}`], "sh") : undefined;
  return line === undefined ? [] : [line];
}

function backupStep({ nodes }: UpgradeFacts): RunbookStep {
  const [node] = nodes.filter(({ role }) => role === "observer").concat(nodes);
  const data = node?.folder?.data;
  return {
    kind: "backup",
    title: t("Back up a node"),
    nodes: node ? [node.name] : [],
    chainStands: false,
    locked: false,
    does: [
      t(
        "Stop one node, copy its folder with the database, and start it again. A data version that was raised stays raised.",
      ),
      ...(data === undefined ? [] : [t("Its database is {0}.", data)]),
      t("Keep conf, config.ini, and config.genesis of every node as well."),
    ],
  };
}

function programStep(facts: UpgradeFacts, { nodes, stands }: ReturnType<typeof batchesOf>[number]): RunbookStep {
  const { to } = facts;
  const several = nodes.length > 1;
  return {
    kind: "program",
    title: several
      ? t("Install the program {1} on {0}, all at once", namesOf(nodes), to)
      : t("Install the program {1} on {0}", namesOf(nodes), to),
    nodes: nodes.map(({ name }) => name),
    chainStands: stands,
    locked: false,
    does: [
      ...(stands ? [t("No block is made while this lasts.")] : []),
      t("Stop: {0}", namesOf(nodes)),
      ...nodes.flatMap((node) => scriptLine(node, "stop.sh")),
      t(
        "Rename the old program and put the new one in its place. Nodes of one host share it: each takes the new one when it is started again.",
      ),
      t("Start: {0}", namesOf(nodes)),
      ...nodes.flatMap((node) => scriptLine(node, "start.sh")),
      t(
        "Wait until chainside upgrade check says {0} for it, and nothing of it is unreachable or behind; a sealer has to make blocks again.",
        to,
      ),
      t(
        "If it doesn't come up, stop it, put the old program back, and start it: that works until the data version is raised.",
      ),
    ],
  };
}

function dataVersionSteps(facts: UpgradeFacts): RunbookStep[] {
  const { to, dataVersion, authEnabled } = facts;
  if (compareVersions(to, dataVersion) <= 0) return [];
  const waiting = lockedBy(facts);
  const flags = flagsOf(facts);
  return [
    {
      kind: authEnabled ? "proposal" : "dataVersion",
      title: authEnabled
        ? t("Propose the data version {0}", to)
        : t("Raise the data version from {0} to {1}", dataVersion, to),
      nodes: [],
      chainStands: false,
      locked: waiting.length > 0,
      does: [
        ...(waiting.length > 0
          ? [t("Locked until every node says {0}. These don't yet: {1}.", to, namesOf(waiting))]
          : []),
        ...(flags.length === 0
          ? [t("No flag is switched on by this.")]
          : [
              t(
                "Flags that this switches on permanently: {0}. {1}",
                flags.length,
                listed(flags.map(({ flag }) => flag)),
              ),
            ]),
        `chainside upgrade step --to ${to}`,
        ...(authEnabled ? [t("The committee votes on it. It holds from the block after the last vote needed.")] : []),
      ],
    },
    {
      kind: "after",
      title: t("Afterwards"),
      nodes: [],
      chainStands: false,
      locked: waiting.length > 0,
      does: [
        t("From now on, no program older than {0} may run on this chain. Delete the old ones.", to),
        t("Watch the group for some blocks (chainside group health), and run the tests of your contracts."),
      ],
    },
  ];
}

/** How many sealers may be down, in words. */
export function quorumText(facts: UpgradeFacts): string {
  const { totalWeight, neededWeight } = facts;
  const spare = sealersToSpare(facts);
  return spare === 0
    ? t("A block needs {0} of the weight {1}: no sealer may be stopped while blocks go on.", neededWeight, totalWeight)
    : t("A block needs {0} of the weight {1}: {2} sealers may be stopped at once.", neededWeight, totalWeight, spare);
}

/** The steps of the upgrade in their order; those that are done are left out. */
export function runbookOf(facts: UpgradeFacts): RunbookStep[] {
  const batches = batchesOf(facts, hasRelease(facts.to));
  const raises = compareVersions(facts.to, facts.dataVersion) > 0;
  if (batches.length === 0 && !raises) return [];
  const check: RunbookStep = {
    kind: "check",
    title: t("Check all nodes"),
    nodes: [],
    chainStands: false,
    locked: false,
    does: [
      t("Every node has to say {0}, and nothing may block.", facts.to),
      `chainside upgrade check --to ${facts.to}`,
    ],
  };
  return [backupStep(facts), ...batches.map((batch) => programStep(facts, batch)), check, ...dataVersionSteps(facts)];
}
