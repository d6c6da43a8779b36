import { useLocale } from "../../text/catalogueFile";
import { ItemRunner } from "../run/itemRun";
import { VisitRecorder } from "../run/visitRecorder";
import type { TestOrder, TestReply } from "./messages";

/** A test process: runs what it is told until its starter is gone. */
function serve(): void {
  const tell = (reply: TestReply): void => {
    process.send?.(reply);
  };
  let runner: ItemRunner | undefined;
  let recorder: VisitRecorder | undefined;
  const handle = async (order: TestOrder): Promise<void> => {
    switch (order.kind) {
      case "project": {
        const own = new ItemRunner(order.project, order.enums, order.seed, order.start);
        if (order.coverage) {
          const visits = new VisitRecorder();
          recorder = visits;
          own.opened = (ground) => visits.watch(ground);
        }
        runner = own;
        tell({ kind: "ready" });
        return;
      }
      case "run":
        await runner?.run(
          order.item,
          (result) => tell({ kind: "result", result }),
          (test, runs, of) =>
            tell({ kind: "progress", contract: order.item.contract.id, test: test.signature, runs, of }),
        );
        tell({ kind: "done" });
        return;
      case "finish":
        tell({ kind: "visits", visits: recorder?.all() ?? [] });
    }
  };
  process.on("message", (order: TestOrder) => void handle(order));
  process.on("disconnect", () => process.exit(0));
}

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");
serve();
