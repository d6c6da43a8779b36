import { setFlagsFromString } from "node:v8";
import { serveEditor } from "./serveEditor";

/**
 * What reads a file is a handful of small functions. The engine would compile them once by themselves and again inside each of their
 * callers, which takes longer than reading the first file does: with less of that its first diagnostics come in two thirds of the
 * processor time. Electron seals the engine's flags at its start; there the extension passes this one to the process.
 */
if (!process.versions["electron"]) setFlagsFromString("--max-inlined-bytecode-size=120");

process.exit(await serveEditor(process.argv.includes("--node-ipc") ? "channel" : "streams"));
