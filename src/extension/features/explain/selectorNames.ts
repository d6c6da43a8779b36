import type { DecodedValue } from "../../../chain/abi/abiDecoder";
import { type ContractInterface, contractInterface } from "../../../chain/abi/contractInterface";
import { precompiledContracts, precompiledInterface } from "../../../chain/abi/precompiledContracts";
import type { PrecompiledName } from "../../../chain/abi/precompiledNames";
import type { Hex } from "../../../crypto/bytes/hex";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** A function, error or event of a contract that is known. */
interface SelectorName {
  readonly contract: string;
  readonly signature: string;
}

interface NamedInterface {
  readonly name: string;
  readonly abi: ContractInterface;
}

/** The contracts known of a group, then the built-in ones. */
function knownInterfaces(app: Chainside, group: ChainGroup): NamedInterface[] {
  const { suite } = group.session;
  return [
    ...app.knownContracts.list(group).map(({ name, abi }) => ({ name, abi: contractInterface(abi, suite) })),
    ...(Object.keys(precompiledContracts) as PrecompiledName[]).map((name) => ({
      name,
      abi: precompiledInterface(name, suite),
    })),
  ];
}

/** A workspace with more compiled contracts is not searched through for one word. */
const maxArtifacts = 1000;

/** The compiled contracts of the workspace; each is read from its file. One that cannot be read is left out. */
async function compiledInterfaces(app: Chainside, group: ChainGroup): Promise<NamedInterface[]> {
  const artifacts = (await app.artifacts.list()).slice(0, maxArtifacts);
  const read = await Promise.all(
    artifacts.map(async ({ uri, name }) => {
      try {
        const artifact = await app.artifacts.readKnown(uri);
        return artifact ? [{ name, abi: contractInterface(artifact.abi, group.session.suite) }] : [];
      } catch (error) {
        app.errors.log(error);
        return [];
      }
    }),
  );
  return read.flat();
}

function namesIn(contracts: readonly NamedInterface[], hex: string): SelectorName[] {
  const wanted = hex.toLowerCase();
  return contracts.flatMap(({ name, abi }) => [
    ...[...abi.functions, ...abi.errors]
      .filter(({ selector }) => selector === wanted)
      .map(({ signature }) => ({ contract: name, signature })),
    ...abi.events.filter(({ topic }) => topic === wanted).map(({ signature }) => ({ contract: name, signature })),
  ]);
}

/** What a selector (4 bytes) or an event's topic (32 bytes) stands for in the contracts known of a group and the built-in ones. */
export function selectorNames(app: Chainside, group: ChainGroup, hex: string): SelectorName[] {
  return namesIn(knownInterfaces(app, group), hex);
}

/** The same, and where these do not have it, in the compiled contracts of the workspace. */
export async function anySelectorNames(app: Chainside, group: ChainGroup, hex: string): Promise<SelectorName[]> {
  const known = selectorNames(app, group, hex);
  return known.length > 0 ? known : distinct(namesIn(await compiledInterfaces(app, group), hex));
}

const distinct = (names: readonly SelectorName[]): SelectorName[] => [
  ...new Map(names.map((each) => [`${each.contract} ${each.signature}`, each])).values(),
];

/** A call or an error of a contract with its values. */
interface DecodedData {
  readonly contract: string;
  readonly kind: "call" | "error";
  readonly name: string;
  readonly signature: string;
  readonly arguments: readonly DecodedValue[];
}

function decodedBy({ name: contract, abi }: NamedInterface, data: Hex): DecodedData[] {
  const call = abi.decodeCall(data);
  if (call) return [{ contract, ...call, kind: "call" }];
  const error = abi.decodeRevert(data);
  return error.kind === "custom" ? [{ contract, ...error, kind: "error" }] : [];
}

const distinctData = (all: readonly DecodedData[]): DecodedData[] => [
  ...new Map(all.toReversed().map((each) => [`${each.kind} ${each.signature}`, each])).values(),
];

/**
 * What a selector with values behind it says: the input of a call, or a contract's own error. Several where contracts have different ones
 * of that selector, each with the first contract that knows it; none where no contract does.
 */
export async function decodeData(app: Chainside, group: ChainGroup, data: Hex): Promise<DecodedData[]> {
  const known = knownInterfaces(app, group).flatMap((each) => decodedBy(each, data));
  if (known.length > 0) return distinctData(known);
  return distinctData((await compiledInterfaces(app, group)).flatMap((each) => decodedBy(each, data)));
}
