// Windows logs on to another computer with the user's account as soon as a program looks at \\server\share. Everything in a workspace
// that names paths is read here as on Windows: no one looks there.
import * as syncFs from "node:fs";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { importProfile } from "../../../src/chain/profile/importProfile";
import { loadArtifact } from "../../../src/cli/contract/artifactFile";
import { readFolderFacts, readNeighbours, readNodeFolder } from "../../../src/cli/lint/nodeFolder";
import { fileCheats } from "../../../src/contractTests/cheats/fileCheats";
import { readTestConfig } from "../../../src/contractTests/discover/testConfig";
import { launchedPath, launchedProject } from "../../../src/debugger/program/launchedPath";
import { givenPath } from "../../../src/files/namedPath";
import { NodeDirectory } from "../../../src/languageServer/workspace/nodeDirectory";
import { factsOf } from "../../../src/scenarios/editor/facts";
import { hoverAt } from "../../../src/scenarios/editor/hover";
import { offersAt } from "../../../src/scenarios/editor/offers";
import { problemsOf } from "../../../src/scenarios/editor/problems";
import { examineScenario } from "../../../src/scenarios/language/readScenario";
import { workspaceCompiler } from "../../../src/solidity/compilerReleases/compilerStore";
import { projectNpmrc } from "../../../src/solidity/compilerReleases/npmConfig";
import { gatherSources, SourceTexts } from "../../../src/solidity/imports/gatherSources";
import { importProposals } from "../../../src/solidity/language/importCompletion";
import { readProjectSettings } from "../../../src/solidity/project/projectSettings";
import { findTestFiles } from "../../../src/solidity/project/solidityFiles";

vi.mock("node:fs/promises", { spy: true });
vi.mock("node:fs", { spy: true });

/** Each in the spellings that Windows takes, and devices. */
const elsewhere = [
  "//evil/share/x",
  String.raw`\\evil\share\x`,
  String.raw`\/evil/share/x`,
  "//?/UNC/evil/share/x",
  "//./evil/x",
  "evil:stream",
  "evil/NUL",
  "evil/con.sol",
];

