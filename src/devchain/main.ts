// The embedded chain as a process of its own: forked by the extension with a message channel, or started by hand.
import { keepCompiled } from "../files/userFolders";

keepCompiled();
const { devChainProcess } = await import("./devChainProcess");
process.exitCode = await devChainProcess(process.argv.slice(2));
