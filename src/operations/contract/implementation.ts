import { artifactInterface } from "../../chain/artifact/artifactInterface";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import type { Address, Hex } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { say, t, text } from "../../text/catalogue";
import { joinSentences } from "../../text/joining";
import { argumentsFor } from "../kit/callArguments";
import { compiledContract } from "../kit/compiledContract";
import { aText, functionArguments, optional } from "../model/fields";
import type { SourceLayout, Sources } from "../model/inspector";
import type { OperationContext, PreviewLine } from "../model/operation";

/** A source that a proxy is to run, and how it fits what the proxy stores. */
interface CheckedSource {
  readonly artifact: ContractArtifact;
  readonly layout: SourceLayout;
}

/** What a proxy is to run: a deployed contract, and its source. */
export interface Implementation extends CheckedSource {
  readonly address: Address;
  /** The source compiles to the code that is deployed. */
  readonly isSame: boolean;
  /** As operations name it: `contracts/Vault.sol:Vault`. */
  readonly source: string;
}

/** What is said of it where it is put behind a proxy. */
export interface ImplementationGiven {
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

/**
 * A deployed contract beside its source.
 * @param proxy that is to run it
 * @throws ChainError as `checkedSource` and `Sources.verify` do
 */
export async function implementationOf(
  context: OperationContext,
  sources: Sources,
  given: ImplementationGiven,
  proxy?: Address,
): Promise<Implementation> {
  const { named, ...checked } = await checkedSource(context, sources, given.source, proxy);
  const { identical, implementation: behind } = (await sources.verify(given.implementation, named, context.signal)) as {
    readonly identical: boolean;
    readonly implementation?: string;
  };
  // The code of a proxy isn't that of the contract behind it.
  return { address: given.implementation, source: named, ...checked, isSame: identical && behind === undefined };
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
export async function callDataOf(
  context: OperationContext,
  { artifact }: Implementation,
  given: ImplementationGiven,
): Promise<Hex> {
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

/** Why nothing says that a source reads what a proxy stores; undefined where that is known. */
export function unprovenFailure({ artifact, layout }: CheckedSource, target: string): ChainError | undefined {
  if (layout.verdict !== "unknown") return undefined;
  const doubts = (layout.changes ?? []).filter(({ kind }) => kind === "uncompared").map(({ message }) => say(message));
  const reason = doubts.length > 0 ? joinSentences(...doubts) : t("the layout in use isn't known.");
  return clientError("upgradeUnproven", { name: artifact.name, target, reason });
}

/** The same of a deployed contract, which may be another one than its source. */
export function knownWrong(implementation: Implementation, target: string): ChainError | undefined {
  const { address, artifact, isSame } = implementation;
  if (!isSame) return clientError("implementationDiffers", { address, name: artifact.name });
  return sourceFailure(implementation, target);
}

/** What a person should know beside that. */
export function warningsOf({ layout: { safety, changes = [] } }: Implementation): string[] {
  return [
    ...safety.risks.map(({ message }) => say(message)),
    ...changes.filter(({ severity }) => severity !== "information").map(({ message }) => say(message)),
  ];
}

export const sourceLines = ({ address, artifact }: Implementation): PreviewLine[] => [
  { label: t("Implementation"), value: `${artifact.name} · ${address}` },
];

/** Fields of the call that goes with it. */
export const initialCall = optional(aText(text("Function that is called in the same transaction, such as initialize")));
export const initialArguments = optional(functionArguments(text("Its arguments: lists are [1, 2], structs {x: 1}")));
