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

/** A folder beside this file, where its packages can be installed. */
function laidOut(name: string): string {
  const folder = join(kept, name);
  mkdirSync(home, { recursive: true });
  cpSync(join(import.meta.dirname, name), folder, { recursive: true });
  return folder;
}

/** @throws Error when npm can't */
export async function javascriptTools(): Promise<string> {
  const folder = laidOut("javascript");
  await npmPackages("out/test/web3/javascript");
  writeFileSync(artifactFile, JSON.stringify(boxArtifact()));
  return folder;
}

export const artifactFile = join(kept, "Box.json");

/** The folder of the packages. @throws Error when pip can't */
export async function pythonTools(): Promise<string> {
  mkdirSync(home, { recursive: true });
  writeFileSync(artifactFile, JSON.stringify(boxArtifact()));
  return pythonPackages(...pythonVersions());
}

const pythonVersions = (): string[] =>
  readFileSync(join(import.meta.dirname, "python/requirements.txt"), "utf8")
    .trim()
    .split("\n");

/** Foundry's project, and its programs. @throws Error when npm can't, or has none for this system */
export async function foundry(): Promise<{ project: string; program(name: "cast" | "forge"): string }> {
  const modules = join(await javascriptTools(), "node_modules/@foundry-rs");
  const project = laidOut("foundry");
  mkdirSync(join(project, "src"), { recursive: true });
  cpSync(contract, join(project, "src/Box.sol"));
  const system = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  return { project, program: (name) => join(modules, `${name}-${system}`, "bin", name) };
}

/** Hardhat's project. @throws Error when npm can't */
export async function hardhat(): Promise<string> {
  const project = laidOut("hardhat");
  cpSync(contract, join(project, "contracts/Box.sol"));
  await npmPackages("out/test/web3/hardhat");
  return project;
}

/** The version that is pinned here. */
export function pinned(folder: "javascript" | "hardhat" | "python", name: string): string {
  if (folder === "python")
    return (
      pythonVersions()
        .find((each) => each.startsWith(`${name}==`))
        ?.split("==")[1] ?? ""
    );
  const text = readFileSync(join(import.meta.dirname, folder, "package.json"), "utf8");
  return (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies[name] ?? "";
}
