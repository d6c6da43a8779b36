import { createHash } from "node:crypto";
import { deployableCode, neededLibraries } from "../../../chain/artifact/readArtifact";
import { libraryStands } from "../../../chain/artifact/standingLibrary";
import type { Address } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { LoadedArtifact } from "../../state/contracts/artifacts";

/** Libraries inside libraries are followed this far. */
const deepest = 8;

/** Tells code apart: the same key is the same linked creation code, constructor arguments aside. */
export const codeKey = (creationCode: string): string =>
  createHash("sha256").update(creationCode.replace(/^0x/, "").toLowerCase()).digest("hex");

/** The contract of a name that the workspace compiles; undefined where there is none or several. */
async function compiledOne(app: Chainside, group: ChainGroup, name: string): Promise<LoadedArtifact | undefined> {
  const found = (await app.artifacts.list()).filter((each) => each.deployable && each.name === name);
  const [only] = found;
  return only && found.length === 1 ? app.artifacts.read(only.uri, group) : undefined;
}

async function sameLibrary(
  app: Chainside,
  group: ChainGroup,
  name: string,
  depth: number,
): Promise<Address | undefined> {
  const known = app.knownContracts.list(group).filter((each) => each.name === name || each.code !== undefined);
  if (known.length === 0 || depth > deepest) return undefined;
  const loaded = await compiledOne(app, group, name);
  if (!loaded) return undefined;
  const { artifact } = loaded;
  const suite = group.session.suite.name;
  const inner: Record<string, Address> = {};
  for (const each of neededLibraries(artifact, suite)) {
    const address = await sameLibrary(app, group, each, depth + 1);
    if (!address) return undefined;
    inner[each] = address;
  }
  const creation = deployableCode(artifact, suite, inner);
  const key = codeKey(creation);
  for (const { code, address } of known) {
    if (code === key && (await libraryStands(group.session.client, address, creation))) return address;
  }
  return undefined;
}

/**
 * Where a library stands that was deployed on this chain from the code that the workspace compiles it to now: once is enough for each chain
 * and code. Undefined where it has to be deployed, or no one can tell.
 */
export async function deployedLibrary(app: Chainside, group: ChainGroup, name: string): Promise<Address | undefined> {
  try {
    return await sameLibrary(app, group, name, 0);
  } catch (error) {
    // what doesn't compile can't be compared
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/** Fills in the libraries that no one named and that stand on this chain already. */
export async function withDeployedLibraries(
  app: Chainside,
  group: ChainGroup,
  { artifact }: LoadedArtifact,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const libraries: Record<string, string> = { ...given };
  for (const name of neededLibraries(artifact, group.session.suite.name)) {
    if ((libraries[name] ?? "").trim() !== "") continue;
    const address = await deployedLibrary(app, group, name);
    if (address) libraries[name] = address;
  }
  return libraries;
}
