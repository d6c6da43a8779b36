// The compile service as a process: orders come over its channel, answers go back (service/messages.ts). Ends with its starter.
import { errorMessage } from "../errors/errorMessage";
import { serveStarter } from "../processes/serveStarter";
import { CompileService } from "./service/compileService";

const service = new CompileService();
serveStarter(service.orders, { report: errorMessage, ended: () => service.close() });
