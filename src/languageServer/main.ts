import { serveEditor } from "./serveEditor";

process.exit(await serveEditor(process.argv.includes("--node-ipc") ? "channel" : "streams"));
