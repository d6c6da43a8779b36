import { contractInterface } from "../../chain/abi/contractInterface";
import { artifactInterface } from "../../chain/artifact/artifactInterface";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import type { RequestOptions } from "../../chain/client/client";
import { type ContractProxy, contractTitle, proxyFinding } from "../../chain/proxy/contractProxy";
import { recognizeProxy } from "../../chain/proxy/recognizeProxy";
import { getCode } from "../../chain/rpc/contractCode";
import { contractInterfaceAt } from "../../chain/services/contract/lookUpAbi";
import { requireSuccess } from "../../chain/services/contract/requireSuccess";
import type { ChainSession } from "../../chain/session";
import { transact } from "../../chain/transaction/transact";
import { type Address, type Hex, zeroAddress } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { say, t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { argumentsFor } from "../kit/callArguments";
import { compiledContract, source } from "../kit/compiledContract";
import { outcomeOf, outcomeShown } from "../kit/decoded";
import { resolvedFrom, signing } from "../kit/define";
import { asked } from "../kit/results";
import { contract } from "../kit/subjects";
import { aContract, anAccount, aText, functionArguments, optional } from "../model/fields";
import type { SourceLayout, Sources } from "../model/inspector";
import type { OperationContext, PreviewLine, Signing } from "../model/operation";
import { neededService } from "../model/services";
import { deployment, deploymentOf } from "./transactions";

const noun = "contract";

/** A source that a proxy is to run, and how it fits what the proxy stores. */
interface CheckedSource {
  readonly artifact: ContractArtifact;
  readonly layout: SourceLayout;
}

/** What a proxy is to run: a deployed contract, and its source. */
interface Implementation extends CheckedSource {
  readonly address: Address;
  /** The source compiles to the code that is deployed. */
  readonly isSame: boolean;
}

interface Given {
  readonly source: string;
  readonly implementation: Address;
  readonly call?: string | undefined;
  readonly arguments?: readonly string[] | undefined;
}

/**
 * Compiles a source and compares what it stores with what a proxy runs: what can be known before its code is deployed.
 * @throws ChainError as compiling and `Sources.layout` do
 */
export async function checkedSource(
  { signal }: Pick<OperationContext, "signal">,
  sources: Sources,
  source: string,
  proxy?: Address,
): Promise<CheckedSource & { readonly named: string }> {
  const { path, artifact } = await compiledContract(sources, source, signal);
  const layout = await layoutOf(sources, path, artifact.name, proxy, signal);
  return { artifact, layout, named: `${path}:${artifact.name}` };
}

async function implementationOf(
  context: OperationContext,
  sources: Sources,
  given: Given,
  proxy?: Address,
): Promise<Implementation> {
  const { named, ...checked } = await checkedSource(context, sources, given.source, proxy);
  const { identical, proxy: behind } = (await sources.verify(given.implementation, named, context.signal)) as {
    readonly identical: boolean;
    readonly proxy?: string;
  };
  // The code of a proxy isn't that of the contract behind it.
  return { address: given.implementation, ...checked, isSame: identical && behind === undefined };
}

/** Beside what a proxy runs; without a comparison where that wasn't compiled here. */
async function layoutOf(sources: Sources, path: string, name: string, proxy?: Address, signal?: AbortSignal) {
  try {
    return await sources.layout(path, name, proxy, signal);
  } catch (error) {
    if (!(error instanceof ChainError) || error.code !== "layoutUnknown") throw error;
    return { ...(await sources.layout(path, name, undefined, signal)), verdict: "unknown" as const };
  }
}

/** Call data of the function that is called with it; `0x` for none. */
async function callDataOf(context: OperationContext, { artifact }: Implementation, given: Given): Promise<Hex> {
  if (given.call === undefined) return "0x";
  const abi = artifactInterface(artifact, context.session.suite);
  const called = abi.getFunction(given.call);
  return abi.encodeCall(called.signature, await argumentsFor(context, called.inputs, given.arguments));
}

/**
 * Why a source is known to go wrong behind a proxy; undefined where nothing says so.
 * @param target what it is to stand behind, as people name it
 */
export function sourceFailure({ artifact, layout }: CheckedSource, target: string): ChainError | undefined {
  const { name } = artifact;
  const broken = layout.changes?.find(({ severity }) => severity === "error");
  if (layout.verdict === "broken" && broken)
    return clientError("upgradeBreaksStorage", { name, target, reason: say(broken.message) });
  const worst = layout.safety.risks.find(({ severity }) => severity === "error");
  return worst && clientError("upgradeUnsafe", { name, reason: say(worst.message), kind: worst.kind });
}

/** The same of a deployed contract, which may be another one than its source. */
function knownWrong(implementation: Implementation, target: string): ChainError | undefined {
  const { address, artifact, isSame } = implementation;
  if (!isSame) return clientError("implementationDiffers", { address, name: artifact.name });
  return sourceFailure(implementation, target);
}

/** What a person should know beside that. */
function warningsOf({ layout: { safety, changes = [], verdict } }: Implementation): string[] {
  return [
    ...safety.risks.map(({ message }) => say(message)),
    ...changes.filter(({ severity }) => severity !== "information").map(({ message }) => say(message)),
    ...(verdict === "unknown"
      ? [t("Whether what is stored stays where it is read isn't known: the layout in use isn't known.")]
      : []),
  ];
}

const sourceLines = ({ address, artifact }: Implementation): PreviewLine[] => [
  { label: t("Implementation"), value: `${artifact.name} · ${address}` },
];

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
  const has = (code: string, signature: string): boolean =>
    code.includes(contractInterface(functions(signature), session.suite).functions[0]?.selector.slice(2) ?? "-");
  if (kind === "beacon" && beacon) return callOf(beacon, await codeAt(beacon), "upgradeTo(address)", [next]);
  if (kind === "uups") {
    const code = await codeAt(implementations[0] ?? proxy);
    return callOf(proxy, code, "upgradeToAndCall(address,bytes)", [next, call]);
  }
  if (kind === "transparent" && admin && admin !== zeroAddress) {
    const code = await codeAt(admin);
    if (code.length <= 2) return callOf(proxy, await codeAt(proxy), "upgradeToAndCall(address,bytes)", [next, call]);
    return has(code, "upgrade(address,address)") && call === "0x"
      ? callOf(admin, code, "upgrade(address,address)", [proxy, next])
      : callOf(admin, code, "upgradeAndCall(address,address,bytes)", [proxy, next, call]);
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

async function upgradeFor(context: OperationContext, given: Given & { readonly contract: Address }): Promise<Upgrade> {
  const sources = await neededService(context.services, "sources");
  const proxy = await requireProxy(context.session, given.contract, asked(context));
  const next = await implementationOf(context, sources, given, given.contract);
  const call = await callDataOf(context, next, given);
  const sent = await upgradeCall(context, given.contract, proxy, given.implementation, call);
  return { proxy: given.contract, reading: proxy, next, call, ...sent };
}

/** What speaks against the code that comes, beyond the source. */
function upgradeFailure({ proxy, reading, next, method, call }: Upgrade): ChainError | undefined {
  const no = (reason: string) => clientError("notUpgradable", { target: proxy, reason });
  if (reading.implementations.includes(next.address)) return no(t("it runs this implementation already"));
  if (reading.kind === "uups" && !next.layout.safety.upgradesItself)
    return no(t("{0} has no function to upgrade it again", next.artifact.name));
  if (call !== "0x" && method === "upgradeTo(address)") return no(t("a beacon calls no function of its proxies"));
  return knownWrong(next, proxy);
}

const upgrading: Signing<Upgrade, Awaited<ReturnType<typeof transact>>> = {
  title: ({ proxy, next }) => text("Upgrade {0} to {1}", proxy, next.artifact.name),
  target: ({ next }) => next.artifact.name,
  right: ({ to, method }) => ({ kind: "callMethod", contract: to, method }),
  lines: async ({ abiOf }, { proxy, reading, next, to, method, call }) => [
    {
      label: t("Proxy"),
      value: `${contractTitle({ name: abiOf?.(proxy)?.name ?? "", address: proxy }, reading, (of) => abiOf?.(of)?.name)} · ${proxy}`,
    },
    { label: t("Found"), value: proxyFinding(reading) },
    ...sourceLines(next),
    { label: t("Function"), value: `${method} · ${to}` },
    ...(call === "0x" ? [] : [{ label: t("Call data"), value: call.slice(0, 300) }]),
  ],
  consequences: async (_, upgrade) => ({
    weight: "grave",
    warnings: [
      ...warningsOf(upgrade.next),
      ...(upgrade.reading.kind === "beacon" ? [t("All proxies of the beacon {0} run the new code.", upgrade.to)] : []),
    ],
    blocked: upgradeFailure(upgrade),
  }),
  run: async ({ session }, signer, { to, data }, { agreed: _, ...options }) => {
    const receipt = await transact(session, signer, { to, data }, options);
    await requireSuccess(session, receipt);
    return receipt;
  },
};

const implementation = aContract(text("The new implementation, deployed already"));
const call = optional(aText(text("Function that is called in the same transaction, such as initialize")));
const args = optional(functionArguments(text("Its arguments: lists are [1, 2], structs {x: 1}")));

/** Points a proxy to other code, which is checked before. */
export const upgradeOperation = signing(
  {
    noun,
    verb: "upgrade",
    word: "upgradeProxy",
    summary: text(
      "Upgrades a proxy or its beacon to a deployed implementation, after its source was compared with what is stored and checked as OpenZeppelin's upgrades plugins do.",
    ),
    fields: { contract, implementation, source, call, arguments: args },
    needs: "sources",
    weight: "grave",
    result: outcomeShown,
  },
  resolvedFrom(upgrading, upgradeFor, (context, receipt, { data }) => outcomeOf(context, receipt, data)),
);

/** Where OpenZeppelin's proxy lies in a folder, as npm and Foundry have it. */
const proxySources = [
  "node_modules/@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol:ERC1967Proxy",
  "lib/openzeppelin-contracts/contracts/proxy/ERC1967/ERC1967Proxy.sol:ERC1967Proxy",
];

/** The source of the proxy: the one that is named, else OpenZeppelin's. @throws ChainError usage `noProxySource` */
async function proxyArtifact(context: OperationContext, sources: Sources, named: string | undefined) {
  if (named !== undefined) return (await compiledContract(sources, named, context.signal)).artifact;
  for (const each of proxySources) {
    try {
      return (await compiledContract(sources, each, context.signal)).artifact;
    } catch (error) {
      if (!(error instanceof ChainError) || error.code !== "fileMissing") throw error;
    }
  }
  throw clientError("noProxySource");
}

interface ProxyGiven extends Given {
  readonly proxy?: string | undefined;
  readonly owner?: Address | undefined;
}

async function proxyFor(context: OperationContext, given: ProxyGiven) {
  const { session } = context;
  const sources = await neededService(context.services, "sources");
  const first = await implementationOf(context, sources, given);
  const artifact = await proxyArtifact(context, sources, given.proxy);
  const inputs = artifactInterface(artifact, session.suite).constructorInputs.map(({ type }) => type);
  const form = inputs.join(",");
  const data = await callDataOf(context, first, given);
  const owner = given.owner ?? context.account;
  const values = form === "address,bytes" ? [first.address, data] : [first.address, owner ?? zeroAddress, data];
  if (form !== "address,bytes" && form !== "address,address,bytes")
    throw clientError("wrongProxySource", { name: artifact.name, form: form || "()" });
  return { ...deploymentOf(session, artifact, values), first, data };
}

type ProxyDeployment = Awaited<ReturnType<typeof proxyFor>>;

/** An initializer that no one called is anyone's. */
function initializerFailure({ first, data }: ProxyDeployment): ChainError | undefined {
  const { initializers } = first.layout.safety;
  if (initializers.length === 0 || data !== "0x") return undefined;
  return clientError("initializerNotCalled", { name: first.artifact.name, names: listed(initializers) });
}

const deployingProxy: Signing<ProxyDeployment, Awaited<ReturnType<typeof transact>>> = {
  ...deployment,
  title: ({ first }) => text("Deploy a proxy of {0}", first.artifact.name),
  lines: async (context, values) => [
    ...sourceLines(values.first),
    ...((await deployment.lines?.(context, values)) ?? []),
  ],
  consequences: async (_, values) => ({
    warnings: warningsOf(values.first),
    blocked: knownWrong(values.first, values.first.address) ?? initializerFailure(values),
  }),
};

/** Deploys a proxy of code that is checked before. */
export const deployProxyOperation = signing(
  {
    noun,
    verb: "deploy-proxy",
    word: "deployProxy",
    summary: text(
      "Deploys a proxy of a deployed implementation and initializes it in the same transaction, after its source was checked as OpenZeppelin's upgrades plugins do.",
    ),
    fields: {
      implementation: aContract(text("The implementation, deployed already")),
      source,
      call,
      arguments: args,
      proxy: optional(aText(text("Source of the proxy; OpenZeppelin's ERC1967Proxy of the folder when left out"))),
      owner: optional(anAccount(text("Who may upgrade a transparent proxy; the account when left out"))),
    },
    needs: "sources",
    result: outcomeShown,
  },
  resolvedFrom(deployingProxy, proxyFor, (context, receipt) => outcomeOf(context, receipt, "0x")),
);

/** Proxies are made and pointed to other code. */
export const proxyChanges = [deployProxyOperation, upgradeOperation] as const;
