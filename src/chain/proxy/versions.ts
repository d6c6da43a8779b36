import { type Address, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { type AbiValue, decodeParameters } from "../abi/abiDecoder";
import { readParameters } from "../abi/abiType";
import { selectorOf } from "../abi/selector";
import type { ChainClient, RequestOptions } from "../client/client";
import type { ContractProxy } from "./contractProxy";
import { outputOf, suitesOn } from "./recognizeProxy";
import { type Cut, facetsAfter, proxyEvents, type Upgrade, upgradesOf } from "./upgrades";

/** Whose code a proxy runs from a block on, until the next version. */
export interface Version {
  readonly from: number;
  /** None where nothing tells it; of a diamond the facets, that of the last cut first. */
  readonly implementations: readonly Address[];
  /** Of a diamond: the facet of each selector, as far as cuts tell. */
  readonly facetOf?: ReadonlyMap<string, Address>;
}

/**
 * The versions of a proxy as its events and those of its beacons tell, the oldest first; none where nothing says that it ever ran another
 * code. Versions of one block all ran in it.
 * @throws ChainError cancelled
 */
export async function versionsOf(
  client: ChainClient,
  suite: CryptoSuite,
  address: Address,
  { kind, beacon, implementations }: ContractProxy,
  options?: RequestOptions,
): Promise<readonly Version[]> {
  if (kind === "clone") return [];
  const { upgrades, cuts } = await proxyEvents(client, suite, address, options);
  if (kind === "diamond") return cutVersions(cuts);
  const pointed = upgrades.filter(({ isBeacon }) => isBeacon);
  const beacons = pointed.length === 0 && beacon ? [{ block: 0, target: beacon }] : pointed;
  if (beacons.length === 0) return upgrades.map(versionOf);
  const versions = beacons.map(async ({ block: from, target }, place) => {
    const until = beacons[place + 1]?.block ?? Number.POSITIVE_INFINITY;
    const own = (await upgradesOf(client, suite, target, options)).filter(({ isBeacon }) => !isBeacon);
    const before = own.findLast(({ block }) => block <= from);
    // Beacons of OpenZeppelin 4 report later code alone: where there was none, it is the code of now.
    const isUnchanged = own.length === 0 && place === beacons.length - 1;
    const first = before ? [before.target] : isUnchanged ? implementations : [];
    const later = own.filter(({ block }) => block > from && block < until).map(versionOf);
    return first.length === 0 && from === 0 ? later : [{ from, implementations: first }, ...later];
  });
  return (await Promise.all(versions)).flat();
}

const versionOf = ({ block, target }: Upgrade): Version => ({ from: block, implementations: [target] });

function cutVersions(cuts: readonly Cut[]): readonly Version[] {
  let facets: readonly Address[] = [];
  let facetOf: ReadonlyMap<string, Address> = new Map();
  const versions = new Map<number, Version>();
  for (const cut of cuts) {
    const { block, facet } = cut;
    facetOf = facetsAfter([cut], facetOf);
    if (facet) facets = [facet, ...facets.filter((each) => each !== facet)];
    versions.set(block, { from: block, implementations: facets, facetOf });
  }
  return [...versions.values()];
}

/** The versions that ran in a block, the latest first: several in the block of an upgrade. None where only later ones are known. */
export function versionsAt<Each extends Pick<Version, "from">>(
  versions: readonly Each[],
  block: number,
): readonly Each[] {
  const within = versions.filter(({ from }) => from === block).reverse();
  const before = versions.findLast(({ from }) => from < block);
  return [...within, ...(before ? [before] : [])];
}

const facetsParameters = readParameters(
  [
    {
      name: "",
      type: "tuple[]",
      components: [
        { name: "facet", type: "address" },
        { name: "selectors", type: "bytes4[]" },
      ],
    },
  ],
  "facets()",
);

/** The facet of each selector as the loupe of a diamond lists them (EIP-2535); undefined where it doesn't. */
export async function facetsNow(
  client: ChainClient,
  suite: CryptoSuite,
  diamond: Address,
  options?: RequestOptions,
): Promise<ReadonlyMap<string, Address> | undefined> {
  for (const each of suitesOn(suite)) {
    const output = await outputOf(client, diamond, selectorOf(each, "facets()"), options);
    try {
      const [facets] = output ? decodeParameters(facetsParameters, hexToBytes(output)) : [];
      const listed = (facets as AbiValue[] | undefined)?.flatMap((facet) => {
        const [address, selectors] = Object.values(facet as object) as [string, readonly string[]];
        return selectors.map((selector) => [selector.toLowerCase(), address.toLowerCase() as Address] as const);
      });
      if (listed && listed.length > 0) return new Map(listed);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}
