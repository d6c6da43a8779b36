import { artifactInterface } from "../../chain/artifact/artifactInterface";
import type { transact } from "../../chain/transaction/transact";
import { type Address, zeroAddress } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { compiledContract, source } from "../kit/compiledContract";
import { outcomeOf, outcomeShown } from "../kit/decoded";
import { resolvedFrom, signing } from "../kit/define";
import { aContract, anAccount, aText, optional } from "../model/fields";
import type { Sources } from "../model/inspector";
import type { OperationContext, Signing } from "../model/operation";
import { neededService } from "../model/services";
import {
  callDataOf,
  type ImplementationGiven,
  implementationOf,
  initialArguments,
  initialCall,
  knownWrong,
  sourceLines,
  warningsOf,
} from "./implementation";
import { recording, recordingOf, recordLines, recordWarnings } from "./proxyRecords";
import { deployment, deploymentOf } from "./transactions";

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

interface ProxyGiven extends ImplementationGiven {
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
  const kind = form === "address,bytes" ? "erc1967" : "transparent";
  const kept = await recordingOf(context, sources, first, { kind: first.layout.safety.upgradesItself ? "uups" : kind });
  return { ...deploymentOf(session, artifact, values), first, data, sources, kept };
}

type ProxyDeployment = Awaited<ReturnType<typeof proxyFor>>;

/** An initializer that wasn't called can be called by every account. */
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
    ...recordLines(values.kept),
  ],
  consequences: async (_, values) => ({
    warnings: [...warningsOf(values.first), ...recordWarnings(values.kept)],
    blocked: knownWrong(values.first, values.first.address) ?? initializerFailure(values),
  }),
  run: (context, signer, values, { agreed, ...options }) => {
    const sending = recording(values.sources, values.first.source, values.kept, signer, options);
    return deployment.run(context, signer, values, { ...sending, agreed });
  },
};

/** Deploys a proxy of code that is checked before. */
export const deployProxyOperation = signing(
  {
    noun: "contract",
    verb: "deploy-proxy",
    word: "deployProxy",
    summary: text(
      "Deploys a proxy of a deployed implementation and initializes it in the same transaction, after its source was checked as OpenZeppelin's upgrades plugins do.",
    ),
    fields: {
      implementation: aContract(text("The implementation, deployed already")),
      source,
      call: initialCall,
      arguments: initialArguments,
      proxy: optional(aText(text("Source of the proxy; OpenZeppelin's ERC1967Proxy of the folder when left out"))),
      owner: optional(anAccount(text("Who may upgrade a transparent proxy; the account when left out"))),
    },
    needs: "sources",
    alwaysPreviewed: true,
    result: outcomeShown,
    // As `deploy` answers: the steps behind it call the proxy by its name.
    inSteps: ({ contractAddress }) => contractAddress ?? null,
  },
  resolvedFrom(deployingProxy, proxyFor, (context, receipt) => outcomeOf(context, receipt, "0x")),
);
