import nodePath, { join, resolve } from "node:path";
import { glob } from "tinyglobby";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { createClient } from "../../chain/client/client";
import { openSession } from "../../chain/openSession";
import { getBlockByNumber, getBlockNumber } from "../../chain/rpc/blocks";
import { getTransactionReceipt } from "../../chain/rpc/transactions";
import type { ChainSession } from "../../chain/session";
import { createHttpTransport } from "../../chain/transport/httpTransport";
import { hexToBytes } from "../../crypto/bytes/hex";
import { privateKeySigner } from "../../crypto/privateKeySigner";
import { seededAccounts } from "../../devchain/keys/seededKeys";
import { startDevChain } from "../../devchain/startDevChain";
import { installedPatterns } from "../../files/leftOutFolders";
import { liesWithin } from "../../files/liesWithin";
import { type NamedPath, namedPath } from "../../files/namedPath";
import { maxBytes, readRegularTextIfAny } from "../../files/regularFile";
import { planRules } from "../../fork/replayUnderRules";
import type { Rehearsal, RehearsedCase, RehearsedChain, RehearsedRun } from "../../operations/model/rehearsal";
import { readScenario } from "../../scenarios/language/readScenario";
import { type ChainVariant, type Scenario, scenarioEnding } from "../../scenarios/language/scenario";
import type { RunContext } from "../../scenarios/run/runContext";
import { runScenario, type StepResult } from "../../scenarios/run/runScenario";
import { say } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { pathBelow } from "../../text/pathBelow";
import { sourceTarget } from "../../text/sourceNames";
import { YamlError } from "../../yaml/complaint";
import { loadArtifact } from "../contract/artifactFile";
import { compiledArtifact } from "../contract/compiledArtifact";
import { testFolder } from "../contractTests/testFolder";
import { followedInGlobs } from "../options/filePatterns";
import { complain, showStatus } from "../output/print";
import { errorLines, thrownLines } from "../output/showError";
import { type SourceOrigin, workingFolder } from "../solidity/compileSources";

/** How long one test may take. */
const testMs = 60_000;

const isScenario = (file: string): boolean => file.endsWith(scenarioEnding);

/** So many accounts are made for a scenario, the same in each run. */
const maxAccounts = 100;
/** So many events and transactions of a step are compared. */
const maxCompared = 500;

/** Which scenarios run, and on which chain. */
interface Wanted {
  readonly chain: RehearsedChain;
  readonly named: readonly string[];
  readonly folders: readonly string[];
  readonly signal: AbortSignal | undefined;
}

/** A scenario that names its release, or is for chains of another kind. */
const noSteps = { kind: "step", outcome: "notRun", reason: "", gas: [], events: [], ownChain: true } as const;

/** What was compiled on the first chain runs on the other, too: what is deployed isn't compiled again by an upgrade. */
type Compiled = Map<string, Promise<ContractArtifact>>;

async function scenarioFiles({ named, folders }: Wanted, place: SourceOrigin): Promise<NamedPath[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const pattern = `**/*${scenarioEnding}`;
      const cwd = resolve(place.folder, folder);
      const names = await glob([pattern], { cwd, ignore: installedPatterns, dot: false, ...followedInGlobs });
      return names.sort().map((name) => join(folder, name));
    }),
  );
  const paths: NamedPath[] = [];
  for (const file of new Set([...named, ...found.flat()])) {
    const path = namedPath(file, place.folder);
    if (path !== undefined && (await liesWithin(place.folder, path))) paths.push(path);
  }
  return paths;
}

/** Whether a scenario asks for this kind of chain; which release it runs on is another question. */
const isFor = (chain: RehearsedChain, { suite, auth, executor }: ChainVariant): boolean =>
  (suite ?? chain.suite) === chain.suite &&
  (auth ?? chain.auth) === chain.auth &&
  (executor ?? chain.executorVersion) === chain.executorVersion;

const namesRelease = ({ nodeVersion, compatibility }: ChainVariant): boolean =>
  nodeVersion !== undefined || compatibility !== undefined;

/** Gas and events of the transactions in the blocks behind one height. */
async function sentSince({ client }: ChainSession, height: number): Promise<Pick<RehearsedCase, "gas" | "events">> {
  const gas: string[] = [];
  const events: string[] = [];
  const head = await getBlockNumber(client);
  for (let number = height + 1; number <= head && gas.length < maxCompared; number++) {
    const { transactions } = await getBlockByNumber(client, number, "hashes");
    for (const hash of transactions.slice(0, maxCompared - gas.length)) {
      const receipt = await getTransactionReceipt(client, hash, false);
      gas.push(receipt.gasUsed);
      for (const { address, topics, data } of receipt.logEntries.slice(0, maxCompared - events.length))
        events.push([address, ...topics, data].join(" "));
    }
  }
  return { gas, events };
}

async function reasonOf({ failure }: StepResult): Promise<string> {
  if (!failure) return "";
  const { text, error } = failure;
  return text ? say(text) : error ? ((await errorLines(error))[0] ?? "") : "";
}

