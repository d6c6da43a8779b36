import { readGroupHealth } from "../../chain/health/readGroupHealth";
import { getBlockByNumber, getBlockNumber } from "../../chain/rpc/blocks";
import { getGroupInfo } from "../../chain/rpc/groups";
import { ChainError } from "../../errors/chainError";
import { asked } from "../kit/results";
import type { OperationContext } from "../model/operation";
import { serviceIfAny } from "../model/services";
import type { SeenNode, SwapNode } from "./swapProgram";
import { releaseIn } from "./upgradeFacts";

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
