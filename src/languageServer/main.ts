import { keepCompiled } from "../files/userFolders";

keepCompiled();
const { serveEditor } = await import("./serveEditor");
const given = process.argv.find((each) => each.startsWith("--opens="))?.slice("--opens=".length);
const opens = (["config", "scenario", "solidity"] as const).find((each) => each === given);
process.exit(await serveEditor(process.argv.includes("--node-ipc") ? "channel" : "streams", opens ? { opens } : {}));
