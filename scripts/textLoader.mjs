// For `node --import tsx --import ./scripts/textLoader.mjs FILE.ts`: files of other languages are modules (bundling/textModules.mjs). In
// `NODE_OPTIONS` it does nothing for a program that isn't run from its source.
import { register } from "node:module";

if (process.execArgv.some((argument) => argument.includes("tsx"))) register("./textHook.mjs", import.meta.url);
