/**
 * What a chain lets tables have (docs/protocol/precompiled-contracts.md, "Tables"): characters of paths and fields, bytes of keys and
 * values.
 */
export const tableLimits = {
  path: 50,
  field: 64,
  /** All fields but the key's, with commas. */
  fields: 1024,
  key: 255,
  value: 16 * 1024 * 1024 - 1,
  /** That one question gives. */
  rows: 500,
} as const;

/** The letters that a table's name has. */
export const isTableName = (name: string): boolean => /^[A-Za-z0-9_/]+$/.test(name);

/** The letters that a field's name has, whatever its length. */
export const isFieldName = (field: string): boolean => /^[A-Za-z0-9$@][A-Za-z0-9$_@]*$/.test(field);

/** Absolute path of a table: `/tables/` stands before a name that lacks it. */
export const tablePath = (name: string): string =>
  name.startsWith("/tables/") ? name : `/tables/${name.replace(/^\//, "")}`;

/** Any file below `/tables` is a table. */
export const isTablePath = (path: string): boolean => path.startsWith("/tables/");

/** What a chain lets paths of its file tree have (docs/protocol/built-in-contracts.md, "BFS paths"): levels, and bytes by data version. */
export const bfsLimits = { levels: 6, path: 128, pathBefore3_3: 56 } as const;

/** Whether a part of a path, or the name of a shard, has only letters that nodes take since 3.2. */
export const isBfsName = (name: string): boolean => /^\w[\w\-#@.]*$/.test(name);

/** How deep a path leads; several slashes count as one. */
export const levelsOf = (path: string): number => path.split("/").filter((part) => part !== "").length;
