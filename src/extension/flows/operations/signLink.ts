import type { Address } from "../../../crypto/bytes/hex";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";
import { type More, signOperation } from "./signOperation";

/** A link in BFS, and the contract that it leads to. */
interface Link {
  readonly path: string;
  readonly address: string;
  readonly abi: string;
}

/**
 * Signs and sends what makes a link in BFS.
 * @param more what the question says beside path and contract, and who signs
 * @throws Cancelled; ChainError
 */
export async function signLink(
  app: Chainside,
  group: WritableGroup,
  asked: Link,
  more: Pick<More, "moreLines" | "account" | "agreed" | "found"> = {},
): Promise<void> {
  const { linkOperation } = await import("../../../operations/bfs/bfs");
  const { path, abi } = asked;
  const contract = asked.address as Address;
  await signOperation(app, group, linkOperation, { path, contract, abi }, more);
  group.notify("bfs");
}
