import { type Address, isAddress } from "../../../crypto/hex";
import { builtinAt, builtinInterface } from "../../abi/builtinContracts";
import type { BuiltinName } from "../../abi/builtinNames";
import { interfaceOfCode } from "../../abi/codeSuite";
import type { ContractInterface } from "../../abi/contractInterface";
import type { RequestOptions } from "../../client";
import { ChainError } from "../../errors/chainError";
import { getABI } from "../../rpc/getABI";
import { getCode } from "../../rpc/getCode";
import type { ChainSession } from "../../session";
import { absoluteBfsPath } from "../bfs/bfsPath";
import { readLinkWithAbi, resolveTarget } from "../bfs/readLink";
import { committeeContracts } from "../governance/committee";

export type AbiSource =
  /** An artifact of the user's own, with where it came from. */
  | { readonly kind: "workspace"; readonly label: string }
  /** Kept on the chain with the deployment. */
  | { readonly kind: "chain" }
  | { readonly kind: "link"; readonly path: string }
  | { readonly kind: "builtin"; readonly name: BuiltinName };

export interface FoundAbi {
  readonly address: Address;
  /** Undefined when nobody knows the ABI. */
  readonly abi?: ContractInterface;
  readonly source?: AbiSource;
}

/** The user's own artifacts: ABI text or list, and a word for people where it is from. */
export type WorkspaceAbis = (
  address: Address,
) => Promise<{ readonly abi: string | readonly unknown[]; readonly label: string } | undefined>;

/** Every table is an account whose code names the logic behind it, as text (docs/protocol/precompiled-contracts.md, "Tables"). */
const logicNames: Readonly<Record<string, BuiltinName>> = { "1001": "Table", "1009": "KVTable", "10004": "Account" };

/** Bytes of code that tell the logic: the mark and a number of up to 64 digits. */
const logicLength = 96;

/** Built-in contract behind an address that is only known on this chain: the committee's contracts, a table, an account. */
async function dynamicBuiltin(
  session: ChainSession,
  address: Address,
  options?: RequestOptions,
): Promise<BuiltinName | undefined> {
  const code = await getCode(session.client, address, options);
  const text = Buffer.from(code.slice(2, 2 + 2 * logicLength), "hex").toString("latin1");
  const logic = /^\[PRECOMPILED\],([0-9a-f]{1,64}),/.exec(text)?.[1];
  if (logic !== undefined) return logicNames[BigInt(`0x${logic}`).toString(16)];
  const committee = await committeeContracts(session, options).catch(() => undefined);
  if (committee?.committee.toLowerCase() === address) return "Committee";
  return committee?.proposalManager.toLowerCase() === address ? "ProposalManager" : undefined;
}

/**
 * The interface of a contract on the chain, under the suite that its code was compiled for.
 * @throws ChainError usage `abi…` for what is no ABI; and what a request throws.
 */
export async function contractInterfaceAt(
  session: ChainSession,
  address: Address,
  abi: string | readonly unknown[],
  options?: RequestOptions,
): Promise<ContractInterface> {
  return interfaceOfCode(abi, session.suite, await getCode(session.client, address, options));
}

/** An ABI of the chain or of a link may be any text that somebody wrote there. */
async function readAbi(
  session: ChainSession,
  address: Address,
  text: string,
  options?: RequestOptions,
): Promise<ContractInterface | undefined> {
  if (text.trim() === "") return undefined;
  try {
    const abi = await contractInterfaceAt(session, address, text, options);
    return abi.functions.length + abi.events.length === 0 ? undefined : abi;
  } catch (error) {
    if (error instanceof ChainError && error.kind === "usage") return undefined;
    throw error;
  }
}

/**
 * Finds out how to talk to a contract, by address or BFS path: the user's own artifacts, what the chain keeps, the link, built-in contracts.
 * @throws ChainError usage `badTarget`, `notALink`; and what a request throws.
 */
export async function lookUpAbi(
  session: ChainSession,
  target: string,
  workspace?: WorkspaceAbis,
  options?: RequestOptions,
): Promise<FoundAbi> {
  const address = await resolveTarget(session, target, options);
  const own = await workspace?.(address);
  if (own) {
    const source = { kind: "workspace", label: own.label } as const;
    return { address, abi: await contractInterfaceAt(session, address, own.abi, options), source };
  }
  const fixed = builtinAt(address);
  const kept = fixed
    ? undefined
    : await readAbi(session, address, await getABI(session.client, address, options), options);
  if (kept) return { address, abi: kept, source: { kind: "chain" } };
  if (!isAddress(target.trim())) {
    const path = absoluteBfsPath(target);
    const text = (await readLinkWithAbi(session, path, options))?.abi ?? "";
    const linked = await readAbi(session, address, text, options);
    if (linked) return { address, abi: linked, source: { kind: "link", path } };
  }
  const name = fixed ?? (await dynamicBuiltin(session, address, options));
  if (!name) return { address };
  return { address, abi: builtinInterface(name, session.suite), source: { kind: "builtin", name } };
}