/** The scenario on an embedded chain whose accounts, names and sources are the same in each run. */
async function rehearse(
  scenario: Scenario,
  { chain, signal }: Wanted,
  variant: ChainVariant,
  compiled: Compiled,
  place: SourceOrigin,
): Promise<Omit<RehearsedCase, "file">[]> {
  const features = [...new Set([...chain.features, ...(variant.features ?? [])])];
  const started = await startDevChain({ port: 0, openDev: true, ...chain, features });
  const transport = createHttpTransport({ url: started.url });
  try {
    const session = await openSession(createClient(transport, ""));
    const keys = seededAccounts(session.suite, "rehearsal", maxAccounts).map(({ privateKey }) => privateKey);
    const signerOf = (key: string) => privateKeySigner(session.suite, hexToBytes(key as `0x${string}`));
    const [first] = started.accounts;
    const artifact = (path: string, solc: string | undefined): Promise<ContractArtifact> => {
      const key = JSON.stringify([path, solc]);
      const found =
        compiled.get(key) ?? (sourceTarget(path) ? compiledArtifact(session, path, solc, place) : loadArtifact(path));
      compiled.set(key, found);
      return found;
    };
    const context: RunContext = {
      session,
      services: { embedded: async () => session.client },
      contract: (path, solc) => artifact(path, solc),
      signing: {
        admin: first && signerOf(first.privateKey),
        mine: async (count) => {
          await transport.request("dev_mine", [session.groupId, count]);
        },
        signer: async () => undefined,
        passing: true,
        audit: undefined,
        freshSigner: () => signerOf(keys.shift() ?? first?.privateKey ?? ""),
      },
    };
    const cases: Omit<RehearsedCase, "file">[] = [];
    let height = await getBlockNumber(session.client);
    const note = async (result: StepResult): Promise<void> => {
      const { step, status } = result;
      const sent = await sentSince(session, height);
      height = await getBlockNumber(session.client);
      const name = `${step.place.line}: ${step.title}`;
      cases.push({ kind: "step", name, outcome: status, reason: await reasonOf(result), ...sent, ownChain: false });
    };
    await runScenario(scenario, context, {
      variables: new Map([["run", "rehearsal"]]),
      signal: signal ?? new AbortController().signal,
      onStep: note,
    });
    return cases;
  } finally {
    await transport.close();
    await started.close();
  }
}

/** Runs scenarios of a folder on a chain of the person's kind; what was compiled once runs on each chain. */
function rehearseScenarios(place: SourceOrigin): (wanted: Wanted) => Promise<RehearsedRun> {
  const compiled: Compiled = new Map();
  return async (wanted) => {
    const cases: RehearsedCase[] = [];
    const problems: { file: string; message: string }[] = [];
    for (const path of await scenarioFiles(wanted, place)) {
      wanted.signal?.throwIfAborted();
      const file = pathBelow(place.folder, path, nodePath) ?? path;
      try {
        const scenario = await readScenario(path, (named) => readRegularTextIfAny(named, maxBytes.scenario), ["run"]);
        const variant = scenario.variants.find((each) => isFor(wanted.chain, each) && !namesRelease(each));
        if (variant) {
          const own = await rehearse(scenario, wanted, variant, compiled, place);
          cases.push(...own.map((each) => ({ ...each, file })));
        } else cases.push({ ...noSteps, file, name: scenario.title });
      } catch (thrown) {
        if (wanted.signal?.aborted) throw thrown;
        const lines =
          thrown instanceof YamlError
            ? thrown.complaints.map(({ message }) => say(message))
            : await thrownLines(thrown);
        problems.push({ file, message: lines[0] ?? "" });
      }
    }
    return { cases, problems };
  };
}

/** Runs tests and scenarios of the folder on embedded chains, and blocks of the chain again, all on this machine. */
export function rehearsal({ client }: ChainSession): Rehearsal {
  const place = workingFolder();
  const scenarios = rehearseScenarios(place);
  const tests = async (...[chain, files, compiledFor, signal]: Parameters<Rehearsal["run"]>): Promise<RehearsedRun> => {
    const { problems, tests: ran } = await testFolder(
      { ...place, files, suite: chain.suite, chain: compiledFor, on: chain, limitMs: testMs },
      signal,
    );
    return {
      problems: problems.map(({ file = "", message }) => ({ file, message })),
      cases: ran.map(
        ({ file, contract, test, status, gas, failure, skipReason = "", events = [], ownChain }): RehearsedCase => ({
          kind: "test",
          file,
          name: `${contract}.${test}`,
          outcome: status,
          reason: failure?.message ?? skipReason,
          gas: [String(gas)],
          events,
          ownChain: ownChain === true,
        }),
      ),
    };
  };
  return {
    run: async (chain, files, compiledFor, signal) => {
      const [named, others] = [files.filter(isScenario), files.filter((file) => !isScenario(file))];
      const nothing: RehearsedRun = { cases: [], problems: [] };
      // a name that is a folder may hold both
      const first = files.length === 0 || others.length > 0 ? await tests(chain, others, compiledFor, signal) : nothing;
      const second = await scenarios({ chain, named, folders: files.length === 0 ? ["."] : others, signal });
      return {
        cases: [...first.cases, ...second.cases],
        problems: [...first.problems, ...second.problems],
      };
    },
    replay: async ({ to, blocks, rebuild, web3 }, signal) => {
      const transport = web3 === undefined ? undefined : createHttpTransport({ url: web3 });
      try {
        const plan = await planRules({
          client,
          web3: transport,
          to,
          blocks,
          limits: rebuild === undefined ? {} : { blocks: rebuild },
          signal,
          report: ({ doing, done, total }) => showStatus(labelled(doing, `${done}/${total}`)),
        });
        for (const line of plan.lines) complain(line);
        return await plan.carryOut();
      } finally {
        showStatus("");
        await transport?.close();
      }
    },
  };
}
