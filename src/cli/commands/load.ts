import { randomBytes } from "node:crypto";
import { createClient, type Transport } from "../../chain/client/client";
import type { ChainSession } from "../../chain/session";
import type { Signer } from "../../crypto/cryptoSuite";
import { freshSigner } from "../../crypto/privateKeySigner";
import { loadEntry } from "../../signing/auditEntry";
import type { Basis } from "../../signing/consent";
import { chosenLanguage, t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { commandAudit } from "../audit/terminalAudit";
import { sessionOf, transportOf } from "../connection/connect";
import { connectionText } from "../connection/connectionOptions";
import { requireSigning } from "../connection/requireSigning";
import { nothingAtStake, signerOf } from "../contract/contractContext";
import { createSender, runLoop, SendSchedule } from "../load/loadLoop";
import { type LoadOptions, loadLine } from "../load/loadOptions";
import { type LoadReport, loadReportPage, loadReportText } from "../load/loadReport";
import { LoadStatistics } from "../load/loadStatistics";
import { prepareWorkload } from "../load/workloads";
import { commandOf } from "../options/commandLine";
import { stoppedCode } from "../options/stoppable";
import { writeOutput } from "../output/outputFile";
import { complain, print, printJson, showStatus } from "../output/print";
import { terminalQuestion } from "../output/terminalQuestion";

/**
 * Whether every foreign host was named: by `--yes-i-may-load`, or typed at the terminal now.
 * @param ask shows a question and gives what was typed; undefined when no person is there
 */
export async function mayLoad(
  hosts: readonly string[],
  named: readonly string[],
  ask: (host: string) => Promise<string | undefined>,
): Promise<boolean> {
  const allowed = new Set(named.map((name) => name.toLowerCase()));
  for (const host of hosts) {
    if (allowed.has(host)) continue;
    const typed = await ask(host);
    if (typed?.trim().toLowerCase() !== host) return false;
  }
  return true;
}

/** What ends a run before its time: the first Ctrl+C sends nothing more, the second waits for nothing more. */
interface End {
  readonly stop: AbortController;
  readonly drop: AbortController;
}

/** Asks for the name of a host at the terminal; undefined where there is no terminal. */
const askHost = async (host: string): Promise<string | undefined> =>
  terminalQuestion()?.(
    t("{0} isn't this machine. Load it only if its owner agrees. Enter its name to continue:", host),
  );

/** Accounts whose keys the person named, else those that the run makes. */
async function signersOf(
  session: ChainSession,
  { keyFiles, freshAccounts, ...options }: LoadOptions,
): Promise<Signer[]> {
  const signers: Signer[] = [];
  for (const keyFile of keyFiles) signers.push(await signerOf(session, { ...options, keyFile }));
  while (signers.length < keyFiles.length + freshAccounts) signers.push(freshSigner(session.suite));
  return signers;
}

/**
 * Writes down that a run begins: its transactions have no lines of their own.
 * @returns what writes down how it ended
 * @throws ChainError usage `auditUnwritable`: nothing is signed then
 */
async function auditRun(
  session: ChainSession,
  { connection, keyFiles, freshAccounts, count, seconds, rate, workload, own }: LoadOptions,
  { by, run, signers }: { readonly by: Basis; readonly run: string; readonly signers: readonly Signer[] },
): Promise<(to: string, figures: { readonly sent: number; readonly succeeded: number }) => Promise<void>> {
  const audit = commandAudit(connection, "terminal");
  const named = signers.slice(0, keyFiles.length);
  if (!audit || (await nothingAtStake(session, connection, ...named))) return async () => undefined;
  const { chainId, groupId } = session;
  const entry = loadEntry(
    {
      run,
      connection: connectionText(connection),
      by,
      accounts: named.map(({ address }) => address),
      freshAccounts,
      chain: { chainId, groupId },
      workload: own ? own.functionName : workload,
      ...(own ? { contract: own.target } : {}),
      count,
      seconds,
      ...(rate === undefined ? {} : { rate }),
    },
    audit.front,
  );
  await audit.write(entry);
  return (to, { sent, succeeded }) => audit.write({ event: "loaded", run, to, sent, succeeded }).catch(audit.lost);
}

/** One transport for each endpoint, which begins with that endpoint and goes to the others when it fails. */
function connect({ connection, connections }: LoadOptions): Promise<Transport[]> {
  const { urls } = connection;
  return Promise.all(
    urls.map((_, first) =>
      transportOf(
        { ...connection, urls: [...urls.slice(first), ...urls.slice(0, first)] },
        // one beside for the chain's height
        { connections: connections + 1 },
      ),
    ),
  );
}

/** Shows the figures each second, where a user watches. */
function showLive(statistics: LoadStatistics): () => void {
  const timer = setInterval(() => {
    const { sent, succeeded, failed, lastSecond, p50, p99 } = statistics.live();
    const [half, max] = [p50.toFixed(0), p99.toFixed(0)];
    showStatus(
      t(
        "sent {0}, succeeded {1}, failed {2}, {3}/s, p50 {4} ms, p99 {5} ms",
        sent,
        succeeded,
        failed,
        lastSecond,
        half,
        max,
      ),
    );
  }, 1000);
  return () => {
    clearInterval(timer);
    showStatus("");
  };
}

/** Opens, prepares, sends, and gives the report. */
async function measure(options: LoadOptions, { stop, drop }: End): Promise<LoadReport> {
  const { connection, count, seconds, rate, connections } = options;
  const transports = await connect(options);
  // a transport is named after the endpoint that answers: once one is gone, that of another stands for it
  const endpoints = transports.map(({ label }) => label);
  try {
    const [first] = transports;
    if (!first) throw new TypeError("no endpoint");
    const session = await sessionOf(connection, first);
    const { groupId, client } = session;
    const sessions = transports.map((each) => ({ ...session, client: createClient(each, client.group, client.node) }));
    const { basis: by } = await requireSigning(connection);
    const signers = await signersOf(session, options);
    const run = randomBytes(5).toString("hex");
    const ended = await auditRun(session, options, { by, run, signers });
    const context = { session, signers, run, signal: stop.signal };
    const workload = await prepareWorkload(options.workload, context, options.own);
    // Arguments that don't fit the function end the run before it begins.
    workload.data({ i: 0, sender: signers[0]?.address ?? "", run, random: () => 0 }, 0);
    const statistics = new LoadStatistics();
    const send = createSender({
      sessions,
      signers,
      workload,
      run,
      timeoutMs: connection.timeoutMs,
      drop: drop.signal,
    });
    const schedule = new SendSchedule({ count, rate, timeMs: seconds * 1000 });
    const started = new Date().toISOString();
    const began = performance.now();
    const elapsedMs = (): number => performance.now() - began;
    const endLive = showLive(statistics);
    await runLoop({ schedule, statistics, connections, stop: stop.signal, send, elapsedMs }).finally(endLive);
    const figures = statistics.figures();
    await ended(workload.to, figures);
    return {
      program: "chainside load",
      started,
      interrupted: stop.signal.aborted,
      endpoints,
      chain: {
        chainId: session.chainId,
        group: groupId,
        suite: session.suite.name,
        nodeVersion: session.nodeVersion,
      },
      workload: options.own ? options.own.functionName : options.workload,
      contract: workload.to,
      limits: { count, seconds, rate },
      senders: signers.length,
      connections,
      figures,
    };
  } finally {
    await Promise.all(transports.map((each) => each.close()));
  }
}

async function publish(options: LoadOptions, report: LoadReport): Promise<number> {
  const { jsonFile, htmlFile, json } = options;
  const language = chosenLanguage() === "zh" ? "zh-CN" : "en";
  if (jsonFile !== undefined) await writeOutput(jsonFile, `${JSON.stringify(report, null, 2)}\n`);
  if (htmlFile !== undefined) await writeOutput(htmlFile, loadReportPage(report, language));
  if (json) printJson(JSON.stringify(report));
  else print(loadReportText(report));
  if (report.interrupted) return stoppedCode;
  const { sent, succeeded } = report.figures;
  return sent > 0 && succeeded === sent ? 0 : 1;
}

async function load(options: LoadOptions): Promise<number> {
  if (!(await mayLoad(options.foreignHosts, options.namedHosts, askHost))) {
    const hosts = listed(options.foreignHosts);
    const problem = t("not confirmed, nothing was sent. Specify each host with --yes-i-may-load: {0}", hosts);
    complain(`chainside load: ${problem}`);
    return 2;
  }
  const end: End = { stop: new AbortController(), drop: new AbortController() };
  const interrupt = (): void => {
    if (end.stop.signal.aborted) end.drop.abort();
    else end.stop.abort();
    complain(t("Waiting for open transactions. Press Ctrl+C again to stop waiting."));
  };
  process.on("SIGINT", interrupt);
  try {
    return await publish(options, await measure(options, end));
  } catch (thrown) {
    if (end.stop.signal.aborted) return stoppedCode;
    throw thrown;
  } finally {
    process.off("SIGINT", interrupt);
  }
}

/** `chainside load`: many signed transactions, counted and timed. */
export const runLoad = commandOf(loadLine, load);
