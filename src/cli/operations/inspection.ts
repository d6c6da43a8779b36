import { recordedChain, recordedOutcome } from "../../chain/proxy/proxyRecord";
import type { ChainSession } from "../../chain/session";
import type { Settlement } from "../../chain/transaction/settlement";
import type { Hex } from "../../crypto/bytes/hex";
import { inspect } from "../../debugger/inspect/inspect";
import { clientError } from "../../errors/clientError";
import { liesWithin } from "../../files/liesWithin";
import { namedPath } from "../../files/namedPath";
import { verifiedAsJson } from "../../operations/inspect/verified";
import type { Inspector, Sources, Tracer } from "../../operations/model/inspector";
import { keepProxyOutcome, keepProxyStep, proxyRecords } from "../../solidity/deployed/manifestFile";
import { fileAndName } from "../../text/sourceNames";
import { thrownText } from "../../text/thrownText";
import type { Connection } from "../connection/connectionOptions";
import { artifactOf } from "../contract/compiledArtifact";
import { recordsHere } from "../contract/terminalTarget";
import { complain } from "../output/print";
import { terminalForkConsent } from "../output/terminalForkConsent";
import { chainTargetOf } from "../solidity/chainTargetOf";
import { compileSources, type SourceOrigin, workingFolder } from "../solidity/compileSources";
import { layoutOfDeployed, layoutOfSource, recordsRoot, sourceLayout } from "../solidity/sourceLayout";
import { storageSource } from "../solidity/storageSource";
import { verifySource } from "../solidity/verifySource";
import { withCompilers } from "../solidity/withCompilers";

/** A source that is named, where it may be read. @throws ChainError usage `fileMissing` */
async function inPlace(source: string, { folder, trusted }: SourceOrigin): Promise<string> {
  if (trusted) return source;
  const path = namedPath(fileAndName(source).file, folder);
  if (path && /\.sol$/i.test(path) && (await liesWithin(folder, path))) return source;
  throw clientError("fileMissing", { path: source });
}

/** Writes down what became of a transaction that the project of the terminal's folder keeps as signed. */
export async function keepOutcomeHere(session: ChainSession, transaction: Hex, settlement: Settlement): Promise<void> {
  const outcome = recordedOutcome(settlement);
  const root = outcome && (await recordsHere());
  if (!outcome || root === undefined) return;
  // The transaction is in a block, whether that could be written down or not: the next run looks for it.
  const failed = await recordedChain(session)
    .then((chain) => keepProxyOutcome(root, chain, transaction, outcome))
    .catch(thrownText);
  if (failed) complain(failed);
}

/**
 * What takes sources and a compiler.
 * @param project where the sources lie; the folder that the terminal is in when absent
 * @param keepsProxies the project keeps records of the proxies: the chain stays
 */
export function inspection(
  session: ChainSession,
  { urls, token, url }: Pick<Connection, "urls" | "token" | "url">,
  project = workingFolder(),
  keepsProxies = true,
): Inspector & Tracer & Sources {
  const { client } = session;
  const ofTransaction = (kind: "state" | "trace", transaction: string, signal?: AbortSignal): Promise<object> => {
    const chain = { url, group: client.group, ...(token === undefined ? {} : { token }) };
    const order = { kind, transaction, chain, fork: {}, ...project };
    return withCompilers(() => inspect(order, signal, terminalForkConsent(client)));
  };
  const recorded = async (source: string) => {
    const choice = { suite: session.suite.name, chain: await chainTargetOf(session), place: project };
    return layoutOfSource(await inPlace(source, project), choice);
  };
  return {
    storage: async (address, expressions, signal) => {
      const from = await storageSource(session, { urls, token }, address);
      const order = { kind: "storage" as const, address, keys: [], transactions: [], expressions, ...project };
      const consent = from.kind === "rebuilt" ? terminalForkConsent(client) : undefined;
      return withCompilers(() => inspect({ ...order, from }, signal, consent));
    },
    changes: (transaction, signal) => ofTransaction("state", transaction, signal),
    trace: (transaction, signal) => ofTransaction("trace", transaction, signal),
    compile: async (file) => {
      const choice = { suite: session.suite.name, chain: await chainTargetOf(session), place: project };
      const { files } = await compileSources([await inPlace(file, project)], choice);
      const [found] = files;
      if (!found) throw clientError("fileMissing", { path: file });
      const { sourceName, choice: chosen, contracts, project: made, diagnostics } = found;
      return {
        source: sourceName,
        compiled: made !== undefined,
        compiler: chosen?.version,
        evmVersion: chosen?.evmVersion,
        contracts: contracts.map((contract) => artifactOf(contract, made)),
        diagnostics: diagnostics.map(({ severity, message }) => ({ severity, message })),
      };
    },
    layout: async (file, contract, deployed) => {
      const now = await recorded(`${file}:${contract}`);
      return sourceLayout(now, deployed && (await layoutOfDeployed(session, deployed, file, { place: project })));
    },
    proxyRecords: async (source) => {
      if (!keepsProxies) return undefined;
      const { compiled } = await recorded(source);
      const named = `${compiled.sourceName}:${compiled.name}`;
      return proxyRecords(recordsRoot(source, project), await recordedChain(session), named);
    },
    keepProxyStep: async (source, step) => {
      const { compiled } = await recorded(source);
      await keepProxyStep(recordsRoot(source, project), step, compiled);
    },
    test: async (wanted, signal) => {
      const { testFolder } = await import("../contractTests/testFolder");
      return testFolder({ ...wanted, ...project, suite: session.suite.name }, signal);
    },
    verify: async (address, given) => {
      const source = await inPlace(given, project);
      return verifiedAsJson(address, await verifySource(session, address, { source, place: project }));
    },
  };
}
