import * as v from "valibot";
import { exactInteger, nodeId } from "./wireSchemas";

/** A member of the consensus. `termWeight` since 3.12. */
export const weighedNodesSchema = v.array(
  v.looseObject({ nodeID: nodeId, weight: exactInteger, termWeight: v.optional(exactInteger) }),
);
export type WeighedNode = v.InferOutput<typeof weighedNodesSchema>[number];
