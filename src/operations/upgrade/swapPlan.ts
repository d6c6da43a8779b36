import { clientError } from "../../errors/clientError";
import { t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import type { SwapBatch, SwapEnd, SwapNode } from "./swapProgram";
import type { UpgradeFacts, UpgradeNode } from "./upgradeFacts";
import { hasRelease, upgradeFindings } from "./upgradeFindings";
import { batchesOf, splitsConsensus } from "./upgradeOrder";

/** What a swap is for: it doesn't speak against one. */
const solvedBySwap = new Set(["mixedPrograms", "mixedConsensus", "dataVersionAhead"]);

export interface SwapPlan {
  readonly batches: readonly (SwapBatch & { readonly stands: boolean })[];
  /** What is left to do elsewhere, as sentences. */
  readonly left: readonly string[];
}

const namesOf = (nodes: readonly UpgradeNode[]): string => listed(nodes.map(({ name }) => name));

const isHere = ({ folder }: UpgradeNode): boolean => folder?.scripts === true;

/**
 * Which programs can be swapped from here, in which order: nodes whose folder with its scripts is here. Several nodes that have to be
 * swapped at once are swapped here only where all of them are.
 * @param programs the program of a node by the path of its folder
 * @throws ChainError usage `swapBlocked` while the check finds what has to be settled first
 */
export function planSwap(facts: UpgradeFacts, programs: ReadonlyMap<string, string>): SwapPlan {
  const blockers = upgradeFindings(facts).filter(
    ({ severity, code }) => severity === "blocker" && !solvedBySwap.has(code),
  );
  if (blockers.length > 0)
    throw clientError("swapBlocked", { to: facts.to, reasons: blockers.map(({ message }) => message) });
  const hasProgram = hasRelease(facts.to);
  const all = batchesOf(facts, hasProgram);
  const batches: (SwapBatch & { stands: boolean })[] = [];
  const left: string[] = [];
  const older = facts.nodes.filter(({ program }) => program === undefined || !hasProgram(program));
  const splits = older.some(
    ({ program, role }) => role === "sealer" && (!program || splitsConsensus(program, facts.to)),
  );
  let newer = facts.totalWeight - older.reduce((sum, { weight }) => sum + weight, 0);
  for (const [at, { nodes, stands }] of all.entries()) {
    if (!nodes.every(isHere)) {
      if (nodes.length === 1 && !stands) {
        left.push(t("{0} isn't here: swap its program on its machine.", namesOf(nodes)));
        continue;
      }
      const rest = all.slice(at).flatMap((each) => each.nodes);
      left.push(t("These have to be swapped by hand, by the runbook: {0}.", namesOf(rest)));
      break;
    }
    newer += nodes.reduce((sum, { weight }) => sum + weight, 0);
    const makesBlocks = !splits || newer >= facts.neededWeight;
    batches.push({ stands, nodes: nodes.map((node) => swapNode(node, programs, makesBlocks)) });
  }
  return { batches, left };
}

function swapNode(node: UpgradeNode, programs: ReadonlyMap<string, string>, makesBlocks: boolean): SwapNode {
  const { nodeId, name, role, folder } = node;
  const program = programs.get(folder?.path ?? "");
  if (!folder || program === undefined) throw clientError("noNodeFolder", { path: folder?.path ?? name });
  return { nodeId, name, folder: folder.path, program, seals: role === "sealer" && makesBlocks };
}

/** Where nodes listen, and what the program of a place and the new one are called beside it. */
export const swapPlaces = ({ nodes, to }: UpgradeFacts, programs: ReadonlyMap<string, string>) => ({
  listens: (folder: string) => nodes.find((node) => node.folder?.path === folder)?.folder?.listens,
  names: (program: string) => {
    const owner = nodes.find(({ folder }) => folder && programs.get(folder.path) === program);
    return { old: owner?.program ?? "old", new: to };
  },
});

/** What is agreed to before nodes are stopped: the new program, what becomes of the old one, and the order. */
export function swapLines(
  { neededWeight, totalWeight }: UpgradeFacts,
  { batches, left }: SwapPlan,
  program: { readonly path: string; readonly sha256: string },
): string[] {
  return [
    t("New program: {0}", program.path),
    `SHA-256: ${program.sha256}`,
    t(
      "Old programs stay beside the new ones, under a name with their release. If a new one fails, the old one comes back.",
    ),
    ...batches.map(({ nodes, stands }, index) => {
      const names = listed(nodes.map(({ name }) => name));
      return stands
        ? t(
            "{0}. Stop {1} at once, swap, start: no block is made meanwhile, a block needs {2} of {3}.",
            index + 1,
            names,
            neededWeight,
            totalWeight,
          )
        : t("{0}. Stop {1}, swap, start, wait until it has caught up.", index + 1, names);
    }),
    ...left,
  ];
}

/** How a swap ended, in sentences for every front. */
export function endLines(end: SwapEnd): string[] {
  const { swapped } = end;
  const before = swapped.length > 0 ? [t("Swapped: {0}.", listed(swapped))] : [];
  switch (end.kind) {
    case "done":
      return [
        ...before,
        ...(end.unproven.length > 0
          ? [t("No block was made meanwhile, so whether they seal isn't known: {0}.", listed(end.unproven))]
          : []),
      ];
    case "stopped":
      return [end.why, ...before, t("The others run with the program that they had.")];
    case "takenBack":
      return [
        end.why,
        t("The old program was put back for {0}.", listed(end.batch)),
        ...(end.down.length > 0
          ? [t("They don't run: {0}. Look at their logs, and start them.", listed(end.down))]
          : []),
        ...before,
        ...(swapped.length > 0
          ? [t("Where they share a program, these start with the old one the next time: {0}.", listed(swapped))]
          : []),
      ];
  }
}
