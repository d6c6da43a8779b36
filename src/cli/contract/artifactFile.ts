import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { readArtifactFile } from "../../chain/artifact/readArtifactFile";
import { clientError } from "../../chain/errors/clientError";

/**
 * The compiled contract of a file.
 * @throws ChainError usage `notAnArtifact`; what reading throws when the file is not there.
 */
export async function loadArtifact(path: string): Promise<ContractArtifact> {
  await readFile(path);
  const artifact = await readArtifactFile(basename(path), async (relative) => {
    try {
      return await readFile(join(dirname(path), relative), "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  });
  if (!artifact) throw clientError("notAnArtifact", { path });
  return artifact;
}
