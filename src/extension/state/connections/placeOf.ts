import type { ChainGroup } from "./chainGroup";

/** Where a group is, for people: `production · group0`. */
export const placeOf = ({ connection, groupId }: Pick<ChainGroup, "connection" | "groupId">): string =>
  `${connection.name} · ${groupId}`;
