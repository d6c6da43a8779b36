import type { AbiParameter } from "../../chain/abi/abiType";
import { withStraightQuotes } from "../../chain/abi/typedQuotes";
import { resolveTarget } from "../../chain/services/bfs/readLink";
import type { OperationContext } from "../model/operation";

/** Arguments as they are encoded: a BFS path stands for the address that it leads to. @throws ChainError usage `notALink` */
export async function argumentsFor(
  { session }: OperationContext,
  parameters: readonly AbiParameter[],
  given: readonly string[] = [],
): Promise<readonly string[]> {
  const words = withStraightQuotes(parameters, given) as readonly string[];
  const isAddress = parameters.length === words.length ? parameters.map(({ shape }) => shape.kind === "address") : [];
  return Promise.all(
    words.map((word, i) => (isAddress[i] && /^[/~]/.test(word) ? resolveTarget(session, word) : word)),
  );
}
