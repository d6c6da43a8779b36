// `npm run -s check -- NAME ARGUMENTS…` runs one of the programs of this folder (README.md); without a name it prints them.

/** Their modules, each a program that reads the arguments behind its name. */
const programs: Readonly<Record<string, () => Promise<unknown>>> = {
  boost: () => import("./boost"),
  "compare-clients": () => import("./compare-clients"),
  compile: () => import("./compile"),
  console: () => import("./console"),
  "contract-tests": () => import("./contract-tests"),
  debug: () => import("./debug"),
  "editor-apis": () => import("./editor-apis"),
  evm: () => import("./evm"),
  figures: () => import("./figures"),
  format: () => import("./format"),
  mcp: () => import("./mcp"),
  mutants: () => import("./mutants"),
  names: () => import("./names"),
  recordings: () => import("./recordings"),
  "release-facts": () => import("./release-facts"),
  replay: () => import("./replay"),
  syntax: () => import("./syntax"),
  theia: () => import("./theia"),
  upgrades: () => import("./upgrades"),
  vectors: () => import("./vectors"),
};

const [name = ""] = process.argv.splice(2, 1);
const start = Object.hasOwn(programs, name) ? programs[name] : undefined;
if (start) void start();
else {
  console.error(`usage: npm run -s check -- NAME [ARGUMENTS…]; NAME is one of ${Object.keys(programs).join(", ")}`);
  process.exitCode = 2;
}
