import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Modules of @ethereumjs/evm with contracts of later Ethereum: curve BLS12-381 and P-256. A node's EVM, Cancun at the most, has none of
 * them (docs/protocol/evm-differences.md), and their curves are made ready as they are loaded.
 */
const leftOut =
  /@ethereumjs[\\/]evm[\\/]dist[\\/]esm[\\/]precompiles[\\/](?:(?:0[b-f]|1[01])-bls12-[\w-]+|100-p256verify|bls12_381[\\/]index)\.js$/;

/** What a module exports, by the library's way of writing it: functions, and classes out of other modules. */
function exportsOf(source: string): { readonly functions: string[]; readonly classes: string[] } {
  const functions = [...source.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name = ""]) => name);
  const classes = [...source.matchAll(/^export \{ (\w+) \} from /gm)].map(([, name = ""]) => name);
  return { functions, classes };
}

/** It writes to the console where the environment asks for it, and looks at the terminal as it is loaded. */
const silence =
  "export default () => Object.assign(() => undefined, { enabled: false, extend: () => () => undefined });";

export const onlyEvmParts: Plugin = {
  name: "leave out of @ethereumjs/evm what no node has",
  setup({ onResolve, onLoad }) {
    onLoad({ filter: leftOut }, ({ path }) => {
      const { functions, classes } = exportsOf(readFileSync(path, "utf8"));
      if (functions.length + classes.length === 0) throw new Error(`${path} exports in another way`);
      const refusal = `throw new Error(${JSON.stringify(`${basename(path)} was not bundled`)});`;
      const contents = [
        ...functions.map((name) => `export function ${name}() { ${refusal} }`),
        ...classes.map((name) => `export class ${name} {}`),
      ].join("\n");
      return { contents };
    });
    onResolve({ filter: /^debug$/ }, ({ importer }) =>
      /@ethereumjs[\\/]/.test(importer) ? { path: "debug", namespace: "silence" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "silence" }, () => ({ contents: silence }));
  },
};
