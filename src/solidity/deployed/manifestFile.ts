import { createHash } from "node:crypto";
import { closeSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { proxyTitle } from "../../chain/proxy/contractProxy";
import {
  type ProxyRecords,
  type ProxyStep,
  type RecordedChain,
  type RecordedOutcome,
  stepOf,
} from "../../chain/proxy/proxyRecord";
import type { Address, Hex } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { wouldLieWithin } from "../../files/liesWithin";
import { namedPath } from "../../files/namedPath";
import { maxBytes, readRegularText } from "../../files/regularFile";
import { userCache } from "../../files/userFolders";
import { writeWholeFileSync } from "../../files/wholeFile";
import { lockFile } from "../../processes/exclusive/systemLock";
import { phrase } from "../../text/catalogue";
import { fileAndName } from "../../text/sourceNames";
import { codeOfThrown, thrownText } from "../../text/thrownText";
import { OneByOne } from "../../time/inParallel";
import { waitUntil } from "../../time/waitUntil";
import type { CompiledContract } from "../artifact/compiledProject";
import {
  chainIn,
  emptyManifest,
  manifestAfter,
  manifestText,
  type ProxyManifest,
  readManifest,
  WrongManifest,
} from "./proxyManifest";

/** Where a project keeps what is known of its proxies, as its sources are kept. */
export const manifestName = ".chainside/proxies.json";

const lockWait = { stepMs: 50, limitMs: 10_000 };
const writing = new OneByOne();

/**
 * Reads the manifest of a project; an empty one where there is none.
 * @param root of the project, absolute
 * @throws ChainError usage `proxyRecordsWrong`
 */
export async function readManifestIn(root: string): Promise<ProxyManifest> {
  try {
    const path = namedPath(manifestName, root);
    // The folder may be a link to anywhere.
    if (!path || !(await wouldLieWithin(root, path))) throw new WrongManifest(phrase("it lies outside the project"));
    return readManifest(await readRegularText(path, maxBytes.configuration));
  } catch (cause) {
    if (codeOfThrown(cause) === "ENOENT") return emptyManifest;
    throw clientError("proxyRecordsWrong", { file: manifestName, reason: thrownText(cause) }, { cause });
  }
}

/** What is kept of a source's code on a chain. @throws ChainError usage `proxyRecordsWrong` */
export async function proxyRecords(root: string, chain: RecordedChain, source: string): Promise<ProxyRecords> {
  const known = chainIn(await readManifestIn(root), chain);
  return {
    file: manifestName,
    implementations: Object.entries(known?.implementations ?? {})
      .filter(([, each]) => each.source === source)
      .map(([address]) => address as Address),
    chain,
    pending: known?.pending ?? [],
  };
}

/** Proxies of a contract by its name, as its source has it. @throws ChainError usage `proxyRecordsWrong` */
export async function proxiesNamed(root: string, chain: RecordedChain, name: string): Promise<readonly Address[]> {
  const known = chainIn(await readManifestIn(root), chain);
  return Object.entries(known?.proxies ?? {}).flatMap(([address, { implementation }]) => {
    const source = known?.implementations[implementation.toLowerCase() as Address]?.source ?? "";
    return fileAndName(source).name === name ? [address as Address] : [];
  });
}

/** Addresses of a chain's proxies and implementations with their contracts' names. @throws ChainError usage `proxyRecordsWrong` */
export async function contractNames(root: string, chain: RecordedChain): Promise<(readonly [string, string])[]> {
  const known = chainIn(await readManifestIn(root), chain);
  const nameOf = (implementation: string) =>
    fileAndName(known?.implementations[implementation.toLowerCase() as Address]?.source ?? "").name ?? "";
  const proxies = Object.entries(known?.proxies ?? {}).map(([address, { implementation }]) => {
    const name = nameOf(implementation);
    return [address, name && proxyTitle(name, name)] as const;
  });
  const implementations = Object.keys(known?.implementations ?? {}).map((each) => [each, nameOf(each)] as const);
  return [...implementations, ...proxies].filter(([, name]) => name !== "");
}

/**
 * Writes down what became of a transaction that a project keeps as signed: of others, nothing.
 * @throws ChainError usage `proxyRecordsWrong`; the system's error
 */
export async function keepProxyOutcome(
  root: string,
  chain: RecordedChain,
  transaction: Hex,
  outcome: RecordedOutcome,
): Promise<void> {
  const pending = chainIn(await readManifestIn(root), chain)?.pending.find((each) => each.transaction === transaction);
  if (pending) await keepProxyStep(root, stepOf(chain, pending, outcome), undefined);
}

/** Programs take turns; where a system has no locks, those of one process do. */
async function inTurn<Result>(root: string, work: () => Promise<Result>): Promise<Result> {
  const folder = join(userCache(), "locks");
  mkdirSync(folder, { recursive: true });
  const name = createHash("sha256").update(root).digest("hex").slice(0, 32);
  const lock = await waitUntil(async () => {
    const attempt = lockFile(join(folder, name));
    return attempt === "busy" ? undefined : attempt;
  }, lockWait);
  if (!lock)
    throw clientError("proxyRecordsWrong", { file: manifestName, reason: phrase("another program writes to it") });
  try {
    return await work();
  } finally {
    if (lock !== "unavailable") closeSync(lock.file);
  }
}

/** What code was compiled from, and where it keeps its variables. */
export type CompiledSource = Pick<CompiledContract, "name" | "sourceName" | "storageLayout"> & {
  readonly compiler: string;
};

/**
 * Writes a step down: the file is whole whenever the program or the machine stops.
 * @param compiled what the code of the step was compiled from
 * @throws ChainError usage `proxyRecordsWrong`; the system's error
 */
export function keepProxyStep(root: string, step: ProxyStep, compiled: CompiledSource | undefined): Promise<void> {
  const { name, sourceName, storageLayout: layout, compiler } = compiled ?? {};
  const known = layout && { source: `${sourceName}:${name}`, compiler: compiler ?? "", layout };
  return writing.run(() =>
    inTurn(root, async () => {
      const manifest = manifestAfter(await readManifestIn(root), step, known);
      const place = join(root, manifestName);
      mkdirSync(dirname(place), { recursive: true });
      writeWholeFileSync(place, manifestText(manifest));
    }),
  );
}
