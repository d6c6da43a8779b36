// Writes the hashes of the released compilers into src/solidity/compilers/releases.json: nothing else runs without a question. Gets
// what the list lacks from npm, by npm: `npm run compiler-hashes`, before each release; `-- --all` gets every one again and compares.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileOfTarball } from "../src/solidity/compilers/tarball";
import { compareVersions } from "../src/text/versions";

interface Release {
  /** SHA-512 of the npm package, base64. */
  readonly package: string;
  /** SHA-256 of its `soljson.js`, hex digits. */
  readonly soljson: string;
}

const file = resolve(import.meta.dirname, "../src/solidity/compilers/releases.json");
/** The first that speaks standard JSON. */
const oldest = "0.4.11";

const npm = (...args: string[]): unknown =>
  JSON.parse(
    execFileSync("npm", [...args, "--json"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      shell: process.platform === "win32",
    }),
  );

/** What npm has of a version, its package checked by npm and here. */
function releaseOf(version: string, folder: string): Release | undefined {
  const [packed] = npm("pack", `solc@${version}`, "--pack-destination", folder) as {
    filename: string;
    integrity: string;
  }[];
  if (!packed) throw new Error(`npm packed nothing for solc@${version}`);
  const path = join(folder, packed.filename);
  const tarball = readFileSync(path);
  rmSync(path);
  const integrity = createHash("sha512").update(tarball).digest("base64");
  if (packed.integrity !== `sha512-${integrity}`) throw new Error(`solc@${version} isn't what the registry says it is`);
  const soljson = fileOfTarball(tarball, "package/soljson.js");
  return soljson && { package: integrity, soljson: createHash("sha256").update(soljson).digest("hex") };
}

const known = new Map(Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, Release>));
const all = process.argv.includes("--all");
const folder = mkdtempSync(join(tmpdir(), "chainside-hashes-"));
try {
  const versions = (npm("view", "solc", "versions") as string[]).filter((version) => /^\d+\.\d+\.\d+$/.test(version));
  for (const version of versions.sort(compareVersions)) {
    const before = known.get(version);
    if (compareVersions(version, oldest) < 0 || (before && !all)) continue;
    const release = releaseOf(version, folder);
    if (!release) {
      console.log(`${version} has no soljson.js`);
      continue;
    }
    if (before && (before.package !== release.package || before.soljson !== release.soljson)) {
      throw new Error(`solc@${version} was another one before`);
    }
    known.set(version, release);
    console.log(`${version} ${release.soljson}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const sorted = Object.fromEntries([...known].sort(([left], [right]) => compareVersions(left, right)));
writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
