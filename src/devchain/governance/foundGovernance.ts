import { committeeAddress } from "../builtins/addresses";
import type { BuiltinHost } from "../builtins/host";
import { dataVersion } from "../builtins/versions";
import { governanceCreation } from "./creationCode";

/** Whether a chain has the committee from its first block on: with permissions, and always since data version 3.3. */
const hasCommittee = ({ block }: BuiltinHost): boolean => block.authCheck || block.version >= dataVersion.v3_3;

/**
 * Puts the governance contracts into block 0, with one governor (docs/protocol/governance.md, "Set-up"). The host works for
 * the second message of block 0, so that the committee and the others get the addresses they have on a node.
 */
export async function foundGovernance(host: BuiltinHost, governor: string): Promise<void> {
  if (!hasCommittee(host)) return;
  const creation = governanceCreation(host.suite.name, governor);
  const { status } = await host.deployAt(committeeAddress, creation, governor, governor);
  if (status !== 0) throw new Error(`the governance contracts were refused with status ${status}`);
}
