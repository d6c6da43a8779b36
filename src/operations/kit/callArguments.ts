import type { AbiParameter } from "../../chain/abi/abiType";
import { withStraightQuotes } from "../../chain/abi/typedQuotes";
import { resolveTarget } from "../../chain/services/bfs/readLink";
import type { OperationContext } from "../model/operation";

/**
 * Arguments as they are encoded. Where an address belongs, a BFS path stands for the one that it leads to, and a word of the front for
 * its own.
 * @throws ChainError usage `notALink`, `argumentFullWidth`
 */
export async function argumentsFor(
  { session, addressOf }: Pick<OperationContext, "session" | "addressOf">,
  parameters: readonly AbiParameter[],
  given: readonly string[] = [],
): Promise<readonly string[]> {
  const words = withStraightQuotes(parameters, given) as readonly string[];
  const isAddress = parameters.length === words.length ? parameters.map(({ shape }) => shape.kind === "address") : [];
  return Promise.all(
    words.map(async (word, i) => {
      if (!isAddress[i]) return word;
      return /^[/~]/.test(word) ? resolveTarget(session, word) : ((await addressOf?.(word)) ?? word);
    }),
  );
}
