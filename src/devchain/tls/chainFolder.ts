import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { ChainError } from "../../errors/chainError";
import { writeNewFile } from "../../processes/exclusive/ownFile";
import { t } from "../../text/catalogue";
import { dayMs } from "../../time/units";

const centuryMs = 36_500 * dayMs;

/** How long certificates of a chain hold: from yesterday on, for a century. */
export function validity(): { readonly notBefore: Date; readonly notAfter: Date } {
  const now = Date.now();
  return { notBefore: new Date(now - dayMs), notAfter: new Date(now + centuryMs) };
}

const foreignFolder = (folder: string, file: string, nodeKey: string): ChainError =>
  new ChainError({
    kind: "usage",
    code: "strangeFile",
    message: t("The TLS folder {0} has {1} but no {2}: an embedded chain didn't create it.", folder, file, nodeKey),
    advice: t("Choose an empty folder, or one that an embedded chain created."),
    details: { path: join(folder, file) },
  });

/**
 * Writes keys and certificates of a chain by their paths in a folder, never through a link. The node's key comes last: where it is, the
 * others are, and all of them are a chain's own, which are made anew.
 * @throws ChainError kind `usage`, code `strangeFile` for a folder that holds some of them without the node's key: nothing is written then.
 */
export function writeChainFolder(folder: string, files: ReadonlyMap<string, string>, nodeKey: string): void {
  const isOurs = existsSync(join(folder, nodeKey));
  const foreign = isOurs ? undefined : [...files.keys()].find((name) => existsSync(join(folder, name)));
  if (foreign !== undefined) throw foreignFolder(folder, foreign, nodeKey);
  for (const [name, text] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeNewFile(path, text, name.endsWith(".key") ? "secret" : undefined);
  }
}
