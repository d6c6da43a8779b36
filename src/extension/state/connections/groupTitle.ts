import type { ChainGroup } from "./chainGroup";

/** `production · group0`: a group with its connection, as tabs, lists and questions name it. */
export const groupTitle = ({ connection, groupId }: Pick<ChainGroup, "connection" | "groupId">): string =>
  `${connection.name} · ${groupId}`;