const own = process.platform;
const folders: string[] = [];
/** Files of a folder of its own, as a program on Windows finds them. */
function workspace(files: Readonly<Record<string, string>>): string {
  const folder = syncFs.mkdtempSync(join(tmpdir(), "looks-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    syncFs.mkdirSync(dirname(join(folder, name)), { recursive: true });
    syncFs.writeFileSync(join(folder, name), text);
  }
  vi.clearAllMocks();
  Object.defineProperty(process, "platform", { value: "win32" });
  return folder;
}
afterEach(() => {
  Object.defineProperty(process, "platform", { value: own });
  for (const folder of folders.splice(0)) syncFs.rmSync(folder, { recursive: true });
});

const watched = [
  ...["access", "stat", "lstat", "readFile", "open", "readdir", "realpath", "mkdir"].map((name) =>
    Reflect.get(fs, name),
  ),
  ...[
    "accessSync",
    "statSync",
    "lstatSync",
    "existsSync",
    "readFileSync",
    "openSync",
    "readdirSync",
    "realpathSync",
  ].map((name) => Reflect.get(syncFs, name)),
];
const looked = (): string[] =>
  watched.flatMap((spy) => vi.mocked(spy).mock.calls.map(([path]: unknown[]) => String(path)));
/** Whether Windows finds something else there than a file below one of these folders. */
const leadsAway = (path: string): boolean => {
  const folder = folders.find((each) => path.startsWith(each));
  const below = path.slice(folder?.length ?? 0);
  return path.includes("evil") && (folder === undefined || /^\/?(?:[\\/]{2}|\\\/)|:|NUL|con\.sol/.test(below));
};
const expectNoLook = (): void => {
  expect(looked().length).toBeGreaterThan(0);
  expect(looked().filter(leadsAway)).toEqual([]);
};

const quoted = (path: string): string => path.replaceAll("\\", "\\\\");

describe.each(elsewhere)("nobody looks at %s", (path) => {
  it("for imports", async () => {
    const folder = workspace({ "A.sol": `import "${quoted(path)}.sol"; import {X} from "${quoted(path)}";` });
    const ground = { root: folder, remappings: [], libraryFolders: [join(folder, "lib")], overlays: new Map() };
    await gatherSources([join(folder, "A.sol")], ground, new SourceTexts(), { tables: "old", beforeSix: false });
    expectNoLook();
  });

  it("for remappings and the folders of a project", async () => {
    const folder = workspace({
      "A.sol": 'import "lib/x.sol";',
      "remappings.txt": `lib/=${path}/\n`,
      "foundry.toml": `[profile.default]\nlibs = ["${quoted(path)}"]\nsrc = "${quoted(path)}"\ntest = "${quoted(path)}"\nremappings = ["far/=${quoted(path)}/"]\n`,
      "t/A.t.sol": "contract A { function testA() public {} }",
    });
    const { remappings, libraryFolders } = await readProjectSettings(folder);
    const ground = { root: folder, remappings, libraryFolders, overlays: new Map() };
    await gatherSources([join(folder, "A.sol")], ground, new SourceTexts(), { tables: "old", beforeSix: false });
    await findTestFiles([givenPath(join(folder, "t"))], givenPath(folder));
    await importProposals(`${path.replaceAll("\\", "/")}/`, join(folder, "A.sol"), ground);
    expectNoLook();
  });

  it("for scenarios: includes, keys, contracts, in the editor and in a run", async () => {
    const text = `scenario: S\ninclude: '${path}.chain.yaml'\naccounts:\n  me: { key: '${path}.pem' }\nsteps:\n  - deploy: '${path}.sol:Coin'\n    as: coin\n  - include: '${path}'\n  - call: get\n    on: '0x0000000000000000000000000000000000000001'\n    abi: '${path}'\n`;
    const folder = workspace({ "s.chain.yaml": text });
    const file = join(folder, "s.chain.yaml");
    const asked: string[] = [];
    const read = async (at: string) => {
      asked.push(at);
      return syncFs.existsSync(at) ? syncFs.readFileSync(at, "utf8") : undefined;
    };
    const abiOf = async (at: string) => {
      asked.push(at);
      return undefined;
    };
    const { scenario, complaints } = await examineScenario(file, read);
    expect(complaints.map(({ message }) => message.text)).toContain(
      '"{0}" lies on another computer or is a device. Copy the file to this computer and name the copy.',
    );
    expect(scenario.accounts.map(({ key }) => key)).toEqual([undefined]);
    await problemsOf(text, file, read, abiOf);
    const ground = { read, abiOf, contracts: async () => [], scenarios: async () => [] };
    await factsOf(text, file, read);
    for (let offset = 0; offset < text.length; offset += 7) {
      await hoverAt(text, offset, file, ground);
      await offersAt(text, offset, file, ground);
    }
    expect(asked.filter((each) => each.includes("evil"))).toEqual([]);
    expectNoLook();
  });

  it("for cheat codes", () => {
    const folder = workspace({ "x.txt": "x" });
    const call = { context: { root: folder }, state: { openFiles: new Map() } };
    for (const { signature, run } of fileCheats) {
      if (!signature.includes("(string")) continue;
      expect(() => run(call as never, [path, 1n, false] as never), signature).toThrow("outside of the project");
    }
    expect(looked().filter(leadsAway)).toEqual([]);
  });

  it("for what a launch configuration names", async () => {
    workspace({});
    expect(() => launchedPath(path, ".")).toThrow("another computer");
    expect(() => launchedProject({ folder: path })).toThrow("another computer");
    expect(() => launchedProject({ files: [path] })).toThrow("another computer");
    expect(() => launchedProject({ solc: path })).toThrow("another computer");
    expect(looked().filter(leadsAway)).toEqual([]);
  });

  it("for what an artifact names", async () => {
    const folder = workspace({ "Coin.json": "{}" });
    await loadArtifact(join(folder, "Coin.json")).catch(() => undefined);
    expectNoLook();
  });
});

describe("nobody follows a link to another computer", () => {
  const evil = "//evil/share";
  /** A workspace in which links that a user sent stand beside files, as Windows finds them. */
  function linked(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>>): string {
    const folder = workspace(files);
    for (const [name, target] of Object.entries(links)) {
      syncFs.mkdirSync(dirname(join(folder, name)), { recursive: true });
      syncFs.symlinkSync(target, join(folder, name));
    }
    vi.clearAllMocks();
    return folder;
  }
  const following = [
    ...["access", "stat", "readFile", "open", "readdir", "realpath"].map((name) => Reflect.get(fs, name)),
    ...["accessSync", "statSync", "existsSync", "readFileSync", "openSync", "readdirSync", "realpathSync"].map((name) =>
      Reflect.get(syncFs, name),
    ),
  ];
  /** What was asked about in a way that goes through links: none of it lies at or behind one of these. */
  function expectNotFollowed(folder: string, ...links: string[]): void {
    const asked = following.flatMap((spy) => vi.mocked(spy).mock.calls.map(([path]: unknown[]) => String(path)));
    const below = links.map((link) => join(folder, link));
    expect(asked.filter((path) => below.some((link) => path === link || path.startsWith(`${link}/`)))).toEqual([]);
    expect(asked.filter((path) => path.startsWith(evil))).toEqual([]);
  }
  const plain = { tables: "old", beforeSix: false } as const;

  it("for sources and the folders of libraries", async () => {
    const folder = linked(
      {
        "A.sol": 'import "./B.sol"; import "far/C.sol"; import "pack/D.sol"; import "lib/deep/E.sol";',
        "foundry.toml": '[profile.default]\nlibs = ["lib", "linked"]\nremappings = ["far/=gone/"]\n',
      },
      {
        "B.sol": `${evil}/B.sol`,
        gone: evil,
        "node_modules/pack": evil,
        linked: `${evil}/lib`,
        "lib/deep": "../again",
        again: evil,
      },
    );
    const { remappings, libraryFolders } = await readProjectSettings(folder);
    const ground = { root: folder, remappings, libraryFolders, overlays: new Map() };
    const found = await gatherSources([join(folder, "A.sol")], ground, new SourceTexts(), plain);
    expect([...found.keys()]).toEqual(["A.sol"]);
    await importProposals("gone/", join(folder, "A.sol"), ground);
    expectNotFollowed(folder, "B.sol", "gone", "node_modules/pack", "linked", "lib/deep", "again");
  });

  it("for the configuration of a project", async () => {
    const links = ["foundry.toml", "hardhat.config.ts", "remappings.txt", ".npmrc", "package.json", ".git"];
    const folder = linked(
      { "t/A.t.sol": "contract A { function testA() public {} }" },
      Object.fromEntries(links.map((name) => [name, `${evil}/${name}`])),
    );
    expect((await readProjectSettings(folder)).file).toBeUndefined();
    await findTestFiles([givenPath(join(folder, "t"))], givenPath(folder));
    await readTestConfig(folder);
    expect(await projectNpmrc(folder)).toBeUndefined();
    expect(await workspaceCompiler(folder)).toBeUndefined();
    expectNotFollowed(folder, ...links);
  });

  it("for a compiler in the project", async () => {
    const folder = linked({ "A.sol": "" }, { "node_modules/solc": `${evil}/solc` });
    expect(await workspaceCompiler(folder)).toBeUndefined();
    expectNotFollowed(folder, "node_modules/solc");
  });

  it("for the files of a node", async () => {
    const folder = linked(
      { "node0/config.ini": "[p2p]\nlisten_port=30300\n[cert]\nca_path=./conf\n", "node1/config.ini": "[p2p]\n" },
      {
        "node0/config.genesis": evil,
        "node0/conf": evil,
        "node0/nohup.out": evil,
        "node1/conf/node.nodeid": evil,
        sdk: evil,
      },
    );
    const links = ["node0/config.genesis", "node0/conf", "node0/nohup.out", "node1/conf/node.nodeid", "sdk"];
    const directory = new NodeDirectory();
    await directory.addRoot(folder);
    expect(directory.folders.map(({ name }) => name).sort()).toEqual(["node0", "node1"]);
    await readNodeFolder(join(folder, "node0"));
    await readFolderFacts(join(folder, "node0"));
    await readNeighbours(join(folder, "node0"));
    await importProfile(join(folder, "node0/config.ini"));
    expectNotFollowed(folder, ...links);
  });

  it("for cheat codes", () => {
    const folder = linked({ "x.txt": "x" }, { file: `${evil}/file`, folder: evil });
    const call = { context: { root: folder }, state: { openFiles: new Map() } };
    for (const path of ["file", "folder/file"])
      for (const { signature, run } of fileCheats)
        if (signature.includes("(string"))
          expect(() => run(call as never, [path, 1n, false] as never), signature).toThrow("outside of the project");
    expectNotFollowed(folder, "file", "folder");
  });

  it("but goes the way that links above the folder lead, and those within this computer", async () => {
    const folder = linked(
      { "real/p/A.sol": 'import "./B.sol";', "real/other/C.sol": "" },
      { "real/p/B.sol": "../other/C.sol", seen: "real" },
    );
    const ground = { root: join(folder, "seen/p"), remappings: [], libraryFolders: [], overlays: new Map() };
    const found = await gatherSources([join(folder, "seen/p/A.sol")], ground, new SourceTexts(), plain);
    expect([...found.keys()]).toEqual(["A.sol", "B.sol"]);
  });
});

it("what the person names may lie anywhere", () => {
  expect(givenPath(String.raw`\\server\share\Coin.sol`)).toBe(String.raw`\\server\share\Coin.sol`);
});
