// What the npm package exports: ES modules that share chunks, and the same modules as CommonJS beside them, so that `instanceof` means the
// same class in all of them. Names stay readable (stack traces), and nothing is in one big file: a bundler drops what isn't used.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin, transform } from "esbuild";
import { browserNeighbors, errorsInUse, refuseNode, requireOfPages } from "./browserModules";
import { onlyForgeParts } from "./forgeParts";
import { dropUnusedBanners, requireBanner } from "./nodePrograms";
import { textFiles } from "./textModules.mjs";
import { onlyUndiciParts } from "./undiciParts";
import { inlinePackedWasm } from "./wasm";

const root = resolve(import.meta.dirname, "../..");

/** What can be imported, by its name behind `chainside/`, and the file that it is. */
export const sdkEntries = {
  sdk: "src/sdk/sdk.ts",
  testing: "src/sdk/testing/testing.ts",
  wallet: "src/sdk/wallet/wallet.ts",
  ethers: "src/sdk/adapters/ethers.ts",
  viem: "src/sdk/adapters/viem.ts",
} as const;

/** `sdk/ethers` → `ethers`: the name of its files in the package. */
export const sdkFile = (entry: string): string => basename(entry);

/** The adapters take the libraries of the application. */
const besideAdapters: Plugin = {
  name: "leave ethers and viem to those who have them",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(ethers|viem)(\/|$)/ }, ({ path, importer }) =>
      /[\\/]src[\\/]sdk[\\/]/.test(importer) ? { path, external: true } : undefined,
    ),
};

/** `sdk.ts` only names modules: as a file of names it stays, so that a bundler sees each of them. */
function facade(): { readonly code: string; readonly modules: Record<string, string> } {
  const modules: Record<string, string> = {};
  const text = readFileSync(join(root, sdkEntries.sdk), "utf8");
  const lines = [...text.matchAll(/^export (\*(?: as \w+)?) from "\.\/([\w/]+)";$/gm)].map(([, names, path = ""]) => {
    const name = basename(path);
    modules[name] = `src/sdk/${path}.ts`;
    return `export ${names} from "./${name}.js";`;
  });
  return { code: `${lines.join("\n")}\n`, modules };
}

/** Where the modules are as they are written, behind those that applications import. */
const plainFolder = "plain";

/**
 * A module of `plainFolder` as applications import it: its functions throw nothing but the family's errors (src/sdk/errorFamily.ts). Each
 * export stands alone, so that a bundler drops what isn't used.
 */
function guardedModule(name: string, names: readonly string[]): string {
  const functions = names.filter((each) => /^[a-z]/.test(each));
  const others = names.filter((each) => !functions.includes(each));
  const from = `from "./${plainFolder}/${name}.js";`;
  return [
    ...(others.length > 0 ? [`export { ${others.join(", ")} } ${from}`] : []),
    ...(functions.length > 0
      ? [
          `import { inFamily } from "./${plainFolder}/errorFamily.js";`,
          `import { ${functions.map((each) => `${each} as ${each}Of`).join(", ")} } ${from}`,
        ]
      : []),
    ...functions.map((each) => `export const ${each} = /* @__PURE__ */ inFamily("${each}", ${each}Of);`),
    "",
  ].join("\n");
}

const specifier = /"(\.{1,2}\/[\w/-]{1,80})\.js"/g;

/**
 * An ES module of this build as CommonJS.
 * @param isOwn whether a relative path, without its ending, is one of this build's modules
 */
async function asCommonJs(code: string, isOwn: (path: string) => boolean): Promise<string> {
  const named = code
    .replace(`${requireBanner}\n`, "")
    .replace(requireBanner, "")
    .replace(specifier, (whole, path: string) => (isOwn(path) ? `"${path}.cjs"` : whole));
  const { code: text } = await transform(named, {
    format: "cjs",
    platform: "node",
    target: "node20",
    minifySyntax: true,
    minifyWhitespace: true,
    // modules of this package are loaded as they are: the loader of ES modules has others
    supported: { "dynamic-import": false },
  });
  if (text.includes("import.meta")) throw new Error("import.meta has no meaning in CommonJS");
  return text;
}

