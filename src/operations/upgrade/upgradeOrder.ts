import { behaves } from "../../facts/releases/releases";
import type { UpgradeFacts, UpgradeNode } from "./upgradeFacts";

// How many sealers may be down: PBFT needs a weight for each block (docs/protocol/json-rpc.md, "Health").

/** Nodes whose program is changed at the same time. */
interface Batch {
  readonly nodes: readonly UpgradeNode[];
  /** No block is made until they are back. */
  readonly stands: boolean;
}

const isSealer = ({ role }: UpgradeNode): boolean => role === "sealer";
const weightOf = (nodes: readonly UpgradeNode[]): number => nodes.reduce((sum, { weight }) => sum + weight, 0);
const heaviestFirst = (nodes: readonly UpgradeNode[]): UpgradeNode[] => nodes.toSorted((a, b) => b.weight - a.weight);

/** How many sealers, whichever they are, may be stopped at once while blocks go on. */
export function sealersToSpare({ nodes, totalWeight, neededWeight }: UpgradeFacts): number {
  let left = totalWeight;
  let spare = 0;
  for (const { weight } of heaviestFirst(nodes.filter(isSealer))) {
    left -= weight;
    if (left < neededWeight) return spare;
    spare++;
  }
  return spare;
}

/** Whether nodes of the older release can't verify what nodes of the newer one say in the consensus. */
export const splitsConsensus = (from: string, to: string): boolean =>
  behaves(to, "signsKindOfMessage") && !behaves(from, "signsKindOfMessage");

/** Whether a node still has to get the program; one that says nothing has. */
export const needsProgram = ({ program }: UpgradeNode, hasProgram: (program: string) => boolean): boolean =>
  program === undefined || !hasProgram(program);

/**
 * In which order nodes get the new program: those without a weight first, then sealers one by one. Where older nodes can't verify newer
 * ones, a block needs the weight of nodes of one kind: sealers one by one as long as the older ones make blocks, then at once as many as
 * the newer ones need, then the rest.
 * @param hasProgram whether a release is the one to which it goes, or a later one
 */
export function batchesOf(facts: UpgradeFacts, hasProgram: (program: string) => boolean): Batch[] {
  const { to, totalWeight, neededWeight } = facts;
  const waiting = facts.nodes.filter((node) => needsProgram(node, hasProgram));
  const others = waiting.filter((node) => !isSealer(node)).map((node): Batch => ({ nodes: [node], stands: false }));
  const sealers = waiting.filter(isSealer).toSorted((a, b) => a.weight - b.weight);
  const splits = sealers.some(({ program }) => program === undefined || splitsConsensus(program, to));
  const alone = (node: UpgradeNode): Batch => ({ nodes: [node], stands: totalWeight - node.weight < neededWeight });
  if (!splits) return [...others, ...sealers.map(alone)];
  const before: Batch[] = [];
  const rest = [...sealers];
  let older = weightOf(sealers);
  while (rest[0] && older - rest[0].weight >= neededWeight) {
    const [next] = rest.splice(0, 1) as [UpgradeNode];
    older -= next.weight;
    before.push({ nodes: [next], stands: false });
  }
  let newer = totalWeight - older;
  const together: UpgradeNode[] = [];
  while (rest.length > 0 && newer < neededWeight) {
    const next = rest.pop() as UpgradeNode;
    newer += next.weight;
    together.push(next);
  }
  return [
    ...others,
    ...before,
    ...(together.length > 0 ? [{ nodes: together, stands: true }] : []),
    ...rest.map((node): Batch => ({ nodes: [node], stands: newer < neededWeight })),
  ];
}
