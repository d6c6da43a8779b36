import type { FolderFiles } from "../../src/nodeConfig/nodeFolder";

/** A node folder that lies nowhere: its files by their paths below it. `asked` gets the names of those that are read. */
export function folderInMemory(
  content: Readonly<Record<string, string | undefined>>,
  asked: string[] = [],
): FolderFiles {
  const read = async (name: string): Promise<string | undefined> => {
    asked.push(name);
    return content[name];
  };
  return {
    read,
    readEnd: async (name, max) => (await read(name))?.slice(-max),
    list: async (folder) => {
      const start = folder === "." ? "" : `${folder}/`;
      const below = Object.keys(content).filter((name) => content[name] !== undefined && name.startsWith(start));
      return [...new Set(below.map((name) => name.slice(start.length).split("/", 1)[0] ?? ""))];
    },
  };
}
