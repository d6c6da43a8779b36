import * as v from "valibot";

/** How far a sink has a chain, as it keeps that itself (`SinkPosition`): read again, it is checked. */
export const positionSchema = v.object({
  chainId: v.string(),
  groupId: v.string(),
  suite: v.string(),
  genesis: v.string(),
  from: v.number(),
  next: v.number(),
  hash: v.string(),
});
