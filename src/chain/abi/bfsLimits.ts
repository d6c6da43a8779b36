/** What a chain lets paths of its file tree have (docs/protocol/built-in-contracts.md, "BFS paths"): levels, and bytes by data version. */
export const bfsLimits = { levels: 6, path: 128, pathBefore3_3: 56 } as const;

/** Whether a part of a path, or the name of a shard, has only letters that nodes take since 3.2. */
export const isBfsName = (name: string): boolean => /^\w[\w\-#@.]*$/.test(name);

/** How deep a path leads; several slashes count as one. */
export const levelsOf = (path: string): number => path.split("/").filter((part) => part !== "").length;
