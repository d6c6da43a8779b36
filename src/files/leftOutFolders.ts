/** What tools write, and what npm and git keep, by the names of the folders: sources of a person are looked for elsewhere. */
export const leftOutFolders: ReadonlySet<string> = new Set(
  "node_modules .git artifacts cache out build typechain-types coverage".split(" "),
);
