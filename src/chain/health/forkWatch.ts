import { toChainError } from "../../errors/dictionary";
import type { ChainClient, RequestOptions } from "../client/client";
import type { Block } from "../rpc/blocks";
import { getBlockByNumber } from "../rpc/blocks";
import type { BlockDifference, ComparedNode, Fork } from "./forks";

/** A node that can be asked by itself, and the newest block that it has. */
interface NodeAtHeight {
  readonly endpoint: string;
  /** Only where it answers. */
  readonly client?: ChainClient;
  /** Undefined where the node doesn't answer. */
  readonly height: number | undefined;
}

/** Nodes that are compared, and heights at which they are: of more the first, and the highest. */
const maxNodes = 64;
const maxHeights = 8;

type Header = Block<"header">;

interface Known {
  same: number;
  differing: number;
  /** The two blocks at `differing`. */
  blocks: readonly [Header, Header] | undefined;
}

/** What two nodes must have alike of a block. Signatures aren't: each node keeps those that came first. */
const printOf = ({ hash, stateRoot, txsRoot, receiptsRoot }: Header): string =>
  [hash, stateRoot, txsRoot, receiptsRoot].join();

function differencesOf([one, other]: readonly [Header, Header]): BlockDifference[] {
  const found: BlockDifference[] = [];
  if (one.txsRoot !== other.txsRoot) found.push("transactions");
  if (one.stateRoot !== other.stateRoot) found.push("state");
  if (one.receiptsRoot !== other.receiptsRoot) found.push("receipts");
  return found.length > 0 ? found : ["header"];
}

/**
 * Compares the blocks of a group's nodes, each at heights that it has: a node that restarts, is behind or fetches blocks is compared at its
 * own height, so only a block that really is another makes a fork. Keeps where forks begin from one comparison to the next.
 */
export class ForkWatch {
  readonly #known = new Map<string, Known>();
  /** What was found of a node when it could be compared. */
  #found = new Map<string, ComparedNode>();

  /**
   * One comparison: a question for each node and height at which another node can be asked, and where a fork is new, two for each halving.
   * A node that can't be compared now, such as one that doesn't answer, is still forked where it was found so.
   * @param options `timeoutMs` for each question, and for how long the first block that differs is looked for
   */
  async compare(nodes: readonly NodeAtHeight[], options: RequestOptions = {}): Promise<readonly ComparedNode[]> {
    const asked = nodes.slice(0, maxNodes);
    const prints = await this.#prints(asked, options);
    const agrees = (one: NodeAtHeight, other: NodeAtHeight): boolean | undefined => {
      const [own, theirs] = [prints.get(one), prints.get(other)];
      const common = [...(own?.keys() ?? [])].filter((height) => theirs?.has(height));
      return common.length === 0 ? undefined : common.every((height) => own?.get(height) === theirs?.get(height));
    };
    const agreeing = new Map(asked.map((one) => [one, asked.filter((other) => agrees(one, other) === true)]));
    const weightOf = (node: NodeAtHeight): number => agreeing.get(node)?.length ?? 0;
    const main = asked.reduce<NodeAtHeight | undefined>(
      (best, each) => (weightOf(each) > (best ? weightOf(best) : 0) ? each : best),
      undefined,
    );
    const compared = await Promise.all(
      asked.map(async (node): Promise<ComparedNode> => {
        const { endpoint } = node;
        const same = main && (node === main ? weightOf(node) > 1 || undefined : agrees(node, main));
        if (!main || same === undefined) {
          const before = this.#found.get(endpoint);
          return before?.state === "forked" && node !== main ? before : { endpoint, state: "unknown" };
        }
        if (same) {
          this.#known.delete(endpoint);
          return { endpoint, state: "same" };
        }
        const differing = [...(prints.get(node) ?? [])].flatMap(([height, print]) => {
          const theirs = prints.get(main)?.get(height);
          return theirs === undefined || theirs === print ? [] : [height];
        });
        const others = (agreeing.get(main) ?? [main]).map((each) => each.endpoint);
        const bounds = await this.#firstDifference(node, main, Math.min(...differing), options);
        return { endpoint, state: "forked", fork: { others, ...bounds } };
      }),
    );
    this.#found = new Map(compared.map((each) => [each.endpoint, each]));
    for (const endpoint of this.#known.keys()) if (!this.#found.has(endpoint)) this.#known.delete(endpoint);
    return compared;
  }

  /** What each node has at heights that at least two of them have. */
  async #prints(
    nodes: readonly NodeAtHeight[],
    options: RequestOptions,
  ): Promise<ReadonlyMap<NodeAtHeight, ReadonlyMap<number, string>>> {
    const heights = nodes.flatMap(({ height }) => height ?? []).sort((one, other) => other - one);
    // the highest is asked for where a second node has it
    const chosen = [...new Set(heights.slice(1))];
    const compared = chosen.length > maxHeights ? [...chosen.slice(0, maxHeights - 1), chosen.at(-1) ?? 0] : chosen;
    return new Map(
      await Promise.all(
        nodes.map(async (node) => {
          const own = compared.filter((height) => node.height !== undefined && height <= node.height);
          const headers = await Promise.all(own.map((height) => headerOf(node, height, options)));
          const known = headers.flatMap((header, at) => (header ? [[own[at] ?? 0, printOf(header)] as const] : []));
          return [node, new Map(known)] as const;
        }),
      ),
    );
  }

  /** Where two nodes begin to differ, by halving. What a node can't tell any more, or in this time, stays open. */
  async #firstDifference(
    node: NodeAtHeight,
    main: NodeAtHeight,
    differing: number,
    options: RequestOptions,
  ): Promise<Pick<Fork, "first" | "same" | "differs">> {
    const known = this.#known.get(node.endpoint) ?? { same: -1, differing, blocks: undefined };
    if (differing < known.differing) Object.assign(known, { same: -1, differing, blocks: undefined });
    this.#known.set(node.endpoint, known);
    const ends = performance.now() + (options.timeoutMs ?? 10_000);
    const readBoth = async (height: number): Promise<readonly [Header, Header] | undefined> => {
      const [own, theirs] = await Promise.all([headerOf(node, height, options), headerOf(main, height, options)]);
      return own && theirs ? [own, theirs] : undefined;
    };
    while (known.differing - known.same > 1 && performance.now() < ends && !options.signal?.aborted) {
      // chains that have nothing in common are the most usual: the genesis block tells
      const height = known.same < 0 ? 0 : Math.floor((known.same + known.differing) / 2);
      const both = await readBoth(height);
      if (!both) break;
      if (printOf(both[0]) === printOf(both[1])) known.same = height;
      else [known.differing, known.blocks] = [height, both];
    }
    known.blocks ??= await readBoth(known.differing);
    return { first: known.differing, same: known.same, differs: known.blocks ? differencesOf(known.blocks) : [] };
  }
}

/** A block's header; undefined where the node doesn't tell, such as one that ends just now. */
async function headerOf(
  { client }: NodeAtHeight,
  height: number,
  options: RequestOptions,
): Promise<Header | undefined> {
  if (!client) return undefined;
  try {
    const header = await getBlockByNumber(client, height, "header", options);
    // a node that gives another block than was asked for says nothing of this one
    return Number(header.number) === height ? header : undefined;
  } catch (error) {
    toChainError(error); // a defect of ours is none of the node's
    return undefined;
  }
}
