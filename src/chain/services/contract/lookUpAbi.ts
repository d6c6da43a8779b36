import { type Address, charactersOfHex, isAddress } from "../../../crypto/bytes/hex";
import type { CryptoSuite } from "../../../crypto/cryptoSuite";
import { cryptoSuite } from "../../../crypto/suites";
import { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import { unknownToNode } from "../../../errors/nodeError";
import { interfaceOfCode } from "../../abi/codeSuite";
import { type ContractInterface, contractInterface, parseAbi } from "../../abi/contractInterface";
import { precompiledAt, precompiledContracts, precompiledInterface } from "../../abi/precompiledContracts";
import type { PrecompiledName } from "../../abi/precompiledNames";
import { type SourceNotes, withNotes } from "../../artifact/sourceNotes";
import type { RequestOptions } from "../../client/client";
import type { ContractProxy } from "../../proxy/contractProxy";
import { codeOf, contractTitle, isExtended } from "../../proxy/contractProxy";
import { recognizeProxy } from "../../proxy/recognizeProxy";
import { facetsNow, type Version, versionsAt, versionsOf } from "../../proxy/versions";
import { getABI, getCode } from "../../rpc/contractCode";
import type { ChainSession } from "../../session";
import { absoluteBfsPath } from "../bfs/bfsPath";
import { type FoundBy, readLinkWithAbi, resolveAddress } from "../bfs/readLink";
import { committeeContracts } from "../governance/committee";

type AbiSource =
  /** Known to the caller, which looks before the chain is asked. */
  | { readonly kind: "own" }
  /** Kept on the chain with the deployment. */
  | { readonly kind: "chain" }
  | { readonly kind: "link"; readonly path: string }
  | { readonly kind: "builtin"; readonly name: PrecompiledName };

/** An ABI as its owner has it. */
export interface KnownAbi {
  /** Of the contract, for people. */
  readonly name: string;
  readonly abi: string | readonly unknown[];
  /** What its source says beyond it. */
  readonly notes?: SourceNotes | undefined;
}

export interface FoundAbi extends KnownAbi {
  readonly source: AbiSource;
  /** How people see it: the name, of a proxy with that of what runs behind it. Empty where nothing names it. */
  readonly title: string;
  /** The contract is a proxy: `abi` has the functions of what runs behind it as well. */
  readonly proxy?: ContractProxy;
  /** What the caller calls the contract behind it. */
  readonly implementationName?: string;
}

/** The contracts that the caller knows. */
export type OwnAbis = (address: Address) => KnownAbi | undefined;

/** The same, where it has to be found out first. */
type AskedAbis = (address: Address) => KnownAbi | undefined | Promise<KnownAbi | undefined>;

/** Every table is an account whose code names the logic behind it, as text (docs/protocol/precompiled-contracts.md, "Tables"). */
const logicNames: Readonly<Record<string, PrecompiledName>> = {
  "1001": "Table",
  "1009": "KVTable",
  "10004": "Account",
};

/** Bytes of code that tell the logic: the mark and a number of up to 64 digits. */
const logicLength = 96;

/**
 * Built-in contract behind an address that is only known on this chain: the committee's contracts, a table, an account. `code` is what
 * stands there.
 */
async function dynamicPrecompiled(
  session: ChainSession,
  address: Address,
  code: string,
  options?: RequestOptions,
): Promise<PrecompiledName | undefined> {
  if (code.length <= 2) return undefined;
  const text = charactersOfHex(code.slice(2, 2 + 2 * logicLength));
  const logic = /^\[PRECOMPILED\],([0-9a-f]{1,64}),/.exec(text)?.[1];
  if (logic !== undefined) return logicNames[BigInt(`0x${logic}`).toString(16)];
  const committee = await committeeContracts(session, options).catch(() => undefined);
  if (committee?.committee.toLowerCase() === address) return "Committee";
  return committee?.proposalManager.toLowerCase() === address ? "ProposalManager" : undefined;
}

/** The built-in contract behind an address: one with a fixed address, or one that is only known on this chain. */
export const precompiledBehind = async (
  session: ChainSession,
  address: Address,
  options?: RequestOptions,
): Promise<PrecompiledName | undefined> =>
  precompiledAt(address) ??
  dynamicPrecompiled(session, address, await getCode(session.client, address, options), options);

/**
 * The interface of a contract on the chain, under the suite that its code was compiled for. A built-in contract has no code to ask for.
 * @param code what `getCode` gave to the caller before
 * @throws ChainError usage `abi…` for what is no ABI; and what a request throws.
 */
export async function contractInterfaceAt(
  session: ChainSession,
  address: Address,
  abi: string | readonly unknown[],
  options?: RequestOptions & { readonly code?: string | undefined; readonly isPart?: boolean },
): Promise<ContractInterface> {
  const code = precompiledAt(address) ? "" : (options?.code ?? (await getCode(session.client, address, options)));
  return interfaceOfCode(abi, session.suite, code, options?.isPart);
}

/** Whether there is something in an ABI of the chain or of a link: it may be any text. */
function tells(abi: string, suite: CryptoSuite): boolean {
  if (abi.trim() === "") return false;
  try {
    const { functions, events } = contractInterface(abi, suite);
    return functions.length + events.length > 0;
  } catch (error) {
    if (error instanceof ChainError && error.kind === "usage") return false;
    throw error;
  }
}

/** The ABI text that the chain keeps with a contract; empty where it keeps none, or refuses to say. */
const keptAbi = async (session: ChainSession, address: Address, options?: RequestOptions): Promise<string> =>
  (await getABI(session.client, address, options).catch(unknownToNode)) ?? "";

/** Whether the chain keeps an ABI with a contract. @throws ChainError what a request throws */
export const keepsAbi = async (session: ChainSession, address: Address, options?: RequestOptions): Promise<boolean> =>
  tells(await keptAbi(session, address, options), session.suite);

interface LookUpOptions extends RequestOptions {
  /** A proxy is read by the code that it ran in this block, where its events tell. */
  readonly block?: number | undefined;
  /** A proxy is read by all code that it ran since it is there, as far as its events tell; `versions` has that of each. */
  readonly sinceBegun?: boolean | undefined;
}

/** What was found for a target. */
interface Finding {
  readonly address: Address;
  /** Where it was named by a path. */
  readonly foundBy?: FoundBy;
  /** Undefined when the ABI is unknown. */
  readonly found: FoundAbi | undefined;
  /** Where it had to be asked for: the code that the functions of `found` are looked up in, of a proxy what runs behind it. */
  readonly code?: string;
  /** Also where no ABI is known. */
  readonly proxy?: ContractProxy;
  /** It is a proxy, and the chain doesn't show whose code it runs. */
  readonly runsUnknownCode?: true;
  /** Where `sinceBegun` is asked for, the oldest first; none where nothing says that it ever ran another code. */
  readonly versions?: readonly AbiVersion[];
}

/** The ABI of a proxy from a block on. */
interface AbiVersion {
  readonly from: number;
  /** Whose code ran: none where nothing tells it, several of a diamond. */
  readonly implementations: readonly Address[];
  readonly abi: readonly unknown[];
}

/** The ABI of the contract itself, whatever runs behind it. */
async function findItsAbi(
  session: ChainSession,
  target: string,
  own?: AskedAbis,
  options?: RequestOptions,
): Promise<Finding> {
  const { suite } = session;
  const { address, ...led } = await resolveAddress(session, target, options);
  const path = isAddress(target.trim()) ? undefined : absoluteBfsPath(target);
  const as = (abi: FoundAbi["abi"], source: AbiSource, name = path ?? "") => ({
    address,
    ...led,
    found: { name, title: name, abi, source },
  });
  const known = await own?.(address);
  if (known) return { address, ...led, found: { ...known, title: known.name, source: { kind: "own" } } };
  const fixed = precompiledAt(address);
  const kept = fixed ? "" : await keptAbi(session, address, options);
  if (tells(kept, suite)) return as(kept, { kind: "chain" });
  if (path !== undefined) {
    const linked = (await readLinkWithAbi(session, path, options))?.abi ?? "";
    if (tells(linked, suite)) return as(linked, { kind: "link", path });
  }
  if (fixed) return as(precompiledContracts[fixed].abi, { kind: "builtin", name: fixed }, fixed);
  const code = await getCode(session.client, address, options);
  const name = await dynamicPrecompiled(session, address, code, options);
  if (!name) return { address, ...led, found: undefined, code };
  return { ...as(precompiledContracts[name].abi, { kind: "builtin", name }, path ?? name), code };
}

/** An ABI that is joined with others. */
interface JoinedAbi {
  readonly abi: KnownAbi["abi"];
  /** Whether it has a function; all of them where this is left out. */
  readonly has?: (entry: unknown) => boolean;
}

/** Types of parameters, and whether a topic has them. */
function typesOf(list: unknown, names: boolean): unknown {
  if (!Array.isArray(list)) return [];
  return list.map((each: Record<string, unknown> | null) => [
    each?.["type"],
    each?.["indexed"] === true,
    typesOf(each?.["components"], names),
    ...(names ? [each?.["name"] ?? ""] : []),
  ]);
}

/** Entries of one key read the same call, event or error; `named` keeps those apart that give it other names or results. */
function keyOf(entry: unknown, named: boolean): string {
  const { type = "function", name = "", inputs, outputs, anonymous = false } = entry as Record<string, unknown>;
  if (type === "constructor") return type;
  return JSON.stringify([type, name, typesOf(inputs, named), ...(named ? [typesOf(outputs, true), anonymous] : [])]);
}

/** Entries of several ABIs, each once by its key ({@link keyOf}): that of the first which has it. */
function joinedAbi(abis: readonly JoinedAbi[], named = false): readonly unknown[] {
  const entries = new Map<string, unknown>();
  for (const { abi, has } of abis)
    for (const entry of parseAbi(abi)) {
      if (has && !has(entry)) continue;
      const key = keyOf(entry, named);
      if (!entries.has(key)) entries.set(key, entry);
    }
  return [...entries.values()];
}

/** So many versions of a contract are asked about. */
const maxVersions = 50;

interface RunningVersion extends Version, Pick<ContractProxy, "extensions"> {}

/** Code that a proxy runs, or ran. */
interface CodeBehind {
  /** None where other code ran in the block that is meant, and nothing tells which. */
  readonly addresses: readonly Address[];
  /** The facets of a diamond, by selector. */
  readonly facetOf?: ReadonlyMap<string, Address> | undefined;
  /** Functions that `facetOf` doesn't have aren't there. */
  readonly isWhole?: boolean;
  readonly versions?: readonly RunningVersion[];
}

/** Code that runs on the same storage where an implementation ran, for the functions that it doesn't have. */
async function extensionsOf(
  { client, suite }: ChainSession,
  implementation: Address,
  options?: RequestOptions,
): Promise<readonly Address[]> {
  const reading = await recognizeProxy(client, suite, implementation, options);
  return reading.kind === "proxy" && isExtended(reading.proxy) ? reading.proxy.implementations : [];
}

/** Versions, each with what its code passed on to. */
const withExtensions = (session: ChainSession, versions: readonly Version[], options?: RequestOptions) =>
  Promise.all(
    versions.map(async (version): Promise<RunningVersion> => {
      const extensions = await Promise.all(version.implementations.map((each) => extensionsOf(session, each, options)));
      return { ...version, extensions: extensions.flat() };
    }),
  );

const unique = (addresses: readonly Address[]): readonly Address[] => [...new Set(addresses)].slice(0, maxVersions);

/** Whose code a proxy runs, or ran in the block that is meant. */
async function behindProxy(
  session: ChainSession,
  address: Address,
  proxy: ContractProxy,
  { block, sinceBegun, ...options }: LookUpOptions,
): Promise<CodeBehind> {
  const { client, suite } = session;
  const implementations = codeOf(proxy);
  const isDiamond = proxy.kind === "diamond";
  if (!sinceBegun && block === undefined) {
    if (!isDiamond) return { addresses: implementations };
    const listed = await facetsNow(client, suite, address, options);
    if (listed) return { addresses: implementations, facetOf: listed, isWhole: true };
    const last = (await versionsOf(client, suite, address, proxy, options)).at(-1);
    return { addresses: implementations, facetOf: last?.facetOf };
  }
  const known = await versionsOf(client, suite, address, proxy, options);
  const all = (versions: readonly RunningVersion[]) => [...implementations, ...versions.toReversed().flatMap(codeOf)];
  const meant = block === undefined || sinceBegun ? known.slice(-maxVersions) : versionsAt(known, block);
  const versions = isDiamond ? meant : await withExtensions(session, meant, options);
  if (sinceBegun) return { addresses: unique(all(versions)), versions };
  const ran = versions.flatMap(codeOf);
  // Facets that no cut tells of may have been there, too.
  if (isDiamond) return { addresses: unique([...ran, ...all(known)]), facetOf: versions[0]?.facetOf };
  return { addresses: known.length === 0 ? implementations : unique(ran) };
}

/** Whether a diamond takes a function of an ABI from a facet. */
function takesFrom(
  facet: Address,
  facetOf: ReadonlyMap<string, Address>,
  isWhole: boolean,
): (entry: unknown) => boolean {
  return (entry) => {
    const { type = "function" } = entry as { type?: string };
    if (type !== "function") return true;
    const selectors = (["standard", "sm"] as const).flatMap(
      (name) => contractInterface([entry], cryptoSuite(name)).functions[0]?.selector ?? [],
    );
    const takers = selectors.flatMap((selector) => facetOf.get(selector) ?? []);
    return takers.length === 0 ? !isWhole : takers.includes(facet);
  };
}

/**
 * Finds the ABI of a contract, by address or BFS path: what the caller knows, what the chain keeps, the link, built-in contracts. Of a
 * proxy, together with that of the contract behind it.
 * @throws ChainError usage `badTarget`, `notALink`; and what a request throws.
 */
export async function findAbi(
  session: ChainSession,
  target: string,
  own?: AskedAbis,
  { block, sinceBegun, ...options }: LookUpOptions = {},
): Promise<Finding> {
  const itself = await findItsAbi(session, target, own, options);
  const { address, foundBy, found } = itself;
  const led = foundBy ? { foundBy } : {};
  if (found?.source.kind === "builtin") return itself;
  const code = itself.code ?? (await getCode(session.client, address, options));
  const reading = await recognizeProxy(session.client, session.suite, address, { ...options, code });
  if (reading.kind === "none") return { ...itself, code };
  if (reading.kind === "unreadable") return { ...itself, code, runsUnknownCode: true };
  const running = await behindProxy(session, address, reading.proxy, { ...options, block, sinceBegun });
  const { addresses, versions } = running;
  const proxy = block === undefined ? reading.proxy : runningThen(reading.proxy, addresses);
  const behind = await Promise.all(addresses.map((each) => findItsAbi(session, each, own, options)));
  const known = behind.flatMap((each) => each.found ?? []);
  const [first] = known;
  const nameOf = (of: Address) => behind.find((each) => each.address === of)?.found?.name;
  // What ran in a block of the past is said, also where nothing reads it.
  const unread: AbiSource | undefined = block === undefined ? undefined : { kind: "chain" };
  const { name = "", source = first?.source ?? unread, ...rest } = found ?? {};
  if (!source) return { ...itself, code, proxy };
  const notes = first?.notes ?? found?.notes;
  const named = first?.name ? { implementationName: first.name } : {};
  /** The ABIs behind it, and then its own. */
  const abisOf = ({ addresses: of, facetOf, isWhole = false }: CodeBehind): readonly JoinedAbi[] => [
    ...of.flatMap((each) => {
      const abi = behind.find(({ address: at }) => at === each)?.found?.abi;
      return abi ? [{ abi, ...(facetOf ? { has: takesFrom(each, facetOf, isWhole) } : {}) }] : [];
    }),
    ...(found ? [found] : []),
  ];
  return {
    address,
    ...led,
    proxy,
    found: {
      ...rest,
      name,
      title: contractTitle({ name, address }, proxy, nameOf),
      source,
      abi: first
        ? joinedAbi(sinceBegun ? abisOf(running).toReversed() : abisOf(running), sinceBegun)
        : (found?.abi ?? []),
      proxy,
      ...named,
      ...(notes ? { notes } : {}),
    },
    ...(versions
      ? {
          versions: versions.map((version) => ({
            from: version.from,
            implementations: version.implementations,
            abi: joinedAbi(abisOf({ addresses: codeOf(version), facetOf: version.facetOf })),
          })),
        }
      : {}),
    code: first ? (behind[0]?.code ?? (await getCode(session.client, behind[0]?.address ?? address, options))) : code,
  };
}

/** Of a proxy with one implementation, the one of the block that was asked for. */
const runningThen = (proxy: ContractProxy, [first]: readonly Address[]): ContractProxy =>
  proxy.implementations.length > 1 ? proxy : { ...proxy, implementations: first ? [first] : [] };

/** A contract as far as it is known. */
interface LookedUp {
  readonly address: Address;
  readonly foundBy?: FoundBy;
  /** Undefined where it is unknown. */
  readonly abi?: ContractInterface;
  readonly source?: AbiSource;
  /** Empty where nothing names it. */
  readonly title: string;
  readonly proxy?: ContractProxy;
  readonly runsUnknownCode?: true;
}

/**
 * The same as an interface, under the suite of the contract's code, with names of enum members and comments where sources tell.
 * @throws as {@link findAbi}.
 */
export async function lookUpAbi(
  session: ChainSession,
  target: string,
  options?: LookUpOptions,
  own?: OwnAbis,
): Promise<LookedUp> {
  const { address, foundBy, found, code, proxy, runsUnknownCode } = await findAbi(session, target, own, options);
  const known = {
    address,
    ...(foundBy ? { foundBy } : {}),
    title: found?.title ?? "",
    ...(proxy ? { proxy } : {}),
    ...(runsUnknownCode ? { runsUnknownCode } : {}),
  };
  if (!found) return known;
  const { abi, notes, source } = found;
  if (source.kind === "builtin") return { ...known, source, abi: precompiledInterface(source.name, session.suite) };
  return {
    ...known,
    source,
    abi: await contractInterfaceAt(session, address, withNotes(abi, notes), {
      ...options,
      code,
      isPart: runsUnknownCode ?? false,
    }),
  };
}

/** A contract whose functions have to be known, and aren't. */
export const abiUnknown = (target: string, { runsUnknownCode }: Pick<Finding, "runsUnknownCode">): ChainError =>
  clientError(runsUnknownCode ? "noAbiOfProxy" : "noAbi", { target });
