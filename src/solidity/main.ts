// The compile service as a process: orders come over its channel, answers go back (service/messages.ts). Ends with its starter.
import { CompileService } from "./service/compileService";
import type { ServiceOrder, ServiceReply } from "./service/messages";

const service = new CompileService((reply: ServiceReply) => process.send?.(reply));
process.on("message", (order: ServiceOrder) => void service.take(order));
process.on("disconnect", () => {
  service.close();
  // Its compilers are ended first: one that is busy would not see that nobody waits for it.
  setImmediate(() => process.exit(0));
});
