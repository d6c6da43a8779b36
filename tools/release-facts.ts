// Compares what src/facts/releases says of a release with a checked-out tree of the node's source:
// `npm run -s check:release-facts -- TREE VERSION`, where TREE is a folder or, as GIT-DIR:REVISION, a revision of a repository.
// It names what the tree has and the facts don't, and the other way around. Exit code 1 when something differs.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareRelease } from "./releases/compareRelease";

const [tree = "", version = ""] = process.argv.slice(2);
if (tree === "" || version === "") {
  console.error("usage: npm run -s check:release-facts -- TREE|GIT-DIR:REVISION VERSION");
  process.exit(2);
}
const [repository = "", revision = ""] = existsSync(tree) ? [] : tree.split(/:(?=[^:]*$)/);

/** A file of the tree; undefined where there is none. */
function read(path: string): string | undefined {
  if (revision === "") return existsSync(join(tree, path)) ? readFileSync(join(tree, path), "utf8") : undefined;
  try {
    const args = ["--git-dir", repository, "show", `${revision}:${path}`];
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 64 << 20 });
  } catch {
    return undefined;
  }
}

const differences = compareRelease(read, version);
for (const difference of differences) console.log(difference);
console.log(`${differences.length} differences from the facts of ${version}`);
process.exit(differences.length === 0 ? 0 : 1);
