import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** How Node.js runs this project's sources, in any folder: TypeScript, and files of other languages as modules (textLoader.mjs). */
export const loaders = () =>
  [
    pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href,
    new URL("textLoader.mjs", import.meta.url).href,
  ].flatMap((loader) => ["--import", loader]);
