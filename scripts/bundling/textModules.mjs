// Files of other languages that our code imports: `*.sol` as its text, `*.eta` as a function from values to text. Three loaders ask this
// file: esbuild for bundles, Vite for tests, Node.js for what runs from its source (../textLoader.mjs). Plain JavaScript for the last.
import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { Eta } from "eta/core";

const imported = /\.(?:sol|eta)$/;

/** How a tag begins and ends: as a comment of the template's own language, so that its tools read the template as it is. */
const tags = {
  ".html": ["<!--%", "%-->"],
  ".xml": ["<!--%", "%-->"],
  ".svg": ["<!--%", "%-->"],
  ".java": ["/*%", "%*/"],
  ".ts": ["/*%", "%*/"],
  ".js": ["/*%", "%*/"],
  ".sol": ["/*%", "%*/"],
  ".css": ["/*%", "%*/"],
  ".gradle": ["/*%", "%*/"],
};
const lineTags = ["#%", "%#"];

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/**
 * `Kiosk.java.eta` is Java: `$name$` is a value, `$each.name$` one of a variable that code declares, `/*% code %*\/` runs JavaScript
 * (`it` holds the values), `/*%= expression %*\/` is replaced by its value. A line with nothing but code is left out.
 */
function templateModule(path, source) {
  const [open, close] = tags[extname(path.slice(0, -".eta".length))] ?? lineTags;
  const codeLine = new RegExp(
    `^[ \\t]*(${escaped(open)}(?![=~])(?:(?!${escaped(close)})[^])*${escaped(close)})\\n`,
    "gm",
  );
  const eta = new Eta({ tags: [open, close], autoEscape: false, autoTrim: false });
  const written = source
    .replace(codeLine, "$1")
    .replace(
      /\$(\w+(?:\.\w+)*)\$/g,
      (_, name) => `${open}= text("${name}", ${name.includes(".") ? name : `it.${name}`}) ${close}`,
    );
  const name = JSON.stringify(basename(path));
  return `export default (it) => {
const text = (name, value) => {
  if (typeof value !== "string" && typeof value !== "number") throw new Error(${name} + " needs " + name);
  return value;
};
const __eta = { res: "" };
${eta.compileBody(eta.parse(written))}return __eta.res;
};
`;
}

/**
 * The ES module that an import of the file gives.
 * @param {string} path
 * @returns {Promise<string | undefined>} undefined for a file that is code itself
 */
export async function textModule(path) {
  if (!imported.test(path)) return undefined;
  const source = (await readFile(path, "utf8")).replaceAll("\r\n", "\n");
  return path.endsWith(".eta") ? templateModule(path, source) : `export default ${JSON.stringify(source)};\n`;
}

/** For esbuild. */
export const textFiles = {
  name: "files of other languages",
  setup: ({ onLoad }) => onLoad({ filter: imported }, async ({ path }) => ({ contents: await textModule(path) })),
};

/** For Vite. */
export const viteTextFiles = {
  name: "files of other languages",
  enforce: "pre",
  load: (id) => textModule(id.split("?", 1)[0]),
};
