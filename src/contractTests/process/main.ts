// A test process: runs what it is told until its starter is gone.
import { errorMessage } from "../../errors/errorMessage";
import { serveStarter } from "../../processes/serveStarter";
import { useLocale } from "../../text/catalogueFile";
import type { MutationProcess } from "../mutate/mutationProcess";
import { ItemRunner } from "../run/itemRun";
import { VisitRecorder } from "../run/visitRecorder";
import type { TestProtocol } from "./messages";

let runner: ItemRunner | undefined;
let recorder: VisitRecorder | undefined;
let mutations: MutationProcess | undefined;

function begunMutations(): MutationProcess {
  if (!mutations) throw new Error("no mutations have begun");
  return mutations;
}

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");
serveStarter<TestProtocol>(
  {
    project: ({ project, enums, seed, start, limitMs, coverage, failureFolder }) => {
      const own = new ItemRunner(project, enums, seed, start);
      own.limitMs = limitMs;
      own.failureFolder = failureFolder;
      if (coverage) {
        const visits = new VisitRecorder();
        recorder = visits;
        own.opened = (testChain) => visits.watch(testChain);
      }
      runner = own;
    },
    run: async (item, { tell }) => {
      const contract = item.contract.id;
      await runner?.run(
        item,
        (result) => tell({ result }),
        (test, runs, of) => tell({ soFar: { contract, test: test.signature, runs, of } }),
      );
    },
    mutations: async (start) => {
      const { MutationProcess } = await import("../mutate/mutationProcess");
      mutations = new MutationProcess(start);
    },
    reach: (item) => begunMutations().reach(item),
    mutant: (order) => begunMutations().judge(order),
    finish: () => recorder?.all() ?? [],
  },
  { report: errorMessage },
);
