/** What npm and git keep, by the names of the folders: nothing in them is a person's, or a node's. */
export const installedFolders: ReadonlySet<string> = new Set("node_modules .git .hg .svn".split(" "));

/** The same as patterns. */
export const installedPatterns: readonly string[] = [...installedFolders].map((name) => `**/${name}/**`);

/** Also what tools write: sources of a person are looked for elsewhere. */
export const leftOutFolders: ReadonlySet<string> = new Set([
  ...installedFolders,
  ..."artifacts cache out build typechain-types coverage".split(" "),
]);

/** Folders of this name have a library in each folder inside (Foundry); files right in them are the project's. */
export const libraryFolder = "lib";

/** What a node has in its folder beside its files, and a chain beside its nodes: no configuration lies in there. */
export const insideNodes: ReadonlySet<string> = new Set("data log conf ca sdk".split(" "));
