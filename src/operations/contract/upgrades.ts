import { knowsFunction } from "../../chain/abi/codeSuite";
import type { ContractInterface } from "../../chain/abi/contractInterface";
import { decodeRevert } from "../../chain/abi/revert";
import type { RequestOptions } from "../../chain/client/client";
import { type ContractProxy, contractTitle, proxyFinding } from "../../chain/proxy/contractProxy";
import { outputOf, recognizeProxy } from "../../chain/proxy/recognizeProxy";
import { call } from "../../chain/rpc/call";
import { getCode } from "../../chain/rpc/contractCode";
import { contractInterfaceAt } from "../../chain/services/contract/lookUpAbi";
import { requireSuccess } from "../../chain/services/contract/requireSuccess";
import type { ChainSession } from "../../chain/session";
import { transact } from "../../chain/transaction/transact";
import { type Address, type Hex, isSameAddress, zeroAddress } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { t, text } from "../../text/catalogue";
import { source } from "../kit/compiledContract";
import { outcomeOf, outcomeShown } from "../kit/decoded";
import { resolvedFrom, signing } from "../kit/define";
import { asked } from "../kit/results";
import { contract } from "../kit/subjects";
import { aContract } from "../model/fields";
import type { Sources } from "../model/inspector";
import type { OperationContext, Signing } from "../model/operation";
import { neededService } from "../model/services";
import { deployProxyOperation } from "./deployProxy";
import {
  callDataOf,
  type Implementation,
  type ImplementationGiven,
  implementationOf,
  initialArguments,
  initialCall,
  knownWrong,
  sourceLines,
  unprovenFailure,
  warningsOf,
} from "./implementation";
import { type Recording, recording, recordingOf, recordLines } from "./proxyRecords";

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
async function upgradeRefusal(context: OperationContext, upgrade: AskedUpgrade): Promise<ChainError | undefined> {
  const { account } = context;
  if (account === undefined) return undefined;
  const reason = await reasonAgainst(context, account, upgrade);
  return reason === undefined ? undefined : clientError("notUpgrader", { account, target: upgrade.proxy, reason });
}

/** An upgrade as it is sent. */
interface Upgrade {
  readonly proxy: Address;
  readonly reading: ContractProxy;
  readonly next: Implementation;
  /** Whom the proxy listens to: itself, its beacon, or the contract that administers it. */
  readonly to: Address;
  readonly data: Hex;
  readonly method: string;
  readonly call: Hex;
  readonly sources: Sources;
  readonly kept: Recording | undefined;
}

const functions = (...signatures: string[]) =>
  signatures.map((signature) => {
    const [, name = "", types = ""] = /^(\w+)\((.*)\)$/.exec(signature) ?? [];
    const inputs = types.split(",").map((type) => ({ name: "", type }));
    return { type: "function", name, inputs, outputs: [], stateMutability: "nonpayable" };
  });

/** The call that upgrades a proxy of this kind. @throws ChainError usage `notUpgradable` */
async function upgradeCall(
  context: OperationContext,
  proxy: Address,
  { kind, beacon, admin, implementations }: ContractProxy,
  next: Address,
  call: Hex,
): Promise<Pick<Upgrade, "to" | "data" | "method">> {
  const { session } = context;
  const no = (reason: string) => clientError("notUpgradable", { target: proxy, reason });
  const callOf = async (to: Address, code: string, signature: string, values: readonly unknown[]) => {
    const abi = await contractInterfaceAt(session, to, functions(signature), { ...asked(context), code });
    return { to, data: abi.encodeCall(signature, values), method: signature };
  };
  const codeAt = (address: Address) => getCode(session.client, address, asked(context));
  // With upgradeToAndCall, OpenZeppelin 4 runs the new code also where there is nothing to call.
  const pointed = (to: Address, code: string) =>
    call === "0x" && knowsFunction(code, "upgradeTo(address)")
      ? callOf(to, code, "upgradeTo(address)", [next])
      : callOf(to, code, "upgradeToAndCall(address,bytes)", [next, call]);
  if (kind === "beacon" && beacon) return callOf(beacon, await codeAt(beacon), "upgradeTo(address)", [next]);
  if (kind === "uups") return pointed(proxy, await codeAt(implementations[0] ?? proxy));
  const own = await codeAt(proxy);
  if (kind === "transparent" && admin && admin !== zeroAddress) {
    const code = await codeAt(admin);
    if (code.length <= 2) return pointed(proxy, own);
    return knowsFunction(code, "upgrade(address,address)") && call === "0x"
      ? callOf(admin, code, "upgrade(address,address)", [proxy, next])
      : callOf(admin, code, "upgradeAndCall(address,address,bytes)", [proxy, next, call]);
  }
  if (kind === "erc1967" || kind === "other") {
    if (call === "0x" && knowsFunction(own, "upgradeTo(address)")) return pointed(proxy, own);
    if (knowsFunction(own, "upgradeToAndCall(address,bytes)")) return pointed(proxy, own);
  }
  throw no(kind === "diamond" ? t("it is a diamond") : t("nothing in it takes another implementation"));
}

