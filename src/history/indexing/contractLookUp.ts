import { looksUp } from "../../chain/abi/codeSuite";
import { precompiledContracts } from "../../chain/abi/precompiledContracts";
import type { RequestOptions } from "../../chain/client/client";
import { getCode } from "../../chain/rpc/contractCode";
import { findAbi, keepsAbi, precompiledBehind } from "../../chain/services/contract/lookUpAbi";
import type { ChainSession } from "../../chain/session";
import { type Address, isAddress } from "../../crypto/bytes/hex";
import { jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { KnownInterface } from "./knownInterface";

/** An ABI that the user names. */
export interface GivenAbi {
  readonly name: string;
  readonly abi: readonly unknown[];
  /** Without one it reads every contract whose code has all of its functions, and whose own ABI the chain doesn't keep. */
  readonly address?: string | undefined;
}

/** What reads an address' calls and events: an ABI with the name that it should have, or none. */
export type ContractFinding = (
  | { readonly source: "given" | "chain" | "precompiled"; readonly name: string; readonly abi: readonly unknown[] }
  | { readonly source: "none" }
) & {
  /** It is a proxy, and this says which code it runs: itself, or its beacon. */
  readonly guidedBy?: string;
  /** Of a proxy, the oldest first. */
  readonly versions?: readonly FoundVersion[];
};

/** The ABI by which a proxy is read from a block on. */
export interface FoundVersion extends Pick<GivenAbi, "name" | "abi"> {
  readonly from: number;
  /** Undefined where nothing tells it, and for the facets of a diamond. */
  readonly implementation: Address | undefined;
  readonly source: "given" | "chain";
}

const none: ContractFinding = { source: "none" };

/** Longest text of an ABI that is read; a contract's code has no room for a longer one. */
const maxAbiLength = 1_000_000;

/** Within limits also where it was joined, of a proxy and of what is behind it. */
function listOf(abi: string | readonly unknown[]): readonly unknown[] | undefined {
  const text = typeof abi === "string" ? abi : JSON.stringify(abi);
  if (text.length > maxAbiLength) return undefined;
  try {
    const parsed = parseBoundedJson(text, jsonLimits.plain);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Whether code has all the functions of an ABI, under either suite. */
function fits(given: GivenAbi, code: string, session: ChainSession): boolean {
  const known = new KnownInterface("x", "given", given.abi, session.suite);
  return known.bothSelectors.some(
    (selectors) => selectors.length > 0 && selectors.every((selector) => looksUp(code, selector)),
  );
}

/**
 * What reads the calls and events of an address: what the user gives for it, a built-in contract, the ABI that the chain keeps with it,
 * or one of those given whose functions its code has.
 * @throws ChainError what a request throws
 */
export async function lookUpContract(
  session: ChainSession,
  address: string,
  given: readonly GivenAbi[],
  options: RequestOptions,
): Promise<ContractFinding> {
  const own = given.find((each) => each.address === address);
  if (own) return { source: "given", name: own.name, abi: own.abi };
  if (session.wasm || !isAddress(address)) return none;
  // tables carry an ABI of their own as well: what they are comes first
  const precompiled = await precompiledBehind(session, address as Address, options);
  if (precompiled) return { source: "precompiled", name: precompiled, abi: precompiledContracts[precompiled].abi };
  const fitting = new Map<Address, GivenAbi>();
  const unnamed = given.filter((each) => !each.address);
  const fittingAt = async (at: Address): Promise<GivenAbi | undefined> => {
    let found = given.find((each) => each.address === at);
    if (!found && unnamed.length > 0) {
      const code = (await getCode(session.client, at, options)).toLowerCase();
      found = code.length <= 2 ? undefined : unnamed.find((each) => fits(each, code, session));
      if (found && (await keepsAbi(session, at, options))) return undefined;
    }
    if (found) fitting.set(at, found);
    return found;
  };
  const { found, proxy, versions } = await findAbi(session, address as Address, fittingAt, {
    ...options,
    sinceBegun: true,
  });
  const guided = proxy ? { guidedBy: (proxy.beacon ?? address).toLowerCase() } : {};
  /** By what code is read: an ABI of the user, with the name that it has there, else what was found. */
  const read = (at: Address | undefined, abi: string | readonly unknown[]) => {
    const own = at && fitting.get(at);
    if (own) return { source: "given" as const, name: own.name, abi: own.abi };
    const list = listOf(abi);
    return list && { source: "chain" as const, name: "", abi: list };
  };
  const newest = proxy?.implementations.length === 1 ? proxy.implementations[0] : (address as Address);
  const finding = found && read(newest, found.abi);
  if (!finding) return { ...none, ...guided };
  const ran = versions?.flatMap(({ from, implementations, abi }) => {
    const implementation = implementations.length === 1 ? implementations[0] : undefined;
    const version = read(implementation, abi);
    return version ? [{ from, implementation, ...version }] : [];
  });
  return { ...finding, ...guided, ...(ran ? { versions: ran } : {}) };
}
