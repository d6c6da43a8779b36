import { clientError } from "../../../chain/errors/clientError";
import { getBlockHashByNumber } from "../../../chain/rpc/getBlockHashByNumber";
import { getGroupInfo } from "../../../chain/rpc/getGroupInfo";
import type { ChainSession } from "../../../chain/session";
import { type SealerSet, sealerSet } from "../../../chain/verification/sealerSet";
import type { Hex } from "../../../crypto/hex";
import type { PinSetting } from "../../kit/settings/settings";

/** What the user says of one group, whatever a node may claim. */
export interface GroupPin {
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readSealers(value: unknown): SealerSet | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) throw new RangeError("sealers");
  return sealerSet(
    Object.entries(value).map(([nodeId, weight]) => {
      if (typeof weight !== "number" || !Number.isSafeInteger(weight)) throw new RangeError("weight");
      return { nodeId: nodeId.toLowerCase(), weight: BigInt(weight) };
    }),
  );
}

function readGroup(value: unknown): GroupPin {
  if (!isObject(value)) throw new RangeError("group");
  const { genesisHash, sealers, atBlock = 0 } = value;
  const hash = typeof genesisHash === "string" ? genesisHash.toLowerCase() : undefined;
  if (genesisHash !== undefined && !/^0x[0-9a-f]{64}$/.test(hash ?? "")) throw new RangeError("genesisHash");
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
    if (!isObject(value) || typeof value["chainId"] !== "string" || value["chainId"] === "")
      throw new RangeError("pin");
    const groups = value["groups"] ?? {};
    if (!isObject(groups)) throw new RangeError("groups");
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
  readonly genesisHash: string;
}

/**
 * Whether what a node says it is, is what the user pinned.
 * @throws ChainError usage `pinMismatch`.
 */
export function requirePinned(name: string, pin: ChainPin | undefined, found: Identity): void {
  if (!pin) return;
  const refuse = (expected: string, said: string): never => {
    throw clientError("pinMismatch", { name, expected, found: said });
  };
  if (pin.chainId !== found.chainId) refuse(pin.chainId, found.chainId);
  const expected = pin.groups.get(found.groupId)?.genesisHash;
  const said = found.genesisHash.toLowerCase();
  if (expected !== undefined && expected !== said) refuse(expected, said);
}

/**
 * Asks the node once more what it is: behind the same address may stand another chain by now.
 * @throws ChainError usage `pinMismatch`; what a request throws.
 */
export async function requireStillPinned(
  name: string,
  pin: ChainPin | undefined,
  { client, groupId }: ChainSession,
): Promise<void> {
  if (!pin) return;
  const [info, genesisHash] = await Promise.all([getGroupInfo(client), getBlockHashByNumber(client, 0)]);
  requirePinned(name, pin, { chainId: info?.chainID ?? "", groupId, genesisHash });
}