/** The proxy at an address. @throws ChainError usage `proxyUnreadable`, `notUpgradable` where there is none */
export async function requireProxy(
  { client, suite }: ChainSession,
  target: Address,
  options?: RequestOptions,
): Promise<ContractProxy> {
  const found = await recognizeProxy(client, suite, target, options);
  if (found.kind === "unreadable") throw clientError("proxyUnreadable", { target });
  if (found.kind === "none") throw clientError("notUpgradable", { target, reason: t("it isn't a proxy") });
  return found.proxy;
}

async function upgradeFor(
  context: OperationContext,
  given: ImplementationGiven & { readonly contract: Address },
): Promise<Upgrade> {
  const sources = await neededService(context.services, "sources");
  const proxy = await requireProxy(context.session, given.contract, asked(context));
  const next = await implementationOf(context, sources, given, given.contract);
  const call = await callDataOf(context, next, given);
  const sent = await upgradeCall(context, given.contract, proxy, given.implementation, call);
  const kept = await recordingOf(context, sources, next, { ...proxy, proxy: given.contract });
  return { proxy: given.contract, reading: proxy, next, call, sources, kept, ...sent };
}

/** What speaks against the code that comes, beyond the source. */
function upgradeFailure({ proxy, reading, next, method, call }: Upgrade): ChainError | undefined {
  const no = (reason: string) => clientError("notUpgradable", { target: proxy, reason });
  if ([...reading.implementations, ...(reading.through ?? [])].includes(next.address))
    return no(t("it runs this implementation already"));
  if (reading.kind === "uups" && !next.layout.safety.upgradesItself)
    return no(t("{0} has no function to upgrade it again", next.artifact.name));
  if (call !== "0x" && method === "upgradeTo(address)") return no(t("a beacon calls no function of its proxies"));
  return knownWrong(next, proxy) ?? unprovenFailure(next, proxy);
}

const upgrading: Signing<Upgrade, Awaited<ReturnType<typeof transact>>> = {
  title: ({ proxy, next }) => text("Upgrade {0} to {1}", proxy, next.artifact.name),
  target: ({ next }) => next.artifact.name,
  right: ({ to, method }) => ({ kind: "callMethod", contract: to, method }),
  lines: async ({ abiOf }, { proxy, reading, next, to, method, call, kept }) => [
    {
      label: t("Proxy"),
      value: `${contractTitle({ name: abiOf?.(proxy)?.name ?? "", address: proxy }, reading, (of) => abiOf?.(of)?.name)} · ${proxy}`,
    },
    { label: t("Found"), value: proxyFinding(reading) },
    ...sourceLines(next),
    { label: t("Function"), value: `${method} · ${to}` },
    ...(call === "0x" ? [] : [{ label: t("Call data"), value: call.slice(0, 300) }]),
    ...recordLines(kept),
  ],
  consequences: async (context, upgrade) => {
    const refusal = await upgradeRefusal(context, upgrade);
    return {
      weight: "grave",
      warnings: [
        ...warningsOf(upgrade.next),
        ...(upgrade.reading.kind === "beacon"
          ? [t("All proxies of the beacon {0} run the new code.", upgrade.to)]
          : []),
      ],
      blocked: upgradeFailure(upgrade),
      ...(refusal ? { refusal } : {}),
    };
  },
  run: async (context, signer, { to, data, next, sources, kept }, { agreed: _, ...options }) => {
    const { session } = context;
    const sending = recording(sources, next.source, kept, signer, options);
    const receipt = await transact(session, signer, { to, data }, sending);
    await requireSuccess(session, receipt);
    return receipt;
  },
};

const implementation = aContract(text("The new implementation, deployed already"));
/** Points a proxy to other code, which is checked before. */
export const upgradeOperation = signing(
  {
    noun: "contract",
    verb: "upgrade",
    word: "upgradeProxy",
    summary: text(
      "Upgrades a proxy or its beacon to a deployed implementation, after its source was compared with what is stored and checked as OpenZeppelin's upgrades plugins do.",
    ),
    fields: { contract, implementation, source, call: initialCall, arguments: initialArguments },
    needs: "sources",
    alwaysForeseen: true,
    weight: "grave",
    result: outcomeShown,
  },
  resolvedFrom(upgrading, upgradeFor, (context, receipt, { data }) => outcomeOf(context, receipt, data)),
);

/** Proxies are made and pointed to other code. */
export const proxyChanges = [deployProxyOperation, upgradeOperation] as const;