/** Where the modules are for browsers, below those for Node.js. */
export const browserFolder = "browser";

/** What browsers can take: `testing` has a chain in it. */
export const isForBrowsers = (entry: string): boolean => entry !== "testing";

/** What a build for one place adds to what is the same for all. */
type Place = Pick<BuildOptions, "banner" | "mainFields" | "platform" | "target"> & {
  readonly entries: readonly string[];
  readonly plugins: readonly Plugin[];
};

/** Writes ES modules that share chunks. */
async function bundleModules(folder: string, { entries: wanted, plugins, ...place }: Place): Promise<Metafile> {
  const { code, modules } = facade();
  const entries = Object.entries(sdkEntries).filter(([name]) => name !== "sdk" && wanted.includes(name));
  const plain = Object.entries(modules).map(([name, path]) => [`${plainFolder}/${name}`, path] as const);
  const { metafile } = await build({
    ...place,
    absWorkingDir: root,
    entryPoints: {
      ...Object.fromEntries(plain),
      [`${plainFolder}/errorFamily`]: "src/sdk/errorFamily.ts",
      ...Object.fromEntries(entries.map(([name, path]) => [sdkFile(name), path])),
    },
    outdir: folder,
    bundle: true,
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[hash]",
    minifySyntax: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    plugins: [textFiles, ...plugins, besideAdapters],
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "sdk.js"), code);
  for (const [path, { entryPoint, exports }] of Object.entries(metafile.outputs)) {
    const name = basename(path, ".js");
    if (entryPoint !== undefined && entryPoint.replace(/\.browser\.ts$/, ".ts") === modules[name])
      writeFileSync(join(folder, `${name}.js`), guardedModule(name, exports));
  }
  return metafile;
}

/** The ES modules in a folder and below. */
const modulesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith(".js"));

/** Twice: what is bundled decides which errors can be met. */
async function bundleForBrowsers(folder: string): Promise<Metafile> {
  const place: Place = {
    entries: Object.keys(sdkEntries).filter(isForBrowsers),
    platform: "browser",
    target: "es2022",
    mainFields: ["browser", "module", "main"],
    plugins: [browserNeighbors, refuseNode],
  };
  const { inputs } = await bundleModules(folder, place);
  rmSync(folder, { recursive: true });
  const paths = Object.keys(inputs).map((each) => join(root, each));
  const metafile = await bundleModules(folder, { ...place, plugins: [...place.plugins, errorsInUse(paths)] });
  for (const path of modulesIn(folder)) requireOfPages(path, readFileSync(path, "utf8"));
  return metafile;
}

/**
 * Bundles the modules into a folder, for Node.js and, in a folder of their own, for browsers.
 * @returns what esbuild bundled, for the notices
 */
export async function bundleSdk(folder: string): Promise<readonly Metafile[]> {
  const metafile = await bundleModules(folder, {
    entries: Object.keys(sdkEntries),
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    banner: { js: requireBanner },
    plugins: [inlinePackedWasm, onlyForgeParts, onlyUndiciParts],
  });
  const paths = modulesIn(folder);
  dropUnusedBanners(paths);
  await Promise.all(
    paths.map(async (path) => {
      const name = relative(folder, path);
      const isOwn = (path: string): boolean => existsSync(join(folder, dirname(name), `${path}.js`));
      const text = await asCommonJs(readFileSync(path, "utf8"), isOwn);
      writeFileSync(path.replace(/\.js$/, ".cjs"), text);
    }),
  );
  const inBrowsers = await bundleForBrowsers(join(folder, browserFolder));
  return [metafile, inBrowsers];
}
