// What applications import of the npm package: modules, their types, and how `package.json` names them.
import { rmSync } from "node:fs";
import type { Metafile } from "esbuild";
import { browserFolder, bundleSdk, isForBrowsers, sdkEntries, sdkFile } from "../bundling/sdkBundles";
import { sdkTypes } from "../bundling/sdkTypes";

/** The `exports` of the manifest: types for each way to import, which TypeScript reads, and the code. */
export function sdkExports(): Record<string, unknown> {
  const entries = Object.keys(sdkEntries).map((entry) => {
    const file = `./sdk/${sdkFile(entry)}`;
    const esm = { types: `${file}.d.ts`, default: `${file}.js` };
    const commonJs = { types: `${file}.d.cts`, default: `${file}.cjs` };
    // whose bundler takes ES modules gets what needs no Node.js; a test in a page of Node's (jsdom) requires CommonJS
    const page = { types: `${file}.d.ts`, default: `./sdk/${browserFolder}/${sdkFile(entry)}.js` };
    const browser = isForBrowsers(entry) ? { browser: { import: page } } : {};
    return [`./${entry}`, { ...browser, import: esm, require: commonJs }] as const;
  });
  return { ...Object.fromEntries(entries), "./package.json": "./package.json" };
}

/** Libraries that the adapters are for: applications that import `chainside/ethers` or `chainside/viem` have them. */
export function sdkPeers(): Record<string, unknown> {
  const peers = { ethers: "^6.13.0", viem: "^2.21.0" };
  const optional = Object.keys(peers).map((name) => [name, { optional: true }]);
  return { peerDependencies: peers, peerDependenciesMeta: Object.fromEntries(optional) };
}

/**
 * Empties the folder and fills it with the modules and their types.
 * @returns what was bundled, for the notices, and the API report, as `docs/sdk.api.md` has it
 */
export async function stageSdk(
  folder: string,
): Promise<{ readonly metafiles: readonly Metafile[]; readonly report: string }> {
  rmSync(folder, { recursive: true, force: true });
  const metafiles = await bundleSdk(folder);
  return { metafiles, report: await sdkTypes(folder) };
}
