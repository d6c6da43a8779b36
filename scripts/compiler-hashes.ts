// Writes the hashes of the released compilers into src/solidity/compilerReleases: nothing else runs without a question. releases.json has
// those of soljson.js, and what it lacks is got from npm, by npm; nativeReleases.json has those of programs, from the lists of
// binaries.soliditylang.org. `npm run compiler-hashes`, before each release; `-- --all` gets every package again and compares;
// `-- --lists FOLDER` takes the lists of a checkout of ethereum/solc-bin in place of the site's, `--native-only` nothing else.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileOfTarball } from "../src/solidity/compilerReleases/fetchCompiler";
import { compareVersions } from "../src/text/versions";

interface Release {
  /** SHA-512 of the npm package, base64. */
  readonly package: string;
  /** SHA-256 of its `soljson.js`, hex digits. */
  readonly soljson: string;
}

const file = resolve(import.meta.dirname, "../src/solidity/compilerReleases/releases.json");
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

/** A list of programs as the site has it. */
interface NativeList {
  readonly builds: readonly {
    readonly path: string;
    readonly version: string;
    readonly prerelease?: string;
    readonly sha256: string;
  }[];
}

type NativeReleases = Record<string, Record<string, string>>;

const nativeFile = resolve(import.meta.dirname, "../src/solidity/compilerReleases/nativeReleases.json");

const argumentOf = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

async function nativeList(system: string): Promise<NativeList> {
  const folder = argumentOf("--lists");
  if (folder !== undefined) return JSON.parse(readFileSync(join(folder, system, "list.json"), "utf8")) as NativeList;
  const response = await fetch(`https://binaries.soliditylang.org/${system}/list.json`);
  if (!response.ok) throw new Error(`${system}: HTTP ${response.status}`);
  return (await response.json()) as NativeList;
}

/** Adds what the lists have of programs; of old releases for Windows they have archives, whose hashes no program has. */
async function addNatives(): Promise<void> {
  const releases = JSON.parse(readFileSync(nativeFile, "utf8")) as NativeReleases;
  for (const [system, own] of Object.entries(releases)) {
    for (const { path, version, prerelease, sha256 } of (await nativeList(system)).builds) {
      if (prerelease !== undefined || path.endsWith(".zip") || compareVersions(version, oldest) < 0) continue;
      const hash = sha256.replace(/^0x/, "");
      if (own[version] !== undefined && own[version] !== hash) throw new Error(`${path} was another one before`);
      if (own[version] === undefined) console.log(`${system} ${version} ${hash}`);
      own[version] = hash;
    }
    releases[system] = Object.fromEntries(Object.entries(own).sort(([left], [right]) => compareVersions(left, right)));
  }
  writeFileSync(nativeFile, `${JSON.stringify(releases, null, 2)}\n`);
}

await addNatives();
if (process.argv.includes("--native-only")) process.exit(0);

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
