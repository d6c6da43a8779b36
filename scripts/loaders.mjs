import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { resolve } = createRequire(import.meta.url);

/** How Node.js runs this project's sources, in any folder: TypeScript, and files of other languages as modules (textLoader.mjs). */
export const loaders = () =>
  [pathToFileURL(resolve("tsx")).href, new URL("textLoader.mjs", import.meta.url).href].flatMap((loader) => [
    "--import",
    loader,
  ]);
