import { type Hex, isHash } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { isJsonObject } from "../../text/limits/boundedJson";
import type { RequestOptions } from "../client/client";
import { getGroupInfo } from "../rpc/groups";
import type { ChainSession } from "../session";
import { type SealerSet, sealerSet } from "../verification/sealerSet";
import type { PinSetting } from "./connectionSetting";

/** What the user says of one group, whatever a node may claim. */
interface GroupPin {
  /** Of block 0: what its content gives, and so its config.genesis, or the one by which the chain goes. */
  readonly genesisHash?: Hex;
  readonly sealers?: SealerSet;
  /** The block at which these were the sealers. */
  readonly height: number;
}

/** What the user says of a chain. Checked at every connect and before every signature. */
export interface ChainPin {
  readonly chainId: string;
  readonly groups: ReadonlyMap<string, GroupPin>;
}

function readSealers(value: unknown): SealerSet | undefined {
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) throw new RangeError("sealers");
  return sealerSet(
    Object.entries(value).map(([nodeId, weight]) => {
      if (typeof weight !== "number" || !Number.isSafeInteger(weight)) throw new RangeError("weight");
      return { nodeId: nodeId.toLowerCase(), weight: BigInt(weight) };
    }),
  );
}

function readGroup(value: unknown): GroupPin {
  if (!isJsonObject(value)) throw new RangeError("group");
  const { genesisHash, sealers, atBlock = 0 } = value;
  const hash = typeof genesisHash === "string" ? genesisHash.toLowerCase() : undefined;
  if (genesisHash !== undefined && !isHash(hash ?? "")) throw new RangeError("genesisHash");
  if (typeof atBlock !== "number" || !Number.isSafeInteger(atBlock) || atBlock < 0) throw new RangeError("atBlock");
  const set = readSealers(sealers);
  return {
    height: atBlock,
    ...(hash === undefined ? {} : { genesisHash: hash as Hex }),
    ...(set === undefined ? {} : { sealers: set }),
  };
}

/**
 * Reads the pin of a setting. One that cannot be read is an error, never no pin.
 * @throws ChainError usage `pinInvalid`.
 */
export function readPin(name: string, value: unknown): ChainPin | undefined {
  if (value === undefined) return undefined;
  try {
    if (!isJsonObject(value) || typeof value["chainId"] !== "string" || value["chainId"] === "")
      throw new RangeError("pin");
    const groups = value["groups"] ?? {};
    if (!isJsonObject(groups)) throw new RangeError("groups");
    return {
      chainId: value["chainId"],
      groups: new Map(Object.entries(groups).map(([group, pin]) => [group, readGroup(pin)])),
    };
  } catch (error) {
    throw clientError("pinInvalid", { name }, { cause: error });
  }
}

export function writePin({ chainId, groups }: ChainPin): PinSetting {
  const written = [...groups].map(([group, { genesisHash, sealers, height }]) => [
    group,
    {
      ...(genesisHash === undefined ? {} : { genesisHash }),
      ...(sealers === undefined
        ? {}
        : { sealers: Object.fromEntries(sealers.map(({ nodeId, weight }) => [nodeId, Number(weight)])) }),
      ...(height === 0 ? {} : { atBlock: height }),
    },
  ]);
  return { chainId, groups: Object.fromEntries(written) };
}

interface Identity {
  readonly chainId: string;
  readonly groupId: string;
  /** The one by which the chain goes. */
  readonly genesisHash: string;
  /** What the content of block 0 gives, where it was asked for. */
  readonly genesisContent?: string;
}

/**
 * Whether what a node says it is, is what the user pinned.
 * @throws ChainError usage `pinMismatch`.
 */
export function requirePinned(name: string, pin: ChainPin | undefined, found: Identity): void {
  if (!pin) return;
  const refuse = (expected: string, actual: string): never => {
    throw clientError("pinMismatch", { name, expected, found: actual });
  };
  if (pin.chainId !== found.chainId) refuse(pin.chainId, found.chainId);
  const expected = pin.groups.get(found.groupId)?.genesisHash;
  const genesisHash = found.genesisHash.toLowerCase();
  if (expected !== undefined && expected !== genesisHash && expected !== found.genesisContent)
    refuse(expected, genesisHash);
}

async function contentOf(session: ChainSession, options: RequestOptions): Promise<Hex> {
  const { readGenesisContent } = await import("../verification/readGenesis");
  return readGenesisContent(session, options);
}

/**
 * Whether a session is of the chain that the user pinned. The content of block 0 is asked for only where the pinned hash isn't the one
 * by which the chain goes.
 * @param genesisHash the one by which the chain goes, as far as it is known
 * @throws ChainError usage `pinMismatch`; what a request throws.
 */
export async function requirePinnedSession(
  name: string,
  pin: ChainPin | undefined,
  session: ChainSession,
  genesisHash: Hex,
  options: RequestOptions = {},
): Promise<void> {
  const { chainId, groupId } = session;
  const expected = pin?.groups.get(groupId)?.genesisHash;
  const other = expected !== undefined && expected !== genesisHash.toLowerCase();
  const asked = other && pin?.chainId === chainId;
  const content = asked ? { genesisContent: await contentOf(session, options) } : {};
  requirePinned(name, pin, { chainId, groupId, genesisHash, ...content });
}

/**
 * Asks the node once more what it is: behind the same address may stand another chain by now.
 * @throws ChainError usage `pinMismatch`; what a request throws.
 */
export async function requireStillPinned(
  name: string,
  pin: ChainPin | undefined,
  session: ChainSession,
): Promise<void> {
  if (!pin) return;
  const { client } = session;
  const { readGenesisHash } = await import("../verification/readGenesis");
  const [info, genesisHash] = await Promise.all([getGroupInfo(client), readGenesisHash(client)]);
  await requirePinnedSession(name, pin, { ...session, chainId: info?.chainID ?? "" }, genesisHash);
}
