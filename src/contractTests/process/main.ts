// A test process: runs what it is told until its starter is gone.
import { errorMessage } from "../../chain/errors/errorMessage";
import { serveStarter } from "../../processes/serveStarter";
import { useLocale } from "../../text/catalogueFile";
import { ItemRunner } from "../run/itemRun";
import { VisitRecorder } from "../run/visitRecorder";
import type { TestProtocol } from "./messages";

let runner: ItemRunner | undefined;
let recorder: VisitRecorder | undefined;

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");
serveStarter<TestProtocol>(
  {
    project: ({ project, enums, seed, start, limitMs, coverage }) => {
      const own = new ItemRunner(project, enums, seed, start);
      own.limitMs = limitMs;
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
    finish: () => recorder?.all() ?? [],
  },
  { report: errorMessage },
);
