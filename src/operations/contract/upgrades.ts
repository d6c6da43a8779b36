import { knowsFunction } from "../../chain/abi/codeSuite";
import type { RequestOptions } from "../../chain/client/client";
import { type ContractProxy, contractTitle, proxyFinding } from "../../chain/proxy/contractProxy";
import { recognizeProxy } from "../../chain/proxy/recognizeProxy";
import { getCode } from "../../chain/rpc/contractCode";
import { contractInterfaceAt } from "../../chain/services/contract/lookUpAbi";
import { requireSuccess } from "../../chain/services/contract/requireSuccess";
import type { ChainSession } from "../../chain/session";
import { transact } from "../../chain/transaction/transact";
import { type Address, type Hex, zeroAddress } from "../../crypto/bytes/hex";
import type { ChainError } from "../../errors/chainError";
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
import { upgradeRefusal } from "./upgradeRight";

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
  throw no(t("nothing in it takes another implementation"));
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
  if (proxy.kind === "diamond")
    throw clientError("notUpgradable", {
      target: given.contract,
      reason: t("it is a diamond, whose functions are exchanged by sending it diamondCut"),
    });
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
    alwaysPreviewed: true,
    weight: "grave",
    result: outcomeShown,
  },
  resolvedFrom(upgrading, upgradeFor, (context, receipt, { data }) => outcomeOf(context, receipt, data)),
);

/** Proxies are made and pointed to other code. */
export const proxyChanges = [deployProxyOperation, upgradeOperation] as const;
