import type { ChainSession } from "../../chain/session";
import { createHttpTransport } from "../../chain/transport/httpTransport";
import { planRules } from "../../fork/replayUnderRules";
import type { Rehearsal, RehearsedCase, RehearsedRun } from "../../operations/model/rehearsal";
import { scenarioEnding } from "../../scenarios/language/scenario";
import { labelled } from "../../text/joining";
import { testFolder } from "../contractTests/testFolder";
import { complain, showStatus } from "../output/print";
import { workingFolder } from "../solidity/compileSources";
import { rehearseScenarios } from "./rehearseScenarios";

/** How long one test may take. */
const testMs = 60_000;

const isScenario = (file: string): boolean => file.endsWith(scenarioEnding);

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
