import { readGroupHealth } from "../../chain/health/readGroupHealth";
import { getBlockByNumber, getBlockNumber } from "../../chain/rpc/blocks";
import { getGroupInfo } from "../../chain/rpc/groups";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { asked } from "../kit/results";
import type { OperationContext } from "../model/operation";
import { serviceIfAny } from "../model/services";
import type { SeenNode, SwapBatch, SwapEnd, SwapNode } from "./swapProgram";
import { releaseIn, type UpgradeFacts, type UpgradeNode } from "./upgradeFacts";
import { hasRelease, upgradeFindings } from "./upgradeFindings";
import { batchesOf, splitsConsensus } from "./upgradeOrder";

/** What a swap is for: it doesn't speak against one. */
const mended = new Set(["mixedPrograms", "mixedConsensus", "dataVersionAhead"]);

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
  const blockers = upgradeFindings(facts).filter(({ severity, code }) => severity === "blocker" && !mended.has(code));
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

/** Blocks that are looked at for a node's signature; a leader comes round within so many of the usual groups. */
const maxBlocks = 20;

/** What a chain says of nodes that were started again, by a context that is made anew for each look: connections break meanwhile. */
export class SwapWatch {
  #sinceBlock: number | undefined;

  constructor(private readonly context: () => OperationContext) {}

  /** Blocks from now on tell who seals. A chain that doesn't answer counts from its first answer. */
  async begin(): Promise<void> {
    this.#sinceBlock = await this.#height(this.context()).catch(() => undefined);
  }

  #height(context: OperationContext): Promise<number> {
    return getBlockNumber(context.session.client, asked(context));
  }

  /** What the chain says of a node; undefined where it doesn't answer just now, as while a node comes up. */
  async see({ nodeId, folder }: Pick<SwapNode, "nodeId" | "folder">): Promise<SeenNode | undefined> {
    if (nodeId === undefined) return undefined;
    const context = this.context();
    try {
      return await this.#ask(context, nodeId, folder);
    } catch (error) {
      // the asked node may be the one that is restarted: it is asked again
      if (error instanceof ChainError) return undefined;
      throw error;
    }
  }

  async #ask(context: OperationContext, nodeId: string, folder: string): Promise<SeenNode> {
    const { session, services, signal } = context;
    const around = await serviceIfAny(services, "nodes");
    const [own, others, health] = await Promise.all([
      getGroupInfo(session.client, asked(context)),
      around?.report(signal) ?? [],
      readGroupHealth(session.client, asked(context)),
    ]);
    const reported = [...(own?.nodeList ?? []), ...others].findLast((info) => info.nodeID.toLowerCase() === nodeId);
    const itself = own?.nodeList.length === 1 && own.nodeList[0]?.nodeID.toLowerCase() === nodeId;
    const lag = itself ? health.ownLag : (health.behind.find((each) => each.nodeId === nodeId)?.blocks ?? 0);
    const started = async (): Promise<string | undefined> => (await around?.folders([folder]))?.[0]?.started;
    return {
      release: releaseIn(reported?.iniConfig.binaryInfo?.version) ?? releaseIn(await started()),
      reachable: !health.unreachable.includes(nodeId),
      behind: lag,
      sealed: await this.#sealed(context, nodeId, health.height - health.ownLag),
    };
  }

  async #sealed(context: OperationContext, nodeId: string, height: number): Promise<boolean | undefined> {
    this.#sinceBlock ??= height;
    if (height <= this.#sinceBlock) return undefined;
    let sealers = maxBlocks;
    const from = Math.max(this.#sinceBlock + 1, height - maxBlocks + 1);
    for (let number = height; number >= from; number--) {
      const block = await getBlockByNumber(context.session.client, number, "header", asked(context));
      const signers = block.signatureList.map(({ sealerIndex }) => block.sealerList[Number(sealerIndex)]);
      if (signers.some((signer) => signer?.replace(/^0x/, "").toLowerCase() === nodeId)) return true;
      sealers = block.sealerList.length;
    }
    // a block bears as many signatures as it needs: only one that led none of two rounds is missing for sure
    return height - this.#sinceBlock < 2 * sealers ? undefined : false;
  }
}
