import type { ContractInterface } from "../../chain/abi/contractInterface";
import { decodeRevert } from "../../chain/abi/revert";
import type { ContractProxy } from "../../chain/proxy/contractProxy";
import { outputOf } from "../../chain/proxy/recognizeProxy";
import { call } from "../../chain/rpc/call";
import { getCode } from "../../chain/rpc/contractCode";
import { contractInterfaceAt } from "../../chain/services/contract/lookUpAbi";
import { type Address, type Hex, isSameAddress } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { t } from "../../text/catalogue";
import { asked } from "../kit/results";
import type { OperationContext } from "../model/operation";

const input = (type: string) => ({ name: "", type });

/** How contracts of OpenZeppelin, and those like them, say who may do what. */
const guards = [
  { type: "function", name: "owner", inputs: [], outputs: [input("address")], stateMutability: "view" },
  {
    type: "function",
    name: "hasRole",
    inputs: [input("bytes32"), input("address")],
    outputs: [input("bool")],
    stateMutability: "view",
  },
  { type: "error", name: "AccessControlUnauthorizedAccount", inputs: [input("address"), input("bytes32")] },
];

/** An upgrade, and whom it is sent to. */
interface AskedUpgrade {
  readonly proxy: Address;
  readonly reading: ContractProxy;
  readonly to: Address;
  readonly data: Hex;
}

/** A contract that is asked who may do something. */
interface Guard {
  readonly address: Address;
  readonly abi: ContractInterface;
}

async function guardAt(context: OperationContext, address: Address, codeAt = address): Promise<Guard> {
  const code = await getCode(context.session.client, codeAt, asked(context));
  return { address, abi: await contractInterfaceAt(context.session, address, guards, { ...asked(context), code }) };
}

/** What a function of a guard returns; undefined where it has no such function. */
async function answerOf(
  context: OperationContext,
  { address, abi }: Guard,
  name: string,
  values: readonly unknown[] = [],
): Promise<unknown> {
  const { client } = context.session;
  const output = await outputOf(client, address, abi.encodeCall(name, values), asked(context));
  if (output === undefined || output.length !== 66) return undefined;
  return abi.decodeOutput(name, output as Hex)[0]?.value;
}

/** The role that a call without a sender was refused for. */
function roleMissing({ abi }: Guard, output: Hex): string | undefined {
  const revert = abi.decodeRevert(output);
  if (revert.kind === "custom") return String(revert.arguments[1]?.value ?? "") || undefined;
  const plain = decodeRevert(output);
  return plain.kind === "error" ? /is missing role (0x[0-9a-f]{64})$/.exec(plain.message)?.[1] : undefined;
}

/** Why the code of a proxy refuses the account, by what it says to a call without a sender. */
async function refusedByCode(
  context: OperationContext,
  account: Address,
  { proxy, reading, to, data }: AskedUpgrade,
): Promise<string | undefined> {
  const tried = await call(context.session.client, { to, data }, asked(context)).catch((error: unknown) => {
    if (error instanceof ChainError && error.kind === "rpc") return undefined;
    throw error;
  });
  if (!tried || tried.status === 0) return undefined;
  const guard = await guardAt(context, proxy, reading.implementations[0]);
  const role = roleMissing(guard, tried.output as Hex);
  if (role !== undefined)
    return (await answerOf(context, guard, "hasRole", [role, account])) === false
      ? t("the account lacks the role {0}", role)
      : undefined;
  return ownedByOther(context, account, guard);
}

/** Why a contract refuses who doesn't own it; undefined where it names no owner, or the account. */
async function ownedByOther(context: OperationContext, account: Address, guard: Guard): Promise<string | undefined> {
  const owner = await answerOf(context, guard, "owner");
  if (typeof owner !== "string" || isSameAddress(owner, account)) return undefined;
  return t("{0} is owned by {1}", guard.address, owner);
}

async function reasonAgainst(
  context: OperationContext,
  account: Address,
  upgrade: AskedUpgrade,
): Promise<string | undefined> {
  const { proxy, reading, to } = upgrade;
  const { kind, admin } = reading;
  if (kind === "beacon") return ownedByOther(context, account, await guardAt(context, to));
  if (kind !== "transparent" || !admin) return refusedByCode(context, account, upgrade);
  if (!isSameAddress(to, proxy)) return ownedByOther(context, account, await guardAt(context, to));
  return isSameAddress(admin, account) ? undefined : t("its administrator is {0}", admin);
}

/**
 * Why a proxy refuses an upgrade by the account, as far as owners, administrators and roles tell: by what the contracts that guard it
 * return. Undefined where nothing speaks against it, or nothing tells.
 * @throws ChainError of the way to the node
 */
export async function upgradeRefusal(
  context: OperationContext,
  upgrade: AskedUpgrade,
): Promise<ChainError | undefined> {
  const { account } = context;
  if (account === undefined) return undefined;
  const reason = await reasonAgainst(context, account, upgrade);
  return reason === undefined ? undefined : clientError("notUpgrader", { account, target: upgrade.proxy, reason });
}
