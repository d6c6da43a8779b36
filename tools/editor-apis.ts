// Lists the members of VS Code's API that are newer than the types we compile with and are used all the same, and since which version each
// is there: `npm run -s check:editor-apis -- [VERSION]` (docs/editors.md, "Editors based on VS Code"). Then what of all that is used Theia
// doesn't declare. Exit code 1 where a newer one is used without asking for the version, the page says otherwise, or Theia lacks something.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSources, root } from "../scripts/lint/sources";
import { declaredMembers, newerMembers, newerUses, usedMembers } from "./editorCheck/newerApis";

const kept = join(root, "out/test/editor-apis");
mkdirSync(kept, { recursive: true });

const npm = (...args: string[]): string =>
  execFileSync("npm", args, { cwd: kept, encoding: "utf8", shell: process.platform === "win32" }).trim();

const published = new Map<string, string>();

/** A file of a package, from npm. */
function fileOf(name: string, file: string): string {
  const known = published.get(name);
  if (known !== undefined) return known;
  const archive = npm("pack", "--silent", name);
  const options = { encoding: "utf8", maxBuffer: 64 << 20 } as const;
  const text = execFileSync("tar", ["-xOzf", join(kept, archive), "--wildcards", file], options);
  published.set(name, text);
  return text;
}

const typesOf = (version: string): string => fileOf(`@types/vscode@${version}`, "*/index.d.ts");

const floor = readFileSync(join(root, "node_modules/@types/vscode/index.d.ts"), "utf8");
const floorVersion = (
  JSON.parse(readFileSync(join(root, "node_modules/@types/vscode/package.json"), "utf8")) as { version: string }
).version;
const minorOf = (version: string): number => Number(version.split(".")[1]);
const newestVersion = process.argv[2] ?? npm("view", "@types/vscode", "version");
const newer = newerMembers(floor, typesOf(newestVersion));
const uses = readSources("src").flatMap(({ path, text }) => newerUses(path, text, newer));

/** The first version with a member; each later one has it, too. */
function sinceOf(member: string): string {
  const versions = (JSON.parse(npm("view", "@types/vscode", "versions", "--json")) as string[]).filter(
    (each) => minorOf(each) > minorOf(floorVersion) && minorOf(each) <= minorOf(newestVersion),
  );
  let [low, high] = [0, versions.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (declaredMembers(typesOf(versions[middle] ?? "")).has(member)) high = middle;
    else low = middle + 1;
  }
  return (versions[low] ?? newestVersion).split(".").slice(0, 2).join(".");
}

const page = readFileSync(join(root, "docs/editors.md"), "utf8");
let wrong = 0;
for (const { path, member, guarded } of uses) {
  const since = sinceOf(member);
  const isListed = page.split("\n").some((line) => line.includes(`\`${member}\``) && line.includes(`| ${since} |`));
  if (!guarded || !isListed) wrong += 1;
  console.log(`${member}: since ${since}, ${path}${guarded ? "" : ", NOT GUARDED"}${isListed ? "" : ", NOT LISTED"}`);
}
console.log(
  `${newer.length} members of ${newestVersion} aren't in ${floorVersion}; ${uses.length} are used, ${wrong} wrong`,
);

const floorMembers = declaredMembers(floor);
const used = new Set(readSources("src").flatMap(({ text }) => usedMembers(text, floorMembers)));
const theia = declaredMembers(fileOf("@theia/plugin", "*/src/theia.d.ts"));
const missing = [...used].filter((member) => !theia.has(member));
for (const member of missing) console.log(`${member}: not in Theia`);
console.log(`${used.size} members of ${floorVersion} are used; Theia lacks ${missing.length}`);
wrong += missing.length;
process.exitCode = wrong === 0 ? 0 : 1;
