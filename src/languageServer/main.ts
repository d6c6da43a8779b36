import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { startServer } from "./startServer";

startServer(createConnection(ProposedFeatures.all));
