import { t } from "../../text/catalogue";
import type { ChainNode } from "../protocol/messages";
import type { IdentityOwner } from "../workspace/nodeDirectory";

/** What a node is for its group, in a word. */
export function roleName(role: NonNullable<ChainNode["role"]>): string {
  switch (role) {
    case "sealer":
      return t("sealer");
    case "observer":
      return t("observer");
    case "candidateSealer":
      return t("candidate sealer");
    case "peer":
      return t("peer");
  }
}

/** `node2 · sealer`; the name alone when nothing tells what the node is. */
export function ownerLabel(owner: IdentityOwner): string {
  return owner.role ? `${owner.name} · ${roleName(owner.role)}` : owner.name;
}
